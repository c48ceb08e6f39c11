// SPDX-License-Identifier: MIT
// A new game as you like it: who sits where, who begins, which options. What an option usually is the engine tells; what it
// may be at this number of players is tried on it.
import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { levels, usualLevel } from "../app/bots";
import { useHeading } from "../app/frame";
import { SeatMark, type Seat } from "../app/seats";
import { settings } from "../app/settings";
import { startGame } from "../app/start";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import { isRefusal, type GameInfo, type GameOption } from "../engine/types";
import { Choice, NAME_MAX, Reason, Switch, tidyName } from "./forms";
import { companyOf } from "./home";
import { botNames } from "./names";
import "./newgame.css";

// -- Options --

/** What the engine says about the values of an option at so many seats. */
interface Offer {
  refused: string[];
  most: number; // how many values may be joined by a comma; 1: they exclude each other
}

type Offers = Record<string, Offer>;

const wordsOf = (option: GameOption): string[] => option.values.split(" ");
const rangeOf = (option: GameOption): [number, number] | null => {
  const found = /^(\d+)-(\d+)$/.exec(option.values);
  return found ? [Number(found[1]), Number(found[2])] : null;
};
const isSwitch = (option: GameOption): boolean => option.values === "on off";

type Deal = (lines: string[]) => Promise<boolean>;

/** Whether the engine deals with these lines. It is the table's own, so nothing more is asked once `stopped` is: it may
 * belong to a game by then. */
function dealer(engine: Engine, game: GameInfo, seats: number, stopped: () => boolean): Deal {
  return async (lines) => !stopped() && !isRefusal(await engine.open(game.id, seats, 1n, lines));
}

async function offerOf(option: GameOption, usual: string, deal: Deal): Promise<Offer> {
  const values = wordsOf(option);
  const offer: Offer = { refused: [], most: 1 };
  for (const value of values) if (!(await deal([`option ${option.id} ${value}`]))) offer.refused.push(value);
  const several = values.filter((value) => value !== usual);
  while (
    !isSwitch(option) &&
    offer.most < several.length &&
    (await deal([`option ${option.id} ${several.slice(0, offer.most + 1).join(",")}`]))
  )
    offer.most++;
  return offer;
}

/** The option that the engine refuses even alone. */
async function culpritOf(options: GameOption[], chosen: Record<string, string>, deal: Deal): Promise<GameOption | null> {
  for (const option of options) {
    const value = chosen[option.id];
    if (value && !(await deal([`option ${option.id} ${value}`]))) return option;
  }
  return null;
}

/** The values of options in words. */
function valueWord(value: string): string {
  switch (value) {
    case "none":
      return t("none");
    case "diplomacy":
      return t("diplomacy");
    case "domination":
      return t("domination");
    case "recognition":
      return t("recognition");
    case "watchers":
      return t("watchers");
    default:
      return value;
  }
}

