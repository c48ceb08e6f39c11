// SPDX-License-Identifier: MIT
// The few parts forms are made of: a choice among words, a switch, a text, and a deed that asks before it is done.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import { t } from "../app/words";
import "./forms.css";

export interface Choosable<T> {
  value: T;
  label: ComponentChildren;
  disabled?: boolean;
}

/** One of a few, all in sight. */
export function Choice<T extends string | number>(props: {
  label: string;
  value: T;
  among: Choosable<T>[];
  choose: (value: T) => void;
  note?: ComponentChildren;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="form-row">
      <legend>{props.label}</legend>
      <div class="form-choice">
        {props.among.map((one) => (
          <label key={one.value}>
            <input
              type="radio"
              name={name}
              checked={one.value === props.value}
              disabled={one.disabled}
              onChange={() => props.choose(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
      {props.note && <p class="form-note">{props.note}</p>}
    </fieldset>
  );
}

export function Switch(props: {
  label: string;
  on: boolean;
  disabled?: boolean;
  turn: (on: boolean) => void;
  note?: string;
}): JSX.Element {
  const id = useId();
  return (
    <div class="form-row">
      <label class="form-switch">
        <input
          type="checkbox"
          role="switch"
          checked={props.on}
          disabled={props.disabled}
          aria-describedby={props.note ? id : undefined}
          onChange={(event) => props.turn(event.currentTarget.checked)}
        />
        <span class="form-label">{props.label}</span>
      </label>
      {props.note && (
        <p class="form-note" id={id}>
          {props.note}
        </p>
      )}
    </div>
  );
}

export const NAME_MAX = 24;

/** A name as it may stand in a record: one line, no blanks around it. */
export function tidyName(name: string): string {
  return name.replace(/\p{C}/gu, "").trim().slice(0, NAME_MAX);
}

/** A button that asks once more, in its own place; "no" is where the focus goes. */
export function Asking(props: {
  label: ComponentChildren;
  name?: string;
  quiet?: boolean;
  question: string;
  yes: string;
  no?: string; // "Keep it" unless given
  act: () => void;
}): JSX.Element {
  const [asking, ask] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) no.current?.focus();
    else if (asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  if (!asking)
    return (
      <button ref={button} type="button" class={`button${props.quiet ? " quiet" : ""}`} aria-label={props.name} onClick={() => ask(true)}>
        {props.label}
      </button>
    );
  return (
    <div
      class="form-asking"
      role="group"
      aria-label={props.question}
      onKeyDown={(event) => {
        if (event.key === "Escape") ask(false);
      }}
    >
      <span>{props.question}</span>
      <button type="button" class="button danger" onClick={props.act}>
        {props.yes}
      </button>
      <button ref={no} type="button" class="button" onClick={() => ask(false)}>
        {props.no ?? t("Keep it")}
      </button>
    </div>
  );
}

/** A screen that has nothing to show but why, and a way on. */
export function Notice(props: { text: string }): JSX.Element {
  const heading = useHeading(props.text);
  return (
    <div class="page">
      <h1 ref={heading} tabIndex={-1}>
        {props.text}
      </h1>
      <p>
        <a class="button" href="#/">
          {t("Home page")}
        </a>
      </p>
    </div>
  );
}

/** Why something was refused, where everybody notices. */
export function Reason(props: { text: string | null }): JSX.Element {
  return (
    <div role="alert">
      {props.text && <p class="form-reason">{props.text}</p>}
    </div>
  );
}
