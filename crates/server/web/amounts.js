// Numbers in words: so many moves, so many positions, so long.

/** @import {Info} from "./types.js" */
import { figure, t, tr } from "./words.js";

/**
 * "4 moves".
 * @param {number} n
 * @param {Info} info
 */
export function count(n, info) {
  return t("{n} {unit}", { n: figure(n), unit: tr(n === 1 ? info.unit.one : info.unit.many) });
}

/**
 * "31 positions".
 * @param {number | string} n
 */
export function positions(n) {
  return String(n) === "1" ? t("1 position") : t("{n} positions", { n: short(n) });
}

/**
 * A number as long as it can be read, and then about how much it is.
 * @param {number | string} n
 */
export function short(n) {
  const digits = String(n);
  if (digits.length <= 9) return figure(n);
  if (digits.length <= 15) return figure(Number(n), { notation: "compact", maximumSignificantDigits: 3 });
  return `${digits[0]}.${digits.slice(1, 3)} × 10${raised(digits.length - 1)}`;
}

/**
 * "12 ms", or "3.4 s".
 * @param {number} seconds
 */
export function time(seconds) {
  if (seconds < 0.001) return t("under 1 ms");
  if (seconds < 1) return t("{n} ms", { n: figure(Math.round(seconds * 1000)) });
  return t("{n} s", { n: figure(seconds, { maximumFractionDigits: 1 }) });
}

/**
 * What ended a search, by its name.
 * @param {string} limit
 */
export function limitName(limit) {
  /** @type {Record<string, string>} */
  const names = {
    states: t("the number of positions"),
    memory: t("memory"),
    time: t("time"),
    cost: t("length"),
    stopped: t("stopped"),
  };
  return names[limit] ?? tr(limit);
}

/**
 * "26.1%".
 * @param {number} share
 */
export function percent(share) {
  const digits = share > 0 && share < 0.001 ? 2 : 1;
  return figure(share, { style: "percent", maximumFractionDigits: digits });
}

/** @param {number} power */
function raised(power) {
  return [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
