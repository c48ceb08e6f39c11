// SPDX-License-Identifier: MIT
// Three short, quiet sounds, made on the spot; silent unless the player has switched them on.
import { settings } from "./settings";

export type Sound = "move" | "turn" | "over";

const notes: Record<Sound, number[]> = { move: [330], turn: [440, 587], over: [392, 494, 587] };

let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings().sounds) return;
  audio ??= new AudioContext();
  notes[sound].forEach((frequency, i) => pluck(audio as AudioContext, frequency, i * 0.12));
}

function pluck(context: AudioContext, frequency: number, delay: number): void {
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.08, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.25);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.26);
}
