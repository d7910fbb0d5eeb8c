// The buttons of a game: `<fewest-pad>` makes moves, for hands without a keyboard; others take back, give hints
// and set flags.
import { button, h, icon, tool } from "./dom.js";
import { t } from "./words.js";
/** @import {IconName} from "./dom.js" */
/** @import {Clicks, PieceMoves} from "./gestures.js" */
/** @import {Playing} from "./playing.js" */
/** @import {Info} from "./types.js" */

/** A die with more faces gets a field to write in. */
const FACES = 12;

export class PlayPad extends HTMLElement {
  /** @type {string[]} */
  #offered = [];
  #faces = 0;
  /** The name of the piece that the arrows move; none where there is only one. */
  #piece = "";
  #built = "";
  #push;
  #choose;

  /** @param {(move: string) => void} push makes a move @param {(piece: string) => void} choose chooses a piece by its name */
  constructor(push, choose) {
    super();
    this.#push = push;
    this.#choose = choose;
  }

  /**
   * Brings the buttons up to date in place, so that the focus stays where it is.
   * @param {Playing} game
   * @param {Info} info
   * @param {PieceMoves} pieces
   */
  update(game, info, pieces) {
    this.#offered = game.frame?.moves ?? [];
    const hasPieces = info.play === "pieces";
    this.#piece = hasPieces ? pieces.chosen : "";
    if (hasPieces) this.#build(`pieces ${pieces.names.join()}`, () => [...this.#choices(pieces.names), ...this.#arrows()]);
    else if (info.play === "steps") this.#build("steps", () => this.#arrows());
    else if (info.play === "numbers") this.#rolls(game);
    else this.#build("squares", () => []);
    const best = new Set(game.hint?.keep_optimum ?? []);
    for (const button of this.querySelectorAll("[data-move]")) {
      const move = this.#piece + button.getAttribute("data-move");
      button.classList.toggle("is-best", best.has(move));
      button.classList.toggle("is-unwise", !this.#offered.includes(move));
    }
    for (const button of this.querySelectorAll("[data-piece]")) {
      const name = button.getAttribute("data-piece") ?? "";
      button.setAttribute("aria-pressed", String(name === this.#piece));
      button.classList.toggle("is-best", [...best].some((move) => move.slice(0, -1) === name));
    }
  }

  /** Says everything again, in the language of now. */
  retell() {
    this.#built = "";
  }

  /** @param {Playing} game */
  #rolls(game) {
    // Near the end fewer rolls are offered; the die has as many faces as before.
    const offered = this.#offered.reduce((most, roll) => Math.max(most, Number(roll)), 0);
    this.#faces = game.moves.length === 0 ? offered : Math.max(this.#faces, offered);
    this.#build(`numbers ${this.#faces}`, () => {
      const chance = () => {
        const move = this.#offered[Math.floor(Math.random() * this.#offered.length)];
        if (move) this.#push(move);
      };
      const roll = tool("die", t("Roll"), chance, { class: "tool chance" });
      const faces = this.#faces > FACES ? this.#field() : this.#buttons();
      return [h("div", { class: "faces", role: "group", "aria-label": t("the roll") }, faces, roll)];
    });
  }

  #arrows() {
    const names = { U: t("up"), L: t("left"), D: t("down"), R: t("right") };
    const buttons = Object.entries(names).map(([move, name]) => {
      const sign = icon(/** @type {IconName} */ (move));
      return button(sign, () => this.#push(this.#piece + move), { class: `arrow arrow-${move}`, "aria-label": name, "data-move": move });
    });
    return [h("div", { class: "arrows", role: "group", "aria-label": t("Moves") }, buttons)];
  }

  /** The pieces to choose from. @param {string[]} names */
  #choices(names) {
    const buttons = names.map((name) =>
      button(name, () => this.#choose(name), { class: "face", "aria-label": t("robot {name}", { name }), "data-piece": name }),
    );
    return buttons.length > 0 ? [h("div", { class: "faces", role: "group", "aria-label": t("the robot to move") }, buttons)] : [];
  }

  #buttons() {
    return Array.from({ length: this.#faces }, (_, n) =>
      button(n + 1, () => this.#push(String(n + 1)), { class: "face", "data-move": n + 1 }),
    );
  }

  #field() {
    const input = h("input", { type: "number", min: 1, max: this.#faces, value: 1, "aria-label": t("the roll") });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value) this.#push(input.value);
    };
    return h("form", { class: "row", onsubmit: send }, input, h("button", { class: "small" }, t("Go")));
  }

  /**
   * @param {string} what
   * @param {() => Node[]} make
   */
  #build(what, make) {
    if (what === this.#built) return;
    this.#built = what;
    this.replaceChildren(...make());
  }
}

customElements.define("fewest-pad", PlayPad);

/**
 * Undo, redo, restart and hint, in this order.
 * @param {{undo: () => void, redo: () => void, restart: () => void, hint: () => void}} acts
 */
export function tools({ undo, redo, restart, hint }) {
  const keyed = (/** @type {IconName} */ sign, /** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act) =>
    tool(sign, name, act, { title: `${name} (${key})`, "aria-keyshortcuts": key });
  return [
    keyed("undo", t("Undo"), "Z", undo),
    keyed("redo", t("Redo"), "Y", redo),
    keyed("restart", t("Restart"), "R", restart),
    keyed("hint", t("Hint"), "H", hint),
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
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} act
 */
export function toggle(sign, name, isOn, act) {
  const press = () => {
    const isNow = pressed.getAttribute("aria-pressed") !== "true";
    pressed.setAttribute("aria-pressed", String(isNow));
    act(isNow);
  };
  const pressed = tool(sign, name, press, { "aria-pressed": String(isOn) });
  return pressed;
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