function OptionForm(props: {
  option: GameOption;
  usual: string;
  offer: Offer | undefined;
  value: string | undefined; // undefined: as usual
  set: (value: string) => void;
}): JSX.Element | null {
  const { option, usual, offer, set } = props;
  const value = props.value ?? usual;
  const id = useId();
  const range = rangeOf(option);
  if (range)
    return (
      <div class="form-row">
        <label class="form-label" for={id}>
          {option.label}
        </label>
        <input
          id={id}
          class="form-text newgame-number"
          type="number"
          inputMode="numeric"
          min={range[0]}
          max={range[1]}
          placeholder={usual}
          value={value}
          onInput={(event) => set(event.currentTarget.value.trim())}
        />
      </div>
    );
  if (!offer) return null;
  const values = wordsOf(option);
  if (isSwitch(option)) {
    const stuck = offer.refused.length > 0;
    return (
      <Switch
        label={option.label}
        on={(stuck ? usual : value) === "on"}
        disabled={stuck}
        turn={(on) => set(on ? "on" : "off")}
        note={stuck ? t("Not for this number of players.") : undefined}
      />
    );
  }
  if (offer.most === 1)
    return (
      <Choice
        label={option.label}
        value={value}
        among={values.map((one) => ({ value: one, label: valueWord(one), disabled: offer.refused.includes(one) }))}
        choose={set}
      />
    );
  const several = values.filter((one) => one !== usual);
  const chosen = several.filter((one) => value.split(",").includes(one));
  const toggle = (one: string) =>
    set(several.filter((other) => chosen.includes(other) !== (other === one)).join(",") || usual);
  return (
    <fieldset class="form-row">
      <legend>{option.label}</legend>
      <div class="form-choice">
        {several.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              disabled={offer.refused.includes(one) || (!chosen.includes(one) && chosen.length >= offer.most)}
              onChange={() => toggle(one)}
            />
            <span>
              {chosen.includes(one) && <Icon name="check" size={16} />}
              {valueWord(one)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

// -- Seats --

const PERSON = "person";

interface Place {
  who: string; // PERSON or the id of a bot
  name: string;
  spare: string; // its name if it is a bot's
}

function Places(props: { places: Place[]; set: (at: number, change: Partial<Place>) => void }): JSX.Element {
  return (
    <ol class="newgame-places">
      {props.places.map((place, i) => {
        const n = i + 1;
        const person = place.who === PERSON;
        return (
          <li key={n}>
            <SeatMark seat={n} size={30} />
            <select
              class="form-select"
              aria-label={t("Who plays seat {n}", { n })}
              value={place.who}
              onChange={(event) => props.set(i, { who: event.currentTarget.value })}
            >
              <option value={PERSON}>{t("Person")}</option>
              {levels.map((bot) => (
                <option key={bot.id} value={bot.id}>
                  {t("Bot: {name}", { name: t(bot.label) })}
                </option>
              ))}
            </select>
            <input
              class="form-text"
              aria-label={t("Name at seat {n}", { n })}
              maxLength={NAME_MAX}
              autocomplete="off"
              placeholder={person ? t("Player {n}", { n }) : place.spare}
              value={place.name}
              onInput={(event) => props.set(i, { name: event.currentTarget.value })}
            />
          </li>
        );
      })}
    </ol>
  );
}

function firstPlaces(most: number): Place[] {
  return botNames(most).map((spare, i) => ({ who: PERSON, name: i === 0 ? settings().name : "", spare }));
}

// -- The form --

const BY_LOT = 0;
const FIRST = "first";

export function NewGame(props: { engine: Engine; game: GameInfo; ui: GameUi }): JSX.Element {
  const { engine, game, ui } = props;
  const [seats, setSeats] = useState(companyOf(game));
  const [places, setPlaces] = useState(() => firstPlaces(game.seats_max));
  const [first, setFirst] = useState(BY_LOT);
  const [values, setValues] = useState<Record<string, string>>({});
  const [offers, setOffers] = useState<Offers>({});
  const [reason, setReason] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const asking = useRef(Promise.resolve());
  const heading = useHeading(t("New game: {game}", { game: game.name }));
  const options = game.options.filter((option) => option.id !== FIRST);
  const usualOf = (option: GameOption): string => option.usual[seats - game.seats_min] ?? "";
  const seated = places.slice(0, seats);
  const persons = seated.filter((place) => place.who === PERSON).length;

  useEffect(() => {
    let gone = false;
    const ask = async () => {
      const found: Offers = {};
      const deal = dealer(engine, game, seats, () => gone);
      for (const option of options) if (!rangeOf(option)) found[option.id] = await offerOf(option, usualOf(option), deal);
      if (!gone) setOffers(found);
    };
    asking.current = asking.current.then(ask);
    return () => {
      gone = true;
    };
  }, [engine, game, seats]);

  const nameOf = (place: Place, i: number): string =>
    tidyName(place.name) || (place.who === PERSON ? t("Player {n}", { n: i + 1 }) : place.spare);
  const count = (n: number) => {
    setSeats(n);
    if (first > n) setFirst(BY_LOT);
  };
  const fill = (who: string) => setPlaces(places.map((place, i) => (i === 0 ? { ...place, who: PERSON } : { ...place, who })));

  const start = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const chosen: Record<string, string> = {};
    const begins = first === BY_LOT ? 1 + Math.floor(Math.random() * seats) : first;
    if (begins !== 1) chosen[FIRST] = String(begins);
    for (const option of options) {
      const value = values[option.id];
      const offer = offers[option.id];
      if (value && value !== usualOf(option) && !(isSwitch(option) && offer?.refused.includes(value))) chosen[option.id] = value;
    }
    const players = seated.map((place, i): Seat => {
      return { seat: i + 1, name: nameOf(place, i), bot: place.who === PERSON ? null : place.who };
    });
    setBusy(true);
    await asking.current;
    const refused = await startGame(engine, { game: game.id, players, options: chosen });
    if (refused) {
      const culprit = await culpritOf(game.options, chosen, dealer(engine, game, seats, () => false));
      setReason(culprit ? t("{option}: {reason}", { option: culprit.label, reason: refused }) : refused);
      setBusy(false);
    }
  };

  const counts = Array.from({ length: game.seats_max - game.seats_min + 1 }, (_, i) => game.seats_min + i);
  return (
    <form class="page newgame" onSubmit={(event) => void start(event)} noValidate>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {t("New game: {game}", { game: game.name })}
        </h1>
        <p class="page-lead">
          {t("At one screen, against bots, or both. It takes about {minutes} minutes.", { minutes: ui.minutes })}{" "}
          <a href={`#/rules/${game.id}`}>{t("Read the rules")}</a>
        </p>
      </header>

      <section class="page-part">
        <Choice
          label={t("Players")}
          value={seats}
          among={counts.map((n) => ({ value: n, label: n }))}
          choose={count}
        />
        <fieldset class="form-row">
          <legend>{t("Seats")}</legend>
          <Places
            places={seated}
            set={(at, change) => setPlaces(places.map((place, i) => (i === at ? { ...place, ...change } : place)))}
          />
          <div class="newgame-fill">
            <button type="button" class="button quiet" onClick={() => fill(PERSON)}>
              <Icon name="friends" />
              {t("Friends on every seat")}
            </button>
            <button type="button" class="button quiet" onClick={() => fill(usualLevel)}>
              <Icon name="bot" />
              {t("Bots on the other seats")}
            </button>
          </div>
          <dl class="newgame-levels">
            {levels.map((level) => (
              <div key={level.id}>
                <dt>{t(level.label)}</dt>
                <dd>{t(level.say)}</dd>
              </div>
            ))}
          </dl>
          <p class="form-note" aria-live="polite">
            {persons > 1
              ? t("You share this screen. Between turns it is covered until the next player is ready, so nobody sees another hand.")
              : persons === 0
                ? t("Only bots play; you look on.")
                : t("The bots answer at once and never look into your hand.")}
          </p>
        </fieldset>
        <Choice
          label={t("Who begins")}
          value={first}
          among={[
            { value: BY_LOT, label: [<Icon name="lot" size={18} />, t("By lot")] },
            ...seated.map((place, i) => ({
              value: i + 1,
              label: [<SeatMark seat={i + 1} size={18} />, <span class="newgame-name">{nameOf(place, i)}</span>],
            })),
          ]}
          choose={setFirst}
        />
      </section>

      {options.length > 0 && (
        <section class="page-part" aria-labelledby="newgame-options">
          <h2 id="newgame-options">{t("Options")}</h2>
          {options.map((option) => (
            <OptionForm
              key={option.id}
              option={option}
              usual={usualOf(option)}
              offer={offers[option.id]}
              value={values[option.id]}
              set={(value) => setValues({ ...values, [option.id]: value })}
            />
          ))}
        </section>
      )}

      <Reason text={reason} />
      <div class="newgame-start">
        <button type="submit" class="button primary" aria-disabled={busy}>
          <Icon name="play" />
          {t("Start the game")}
        </button>
        <a class="button quiet" href="#/">
          {t("Back")}
        </a>
      </div>
    </form>
  );
}
