// The buttons that make moves, for hands without a keyboard: `<fewest-pad>`, four arrows, with the pieces
// that they move where there are several, or the faces of a die.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";
/** @import {IconName} from "./icons.js" */
/** @import {PieceMoves} from "./pieces.js" */
/** @import {Playing} from "./playing.js" */
/** @import {Info} from "./types.js" */

/** A die with more faces gets a field to write in. */
const FACES = 12;

/** Fires `move` with the move that is wanted, and `choose` with the name of a piece. */
export class PlayPad extends HTMLElement {
  /** @type {string[]} */
  #offered = [];
  #faces = 0;
  /** The name of the piece that the arrows move; none where there is only one. */
  #piece = "";
  #built = "";

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
      const chance = () => this.#move(this.#offered[Math.floor(Math.random() * this.#offered.length)]);
      const roll = h(
        "button",
        { type: "button", class: "tool chance", onclick: chance },
        icon("die"),
        h("span", {}, t("Roll")),
      );
      const faces = this.#faces > FACES ? this.#field() : this.#buttons();
      return [h("div", { class: "faces", role: "group", "aria-label": t("the roll") }, faces, roll)];
    });
  }

  #arrows() {
    const names = { U: t("up"), L: t("left"), D: t("down"), R: t("right") };
    const buttons = Object.entries(names).map(([move, name]) =>
      h(
        "button",
        {
          type: "button",
          class: `arrow arrow-${move}`,
          "aria-label": name,
          "data-move": move,
          onclick: () => this.#move(this.#piece + move),
        },
        icon(/** @type {IconName} */ (move)),
      ),
    );
    return [h("div", { class: "arrows", role: "group", "aria-label": t("Moves") }, buttons)];
  }

  /** The pieces to choose from. @param {string[]} names */
  #choices(names) {
    const choose = (/** @type {string} */ detail) => this.dispatchEvent(new CustomEvent("choose", { detail }));
    const buttons = names.map((name) =>
      h("button", { type: "button", class: "face", "aria-label": t("robot {name}", { name }), "data-piece": name, onclick: () => choose(name) }, name),
    );
    return buttons.length > 0 ? [h("div", { class: "faces", role: "group", "aria-label": t("the robot to move") }, buttons)] : [];
  }

  #buttons() {
    return Array.from({ length: this.#faces }, (_, n) =>
      h(
        "button",
        { type: "button", class: "face", "data-move": n + 1, onclick: () => this.#move(String(n + 1)) },
        n + 1,
      ),
    );
  }

  #field() {
    const input = h("input", {
      type: "number",
      min: 1,
      max: this.#faces,
      value: 1,
      "aria-label": t("the roll"),
    });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#move(input.value);
    };
    return h("form", { class: "row", onsubmit: send }, input, h("button", { class: "small" }, t("Go")));
  }

  /** @param {string | undefined} move */
  #move(move) {
    if (move) this.dispatchEvent(new CustomEvent("move", { detail: move }));
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
