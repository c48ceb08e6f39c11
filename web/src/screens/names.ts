// SPDX-License-Identifier: MIT
// Names for those who have none: bots. Short, so that every board has room for them; drawn without repetition.
const names = ["Bo", "Hua", "Jin", "Lan", "Mei", "Ning", "Qiu", "Rui", "Shan", "Tao", "Wen", "Yue"];

export function botNames(count: number): string[] {
  const left = [...names];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0] ?? "");
}
