// SPDX-License-Identifier: MIT
// Between two people at one screen: a closed gate, in the colour of whoever comes next. Nothing of the game is behind it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SeatMark, seatClass, type Seat } from "../app/seats";
import { t } from "../app/words";
import { Gate } from "../art/gate";
import { seatName } from "./strip";

export function Cover(props: { player: Seat; ready: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const name = seatName(props.player);
  useEffect(() => button.current?.focus(), []);
  return (
    <section class={`cover ${seatClass(props.player.seat)}`} aria-labelledby="cover-title">
      <div class="cover-gate">
        <Gate />
        <SeatMark seat={props.player.seat} size={72} />
      </div>
      <h1 id="cover-title">{t("It is {name}'s turn.", { name })}</h1>
      <p>{t("Pass the device; nobody else should look now.")}</p>
      <button ref={button} type="button" class="button primary" data-ready onClick={props.ready}>
        {t("I am {name}: show my cards", { name })}
      </button>
    </section>
  );
}
