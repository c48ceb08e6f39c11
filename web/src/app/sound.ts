// SPDX-License-Identifier: MIT
// Four short, quiet sounds, made on the spot: a piece is laid, something is won, it is your turn, the game is over. Silent
// unless the player has switched them on.
import { settings } from "./settings";

export type Sound = "place" | "win" | "turn" | "over";

const notes: Record<Sound, number[]> = { place: [196], win: [523, 659], turn: [440, 587], over: [392, 494, 587, 784] };

let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings().sounds) return;
  audio ??= new AudioContext();
  const length = sound === "place" ? 0.09 : 0.25; // wood is shorter than a string
  notes[sound].forEach((frequency, i) => pluck(audio as AudioContext, frequency, i * 0.12, length));
}

function pluck(context: AudioContext, frequency: number, delay: number, length: number): void {
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.08, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.01);
}
