// SPDX-License-Identifier: MIT
// A new game as you like it: who sits where, who begins, which options.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { levels, usualLevel } from "../app/bots";
import { useHeading } from "../app/frame";
import { SeatMark, type Seat } from "../app/seats";
import { settings } from "../app/settings";
import { startGame } from "../app/start";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import type { GameInfo } from "../engine/types";
import { Choice, NAME_MAX, Reason, tidyName } from "./forms";
import { companyOf } from "./home";
import { botNames } from "./names";
import { BY_LOT, Begins, firstOption, useOptions } from "./options";
import "./newgame.css";

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

export function NewGame(props: { engine: Engine; game: GameInfo; ui: GameUi }): JSX.Element {
  const { engine, game, ui } = props;
  const [seats, setSeats] = useState(companyOf(game));
  const [places, setPlaces] = useState(() => firstPlaces(game.seats_max));
  const [first, setFirst] = useState(BY_LOT);
  const [reason, setReason] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const heading = useHeading(t("New game: {game}", { game: game.name }));
  const options = useOptions(engine, game, seats);
  const seated = places.slice(0, seats);
  const persons = seated.filter((place) => place.who === PERSON).length;

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
    const chosen = { ...firstOption(first, seats), ...options.chosen() };
    const players = seated.map((place, i): Seat => {
      return { seat: i + 1, name: nameOf(place, i), bot: place.who === PERSON ? null : place.who };
    });
    setBusy(true);
    await options.settled();
    const refused = await startGame(engine, { game: game.id, players, options: chosen });
    if (refused) {
      const culprit = await options.culprit(chosen);
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
          {t("On this screen, against bots, or both. It takes about {minutes} minutes.", { minutes: ui.minutes })}{" "}
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
              ? t("Between turns the screen is covered, so nobody sees another player's hand.")
              : persons === 0
                ? t("Only bots play; you are watching.")
                : t("The bots answer at once and never see your hand.")}
          </p>
        </fieldset>
        <Begins names={seated.map(nameOf)} first={first} choose={setFirst} />
      </section>

      {options.form}

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
