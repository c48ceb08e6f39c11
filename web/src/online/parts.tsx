// SPDX-License-Identifier: MIT
// Small parts that the online screens share: how the connection is, who sits where, names, times, deeds that may be refused.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { botOf } from "../app/bots";
import { SeatMark, seatLetter } from "../app/seats";
import { settings } from "../app/settings";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import { NAME_MAX, Reason, tidyName } from "../screens/forms";
import type { Connection } from "./connection";
import { Lost, type ListedSeat, type OnlineSeat } from "./protocol";

/** Draws again whenever the connection, or who we are, changed. */
export function useConnection(connection: Connection): Connection {
  const [, redraw] = useState(0);
  useEffect(() => {
    const changed = () => redraw((n) => n + 1);
    changed(); // something may have happened before it was listened to
    return connection.listen(changed);
  }, [connection]);
  return connection;
}

/** Something to be done on the server: whether it is under way, why it was refused, and the way to do it. */
export interface Deed {
  busy: boolean;
  reason: string | null;
  run: (deed: () => Promise<unknown>) => Promise<boolean>;
}

export function sayReason(reason: unknown): string {
  if (reason instanceof Lost) return t("The connection was lost. Check whether it worked; if not, try again.");
  return reason instanceof Error ? reason.message : String(reason);
}

export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    setReason(null);
    try {
      await deed();
      return true;
    } catch (why) {
      setReason(sayReason(why));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, reason, run };
}

/** Nothing while all is well. */
export function Contact(props: { connection: Connection }): JSX.Element {
  const { contact, refusal } = useConnection(props.connection);
  const text = {
    connected: "",
    connecting: t("Connecting..."),
    reconnecting: t("The connection is lost. Trying again..."),
    old: t("The server has a newer version than this page."),
    invite: refusal,
    banned: refusal,
  }[contact];
  return (
    <div role="status" class="contact" data-contact={contact}>
      {text && (
        <p>
          <span class="contact-lamp" aria-hidden="true" />
          {text}
          {contact === "old" && (
            <button type="button" class="button" onClick={() => void renew()}>
              {t("Reload the page")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** Fetches the newer client, also where the old one is kept for offline play. */
async function renew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
  registration?.waiting?.postMessage("update");
  location.reload();
}

// -- Seats --

/** Nobody sits there. */
export function isOpen(seat: OnlineSeat): boolean {
  return !seat.person && !seat.bot;
}

/** Who sits there, in words; in a list, who it is stands in the name alone. */
export function sayWho(seat: ListedSeat & { person?: string }, n: number): string {
  if (seat.open ?? (seat.person === "" && !seat.bot)) return t("open seat");
  if (seat.bot && !seat.name && !seat.person) return t(botOf(seat.bot).label);
  return seat.name || `${t("Guest")} ${seatLetter(n)}`;
}

/** Here or away; a bot is always here. */
export function Presence(props: { seat: OnlineSeat }): JSX.Element | null {
  const { seat } = props;
  if (!seat.person) return null;
  const text = seat.here ? t("here") : t("away");
  return (
    <span class="presence" data-here={seat.here} title={text}>
      <span class="sr-only">{text}</span>
    </span>
  );
}

/** The seats of a listed table. */
export function SeatLine(props: { seats: ListedSeat[] }): JSX.Element {
  return (
    <span class="seat-line">
      {props.seats.map((seat, i) => (
        <span key={i} data-open={seat.open}>
          <SeatMark seat={i + 1} size={16} />
          {seat.bot && <Icon name="bot" size={14} />}
          {sayWho(seat, i + 1)}
        </span>
      ))}
    </span>
  );
}

/** Everybody is told, before they sit down and at the table. */
export function HintsAllowed(): JSX.Element {
  return (
    <span class="hints-allowed" data-hints-allowed>
      <Icon name="hint" size={16} /> {t("Hints allowed")}
    </span>
  );
}

// -- Fields --

export const SHORTEST = 8; // characters of a password

export function Field(props: { label: string; type?: string; value: string; set: (value: string) => void; complete: string; note?: string }): JSX.Element {
  const id = useId();
  return (
    <div class="form-row">
      <label class="form-label" for={id}>
        {props.label}
      </label>
      <input
        id={id}
        class="form-text online-short"
        type={props.type ?? "text"}
        autocomplete={props.complete as "username"}
        value={props.value}
        onInput={(event) => props.set(event.currentTarget.value)}
      />
      {props.note && <p class="form-note">{props.note}</p>}
    </div>
  );
}

// -- Names --

/** For whoever has no name yet, or wants another. */
export function NameForm(props: { connection: Connection; note?: ComponentChildren }): JSX.Element {
  const { connection } = props;
  const current = connection.me?.name ?? "";
  const [name, setName] = useState(current || settings().name);
  const [old, setOld] = useState("");
  const deed = useDeed();
  const id = useId();
  const tidy = tidyName(name);
  const save = (event: Event) => {
    event.preventDefault();
    void deed.run(() => connection.rename(tidy, old));
  };
  return (
    <form class="form-row" onSubmit={save}>
      <label class="form-label" for={id}>
        {t("Your name online")}
      </label>
      <div class="online-field">
        <input id={id} class="form-text" maxLength={NAME_MAX} autocomplete="nickname" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button type="submit" class="button" aria-disabled={deed.busy || tidy === current} data-saved={!deed.busy && tidy === current}>
          {tidy === current && current ? t("Saved") : t("Save")}
        </button>
      </div>
      {connection.me?.has_password && tidy !== current && (
        <Field label={t("Your password, to change the name")} type="password" complete="current-password" value={old} set={setOld} />
      )}
      <Reason text={deed.reason} />
      {props.note && <p class="form-note">{props.note}</p>}
    </form>
  );
}

// -- Times --

/** "3 minutes ago", by the largest unit that fits. */
export function sayAgo(at: number): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86400000], ["hour", 3600000], ["minute", 60000]];
  const format = new Intl.RelativeTimeFormat(settings().language, { numeric: "auto" });
  const past = Date.now() - at;
  const [unit, ms] = units.find(([, one]) => past >= one) ?? ["minute", 60000];
  return format.format(-Math.floor(past / (ms as number)), unit as Intl.RelativeTimeFormatUnit);
}

/** A moment as people write it. */
export function sayWhen(at: number): string {
  return new Intl.DateTimeFormat(settings().language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
