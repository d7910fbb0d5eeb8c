// The words of the page in the language that its reader chose, and numbers in words. English is written in
// the code and is the key of the dictionary; a text that the dictionary lacks stays English.
import { keep, LANGUAGE } from "./kept.js";
/** @import {Info} from "./types.js" */

/** Control characters but for white space, and those that format text without being seen. */
const HIDDEN = /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** @type {Record<string, string>} */
let dictionary = {};
/** @type {"en" | "zh"} */
let current = "en";

/**
 * The text in the reader's language, its `{names}` filled in. The first argument is written out
 * where it is used, so that a test can collect all of them.
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function t(template, values) {
  const text = tr(template);
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? readable(String(values[name])) : whole));
}

/**
 * A text of somebody's own as the page shows it beside others: characters that reorder or hide text
 * are spelt out, as the command does.
 * @param {string} text
 */
export function readable(text) {
  return text.replace(HIDDEN, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}

/**
 * A word that came as data, in the reader's language.
 * @param {string} text
 */
export function tr(text) {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : text;
}

/** The reader's language. */
export function lang() {
  return current;
}

/**
 * A number as the reader's language writes it.
 * @param {number | string | bigint} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function figure(value, options) {
  // Counts past 2^53 come as strings of digits, and are kept whole.
  const number = typeof value === "string" ? BigInt(value) : value;
  return new Intl.NumberFormat(current === "zh" ? "zh-CN" : "en", options).format(number);
}

/**
 * Switches the language of the whole page in place; fails where its words cannot be had.
 * @param {"en" | "zh"} code
 */
export async function setLang(code) {
  await speak(code);
  keep(LANGUAGE, code);
  document.dispatchEvent(new Event("languagechange-fewest"));
}

/**
 * Fills in what the HTML marks: `data-t` is an element's text, `data-t-label` its accessible name.
 * @param {ParentNode} root
 */
export function dress(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = tr(element.getAttribute("data-t") ?? "");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", tr(element.getAttribute("data-t-label") ?? ""));
  }
}

/** @param {"en" | "zh"} code */
async function speak(code) {
  const words = code === "en" ? {} : await fetched(code);
  dictionary = words;
  current = code;
  document.documentElement.lang = code;
}

/**
 * @param {string} code
 * @returns {Promise<Record<string, string>>}
 */
async function fetched(code) {
  const address = document.querySelector(`meta[name=words-${code}]`)?.getAttribute("content") ?? "";
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no words: ${response.status}`);
  return response.json();
}

// The reader's language was found by `early.js`.
await speak(document.documentElement.lang === "zh" ? "zh" : "en").catch(() => speak("en"));

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
