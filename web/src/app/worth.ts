// SPDX-License-Identifier: MIT
// What a bot expects, in figures as people write them.
import { t } from "./words";
import type { Unit } from "../engine/types";

/** What is expected. */
export function sayUnit(unit: Unit): string {
  return unit === "share" ? t("Chance to win") : t("Expected lead over the others, in points");
}

function figure(value: number, options: Intl.NumberFormatOptions): string {
  return value.toLocaleString(document.documentElement.lang, options);
}

/** Thousandths as "54 %", or as points: "+1.2". */
export function sayWorth(unit: Unit, thousandths: number): string {
  const value = thousandths / 1000;
  if (unit === "share") return figure(value, { style: "percent", maximumFractionDigits: 0 });
  return figure(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
}

/** What was given away: always a little precise, never signed; "" if it is nothing to speak of. */
export function sayLoss(unit: Unit, thousandths: number): string {
  const value = thousandths / 1000;
  if (unit === "share") return value > 0 ? figure(value, { style: "percent", maximumFractionDigits: 1 }) : "";
  return value >= 0.05 ? figure(value, { maximumFractionDigits: 1 }) : "";
}

/** How an expectation changed: always signed. */
export function sayChange(unit: Unit, thousandths: number): string {
  const more: Intl.NumberFormatOptions = unit === "share" ? { style: "percent", maximumFractionDigits: 0 } : { maximumFractionDigits: 1 };
  return figure(thousandths / 1000, { ...more, signDisplay: "exceptZero" });
}

export function sayScore(thousandths: number): string {
  return figure(thousandths / 1000, { maximumFractionDigits: 0 });
}
