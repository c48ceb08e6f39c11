// SPDX-License-Identifier: MIT
// A new table: who may sit where, which options, how much time, and who finds it. Or the deal of another table, once more.
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { levels } from "../app/bots";
import { useHeading } from "../app/frame";
import { go } from "../app/route";
import { SeatMark } from "../app/seats";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { Engine } from "../engine/client";
import type { GameInfo } from "../engine/types";
import { Choice, Notice, Reason, Switch } from "../screens/forms";
import { companyOf } from "../screens/home";
import { BY_LOT, Begins, firstOption, useOptions } from "../screens/options";
import type { Connection } from "./connection";
import { Contact, HintsAllowed, NameForm, sayReason, useConnection, useDeed } from "./parts";
import type { ClockPlan, Plan } from "./protocol";
import { drawShare, keepSalt } from "./share";

// -- Seats --

function Places(props: { places: string[]; set: (at: number, who: string) => void }): JSX.Element {
  return (
    <ol class="newgame-places online-places">
      {props.places.map((place, i) => (
        <li key={i}>
          <SeatMark seat={i + 1} size={30} />
          <select class="form-select" aria-label={t("Who plays seat {n}", { n: i + 1 })} value={place} onChange={(event) => props.set(i, event.currentTarget.value)}>
            <option value="me">{t("You")}</option>
            <option value="open">{t("open: anyone with the link")}</option>
            {levels.map((bot) => (
              <option key={bot.id} value={bot.id}>
                {t("Bot: {name}", { name: t(bot.label) })}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ol>
  );
}

/** Nobody sits twice: where one sits down, the old place becomes open. */
function withPlace(places: string[], at: number, who: string): string[] {
  return places.map((place, i) => (i === at ? who : who === "me" && place === "me" ? "open" : place));
}

function sayPlace(place: string): string {
  return place === "me" ? t("You") : place === "open" ? t("open seat") : t(levels.find((level) => level.id === place)?.label ?? place);
}

// -- Time --

type Pace = "none" | "clock" | "days";

const MINUTES = [3, 5, 10, 15, 20, 30, 60];
const INCREMENTS = [0, 5, 10, 20, 30, 60];
const DAYS = [1, 2, 3, 5, 7, 14];

function Numbers(props: { label: string; value: number; among: number[]; choose: (value: number) => void }): JSX.Element {
  const id = useId();
  return (
    <div class="form-row">
      <label class="form-label" for={id}>
        {props.label}
      </label>
      <select id={id} class="form-select online-number" value={props.value} onChange={(event) => props.choose(Number(event.currentTarget.value))}>
        {props.among.map((n) => (
          <option key={n} value={n}>
            {n}
          </option>
        ))}
      </select>
    </div>
  );
}

function useTime(): { form: JSX.Element; plan: () => { clock?: ClockPlan } } {
  const [pace, setPace] = useState<Pace>("none");
  const [minutes, setMinutes] = useState(10);
  const [increment, setIncrement] = useState(10);
  const [days, setDays] = useState(2);
  const form = (
    <>
      <Choice<Pace>
        label={t("Time")}
        value={pace}
        among={[
          { value: "none", label: t("No time limit") },
          { value: "clock", label: t("A clock for each player") },
          { value: "days", label: t("Days per move") },
        ]}
        choose={setPace}
        note={pace !== "none" ? t("A player who runs out of time is replaced by a good bot and can take the seat back.") : undefined}
      />
      {pace === "clock" && (
        <div class="online-pair">
          <Numbers label={t("Minutes for the whole game")} value={minutes} among={MINUTES} choose={setMinutes} />
          <Numbers label={t("Seconds added per move")} value={increment} among={INCREMENTS} choose={setIncrement} />
        </div>
      )}
      {pace === "days" && <Numbers label={t("Days per move")} value={days} among={DAYS} choose={setDays} />}
    </>
  );
  const plan = () => (pace === "clock" ? { clock: { minutes, increment } } : pace === "days" ? { clock: { days } } : {});
  return { form, plan };
}

// -- Who finds it --

function useDoor(): { form: JSX.Element; plan: () => Partial<Plan> } {
  const [isPublic, setPublic] = useState("link");
  const [start, setStart] = useState<"full" | "host">("full");
  const [quiet, setQuiet] = useState(false);
  const form = (
    <>
      <Choice
        label={t("Who can find the table")}
        value={isPublic}
        among={[
          { value: "link", label: t("Anyone with the link") },
          { value: "public", label: t("Everybody: the table is listed publicly") },
        ]}
        choose={setPublic}
      />
      <Choice<"full" | "host">
        label={t("Starts")}
        value={start}
        among={[
          { value: "full", label: t("as soon as all seats are taken") },
          { value: "host", label: t("when I say so") },
        ]}
        choose={setStart}
      />
      <Switch label={t("Spectators cannot chat")} on={quiet} turn={setQuiet} note={t("Then only players can write in the chat.")} />
    </>
  );
  return { form, plan: () => ({ public: isPublic === "public", start, ...(quiet && { quiet }) }) };
}

// -- Hints --

/** People agree on hints; against bots alone they are always allowed. */
function useHints(places: string[]): { form: JSX.Element | null; plan: () => Partial<Plan> } {
  const [hints, setHints] = useState(false);
  const isAmongPeople = places.filter((place) => place === "me" || place === "open").length > 1;
  const form = isAmongPeople ? <Switch label={t("Allow hints from the engine")} on={hints} turn={setHints} note={t("Everybody sees that hints are allowed. If they are not, nobody gets any.")} /> : null;
  return { form, plan: () => (hints && isAmongPeople ? { hints } : {}) };
}

// -- The form --

async function createTable(connection: Connection, plan: Plan): Promise<void> {
  const { salt, share } = await drawShare();
  const { table } = await connection.ask("create", { ...plan, ...share });
  if (plan.seats.includes("me") && !plan.same_as) keepSalt(table, salt);
  go("t", table);
}

function Submit(props: { busy: boolean; reason: string | null }): JSX.Element {
  return (
    <>
      <Reason text={props.reason} />
      <div class="newgame-start">
        <button type="submit" class="button primary" aria-disabled={props.busy}>
          <Icon name="friends" />
          {t("Create the table")}
        </button>
        <a class="button quiet" href="#/online">
          {t("Back")}
        </a>
      </div>
    </>
  );
}

export function Create(props: { engine: Engine; connection: Connection; game: GameInfo }): JSX.Element {
  const { engine, game } = props;
  const connection = useConnection(props.connection);
  const [seats, setSeats] = useState(companyOf(game));
  const [places, setPlaces] = useState<string[]>(() => Array.from({ length: game.seats_max }, (_, i) => (i === 0 ? "me" : "open")));
  const [first, setFirst] = useState(BY_LOT);
  const options = useOptions(engine, game, seats);
  const time = useTime();
  const door = useDoor();
  const deed = useDeed();
  const title = t("New table: {game}", { game: game.name });
  const heading = useHeading(title);
  const seated = places.slice(0, seats);
  const hints = useHints(seated);
  const count = (n: number) => {
    setSeats(n);
    if (first > n) setFirst(BY_LOT);
  };
  const create = (event: Event) => {
    event.preventDefault();
    if (deed.busy) return;
    const chosen = { ...firstOption(first, seats), ...options.chosen() };
    void deed.run(() => createTable(connection, { game: game.id, seats: seated, options: chosen, ...door.plan(), ...time.plan(), ...hints.plan() }));
  };
  const counts = Array.from({ length: game.seats_max - game.seats_min + 1 }, (_, i) => game.seats_min + i);
  return (
    <div class="page">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="page-lead">
          {t("Everybody plays on their own device.")} <a href={`#/new/${game.id}`}>{t("Play on this screen instead")}</a>
        </p>
      </header>
      <Contact connection={connection} />
      {connection.me?.name === "" && <NameForm connection={connection} note={t("The others see it at the table. Without a name you are a guest.")} />}
      <form class="newgame online-form" onSubmit={create} noValidate>
        <section class="page-part">
          <Choice label={t("Players")} value={seats} among={counts.map((n) => ({ value: n, label: n }))} choose={count} />
          <fieldset class="form-row">
            <legend>{t("Seats")}</legend>
            <Places places={seated} set={(at, who) => setPlaces(withPlace(places, at, who))} />
          </fieldset>
          <Begins names={seated.map(sayPlace)} first={first} choose={setFirst} />
        </section>
        <section class="page-part" aria-labelledby="create-door">
          <h2 id="create-door">{t("The table")}</h2>
          {door.form}
          {time.form}
          {hints.form}
        </section>
        {options.form}
        <Submit busy={deed.busy} reason={deed.reason} />
      </form>
    </div>
  );
}

/** The deal of a table that has begun, played by others, or by oneself with other company. */
export function Again(props: { connection: Connection; games: GameInfo[]; table: string }): JSX.Element {
  const { table } = props;
  const connection = useConnection(props.connection);
  const [about, setAbout] = useState<{ game: string; seats: number; hints: boolean } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [places, setPlaces] = useState<string[]>([]);
  const time = useTime();
  const door = useDoor();
  const deed = useDeed();
  const title = t("The same deal at another table");
  const heading = useHeading(title);
  useEffect(() => {
    const ask = async () => {
      const { table: info } = await connection.ask("open", { table, form: "bytes", from: 0, seat: 0 });
      void connection.ask("leave", { table }).catch(() => {});
      setAbout({ game: info.game, seats: info.seats.length, hints: info.hints });
      setPlaces(info.seats.map((_, i) => (i === 0 ? "me" : "open")));
    };
    ask().catch((reason: unknown) => setRefusal(sayReason(reason)));
  }, [table]);
  if (refusal) return <Notice text={refusal} />;
  const game = props.games.find((one) => one.id === about?.game);
  const create = (event: Event) => {
    event.preventDefault();
    if (!deed.busy) void deed.run(() => createTable(connection, { seats: places, same_as: table, ...door.plan(), ...time.plan() }));
  };
  return (
    <div class="page">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="page-lead">
          {game?.name}. {t("Who plays this deal best? When everybody has finished, you can compare the results.")}
        </p>
        {about?.hints && <HintsAllowed />}
      </header>
      <Contact connection={connection} />
      <form class="newgame online-form" onSubmit={create} noValidate>
        <section class="page-part">
          <fieldset class="form-row">
            <legend>{t("Seats")}</legend>
            <Places places={places} set={(at, who) => setPlaces(withPlace(places, at, who))} />
          </fieldset>
          {door.form}
          {time.form}
        </section>
        <Submit busy={deed.busy} reason={deed.reason} />
      </form>
    </div>
  );
}
