// The buttons beside a game: taking back, hints, flags.

/** @import {Clicks} from "./clicks.js" */
/** @import {IconName} from "./icons.js" */
/** @import {Info} from "./types.js" */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/**
 * Undo, redo, restart and hint, in this order.
 * @param {{undo: () => void, redo: () => void, restart: () => void, hint: () => void}} acts
 */
export function tools({ undo, redo, restart, hint }) {
  return [
    tool("undo", t("Undo"), "Z", undo),
    tool("redo", t("Redo"), "Y", redo),
    tool("restart", t("Restart"), "R", restart),
    tool("hint", t("Hint"), "H", hint),
  ];
}

/**
 * Whether wasted moves are told; where squares are covered, also what a click does, and whether what
 * is covered is shown.
 * @param {{isOn: boolean, set: (isOn: boolean) => void}} coach
 * @param {{clicks: Clicks, seesAll: boolean, see: (seesAll: boolean) => void} | false} covered
 */
export function switches(coach, covered) {
  const coaching = toggle("coach", t("Coach"), coach.isOn, coach.set);
  coaching.title = t("tells which moves were wasted, and what would have been better");
  if (!covered) return h("div", { class: "row" }, coaching);
  const { clicks, seesAll, see } = covered;
  return h(
    "div",
    { class: "row" },
    toggle("flag", t("Set flags"), clicks.isFlagging, (isOn) => (clicks.isFlagging = isOn)),
    toggle("eye", t("Show mines"), seesAll, see),
    coaching,
  );
}

/**
 * @param {IconName} sign
 * @param {string} name
 * @param {string} key
 * @param {() => void} act
 */
function tool(sign, name, key, act) {
  const title = `${name} (${key})`;
  const attributes = { type: "button", class: "tool", title, "aria-keyshortcuts": key, onclick: act };
  return h("button", attributes, icon(sign), h("span", {}, name));
}

/**
 * @param {IconName} sign
 * @param {string} name
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} act
 */
export function toggle(sign, name, isOn, act) {
  const button = h(
    "button",
    { type: "button", class: "tool", "aria-pressed": String(isOn) },
    icon(sign),
    h("span", {}, name),
  );
  button.addEventListener("click", () => {
    const isNow = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isNow));
    act(isNow);
  });
  return button;
}

/**
 * What the keys do.
 * @param {Info} info
 */
export function keysOf({ play, covers }) {
  if (play === "steps") {
    return t("Arrow keys, W A S D or swipes move. Z takes back, Y redoes, R restarts, H hints.");
  }
  if (play === "pieces") {
    return t("Arrow keys, W A S D or swipes move the chosen robot; its digit or letter, or a click on it, chooses another. A click in its row or column moves it that way. Z takes back, Y redoes, R restarts, H hints.");
  }
  if (play === "numbers") return t("The number keys roll. Z takes back, Y redoes, R restarts, H hints.");
  if (!covers) return t("A click is a move. Z takes back, Y redoes, R restarts, H hints.");
  return t(
    "A click opens; the right button, a long press or F sets a flag; a click on a count whose flags are set opens the rest. Z takes back, Y redoes, R restarts, H hints.",
  );
}
