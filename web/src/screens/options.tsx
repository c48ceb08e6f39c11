// SPDX-License-Identifier: MIT
// The options of a game as a form. What an option usually is the engine tells; what it may be at this number of players is
// tried on it.
import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { SeatMark } from "../app/seats";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { Engine } from "../engine/client";
import { isRefusal, type GameInfo, type GameOption } from "../engine/types";
import { Choice, Switch } from "./forms";

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

// -- All of them --

/** Who begins is asked for beside the seats. */
export const FIRST = "first";

export interface Options {
  form: JSX.Element | null;
  /** Those that differ from what is usual. */
  chosen: () => Record<string, string>;
  /** Waits until the engine has answered what it was asked. */
  settled: () => Promise<void>;
  /** The option that is refused even alone. */
  culprit: (chosen: Record<string, string>) => Promise<GameOption | null>;
}

export function useOptions(engine: Engine, game: GameInfo, seats: number): Options {
  const [values, setValues] = useState<Record<string, string>>({});
  const [offers, setOffers] = useState<Offers>({});
  const asking = useRef(Promise.resolve());
  const options = game.options.filter((option) => option.id !== FIRST);
  const usualOf = (option: GameOption): string => option.usual[seats - game.seats_min] ?? "";

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

  const chosen = () => {
    const found: Record<string, string> = {};
    for (const option of options) {
      const value = values[option.id];
      const offer = offers[option.id];
      if (value && value !== usualOf(option) && !(isSwitch(option) && offer?.refused.includes(value))) found[option.id] = value;
    }
    return found;
  };
  const form =
    options.length === 0 ? null : (
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
    );
  const culprit = (found: Record<string, string>) => culpritOf(game.options, found, dealer(engine, game, seats, () => false));
  return { form, chosen, culprit, settled: () => asking.current };
}

// -- Who begins --

export const BY_LOT = 0;

/** The seat that begins, or a draw. */
export function Begins(props: { names: string[]; first: number; choose: (first: number) => void }): JSX.Element {
  return (
    <Choice
      label={t("Starting player")}
      value={props.first}
      among={[
        { value: BY_LOT, label: [<Icon name="lot" size={18} />, t("At random")] },
        ...props.names.map((name, i) => ({
          value: i + 1,
          label: [<SeatMark seat={i + 1} size={18} />, <span class="newgame-name">{name}</span>],
        })),
      ]}
      choose={props.choose}
    />
  );
}

/** The option that says who begins; drawn by lot here if so wanted. */
export function firstOption(first: number, seats: number): Record<string, string> {
  const begins = first === BY_LOT ? 1 + Math.floor(Math.random() * seats) : first;
  return begins === 1 ? {} : { [FIRST]: String(begins) };
}
