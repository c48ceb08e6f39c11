// SPDX-License-Identifier: MIT
// The chat of a table: plain text. Whoever one does not want to read is muted, here and for oneself only.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatMark, seatLetter } from "../app/seats";
import { settings } from "../app/settings";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import { Reason } from "../screens/forms";
import type { Connection } from "./connection";
import { useDeed } from "./parts";
import type { Said } from "./protocol";
import type { Room } from "./room";

const LONGEST = 500;
const wide = matchMedia("(min-width: 60.01rem)"); // as in tableview.css: there is a place for it beside the board

export interface ChatState {
  said: Said[]; // without those who are muted
  muted: Map<string, string>; // names by person
  mute: (person: string, name: string) => void;
  unmute: (person: string) => void;
  unread: number;
  isOpen: boolean;
  open: (isOpen: boolean) => void;
}

function useMuted(table: string): [Map<string, string>, (muted: Map<string, string>) => void] {
  const key = `muraille.muted.${table}`;
  const [muted, setMuted] = useState(() => {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]") as [string, string][]);
    } catch {
      return new Map<string, string>();
    }
  });
  const set = (next: Map<string, string>) => {
    setMuted(next);
    try {
      sessionStorage.setItem(key, JSON.stringify([...next]));
    } catch {
      // until the page is left
    }
  };
  return [muted, set];
}

/** What is unread: said since the chat was last in sight. */
export function useChat(room: Room, beside: boolean): ChatState {
  const [muted, setMuted] = useMuted(room.id);
  const [isOpen, open] = useState(beside && wide.matches);
  const said = room.chat.filter((one) => !muted.has(one.person));
  const [read, setRead] = useState(said.length);
  useEffect(() => {
    if (isOpen && document.visibilityState === "visible") setRead(said.length);
  }, [isOpen, said.length]);
  const without = (person: string) => new Map([...muted].filter(([one]) => one !== person));
  return {
    said,
    muted,
    mute: (person, name) => setMuted(new Map([...muted, [person, name]])),
    unmute: (person) => setMuted(without(person)),
    unread: Math.max(0, said.length - Math.min(read, said.length)),
    isOpen,
    open,
  };
}

function Line(props: { said: Said; room: Room; mute: () => void; isOwn: boolean }): JSX.Element {
  const { said, room } = props;
  const seat = (room.info?.seats ?? []).findIndex((one) => one.person === said.person) + 1;
  const time = new Intl.DateTimeFormat(settings().language, { timeStyle: "short" }).format(said.at);
  const name = said.by || (seat ? `${t("Guest")} ${seatLetter(seat)}` : t("Guest"));
  return (
    <li class="chat-line" data-own={props.isOwn}>
      <span class="chat-by">
        {seat > 0 && <SeatMark seat={seat} size={16} />}
        <b>{name}</b> <time dateTime={new Date(said.at).toISOString()}>{time}</time>
        {!props.isOwn && (
          <button type="button" class="chat-mute" onClick={props.mute}>
            {t("mute")}
            <span class="sr-only">: {name}</span>
          </button>
        )}
      </span>
      <span class="chat-text">{said.text}</span>
    </li>
  );
}

function Write(props: { connection: Connection; table: string }): JSX.Element {
  const [text, setText] = useState("");
  const deed = useDeed();
  const say = async (event: Event) => {
    event.preventDefault();
    const tidy = text.trim();
    if (tidy && !deed.busy && (await deed.run(() => props.connection.ask("say", { table: props.table, text: tidy })))) setText("");
  };
  return (
    <form class="chat-write" onSubmit={(event) => void say(event)}>
      <input class="form-text" aria-label={t("Write a message")} placeholder={t("Write a message")} maxLength={LONGEST} autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit" class="button" aria-label={t("Send")} title={t("Send")}>
        <Icon name="next" />
      </button>
      <Reason text={deed.reason} />
    </form>
  );
}

export function Chat(props: { connection: Connection; room: Room; chat: ChatState }): JSX.Element {
  const { connection, room, chat } = props;
  const list = useRef<HTMLOListElement>(null);
  const own = room.info?.seats[room.info.my_seat - 1]?.person;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight; // the list alone, never the page
  }, [chat.said.length, chat.isOpen]);
  return (
    <section class="chat" aria-label={t("Chat")} data-open={chat.isOpen}>
      <button type="button" class="chat-head" aria-expanded={chat.isOpen} onClick={() => chat.open(!chat.isOpen)}>
        <Icon name="chat" size={18} />
        {t("Chat")}
        <Unread n={chat.unread} />
        <Icon name="down" size={16} />
      </button>
      {chat.isOpen && (
        <>
          <ol class="chat-list" ref={list} aria-live="polite" tabIndex={0} aria-label={t("Chat")}>
            {chat.said.map((said, i) => (
              <Line key={i} said={said} room={room} isOwn={said.person === own} mute={() => chat.mute(said.person, said.by)} />
            ))}
          </ol>
          {chat.muted.size > 0 && (
            <p class="chat-muted">
              {t("Muted:")}{" "}
              {[...chat.muted].map(([person, name]) => (
                <button key={person} type="button" class="chat-mute" onClick={() => chat.unmute(person)}>
                  {t("unmute {name}", { name: name || t("Guest") })}
                </button>
              ))}
            </p>
          )}
          <Write connection={connection} table={room.id} />
        </>
      )}
    </section>
  );
}

export function Unread(props: { n: number }): JSX.Element | null {
  return props.n === 0 ? null : (
    <span class="unread">
      {props.n}
      <span class="sr-only"> {t("new messages")}</span>
    </span>
  );
}
