// A list of moves to look along and to jump in: `<fewest-moves>`.

import { moveName } from "./called.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { figure, t } from "./words.js";
/** @import {IconName} from "./icons.js" */
/** @import {WalkedMove} from "./types.js" */

const ARROWS = new Set(["U", "D", "L", "R"]);
/** Longer lists show only what is near, and how many there are before and after. */
const SHOWN = 400;

/** Fires `pick` with the number of moves that were made when the picked one had been. */
export class MovesList extends HTMLElement {
  /** @type {string[]} */
  #moves = [];
  #at = 0;
  #from = 0;
  /** @type {WalkedMove[]} */
  #steps = [];

  constructor() {
    super();
    this.addEventListener("click", (event) => {
      const picked = event.target instanceof Element ? event.target.closest("button") : null;
      const detail = Number(picked?.dataset.made);
      if (picked) this.dispatchEvent(new CustomEvent("pick", { detail }));
    });
  }

  /**
   * @param {string[]} moves
   * @param {number} at how many of them are made
   * @param {WalkedMove[]} [steps] what they cost, as far as that is known
   */
  show(moves, at, steps = []) {
    const from = Math.max(0, Math.min(at - SHOWN / 2, moves.length - SHOWN));
    const isSame = moves.length === this.#moves.length && moves.every((move, n) => move === this.#moves[n]);
    if (isSame && from === this.#from && steps === this.#steps && this.childElementCount > 0) {
      this.#mark(this.#at, false);
      this.#at = at;
    } else {
      this.#moves = moves;
      this.#steps = steps;
      this.#from = from;
      this.#at = at;
      this.#build();
    }
    this.#mark(at, true);
  }

  /** Says everything again, in the language of now. */
  retell() {
    this.#build();
    this.#mark(this.#at, true);
  }

  #build() {
    const items = this.#moves.slice(this.#from, this.#from + SHOWN);
    const [before, end] = [this.#from, this.#from + items.length];
    const after = this.#moves.length - end;
    // They lead to the moves that they stand for.
    const cut = (/** @type {string} */ words, /** @type {number} */ made) =>
      h("li", {}, h("button", { type: "button", class: "cut", "data-made": made }, words));
    const list = h(
      "ol",
      { class: "moves", "aria-label": t("Moves") },
      before > 0 && cut(t("… {n} before", { n: figure(before) }), before),
      items.map((move, n) => this.#item(move, this.#from + n)),
      after > 0 && cut(t("… {n} after", { n: figure(after) }), end + 1),
    );
    this.replaceChildren(list);
  }

  /**
   * @param {string} move
   * @param {number} n
   */
  #item(move, n) {
    const step = this.#steps[n]?.move === move ? this.#steps[n] : undefined;
    const cost = costOf(step);
    const name = moveName(move);
    const sign = ARROWS.has(move) ? icon(/** @type {IconName} */ (move)) : name;
    const label = t("move {n}: {move}", { n: n + 1, move: name }) + (cost ? `, ${cost}` : "");
    const undone = n >= this.#at ? " is-undone" : "";
    const button = h(
      "button",
      {
        type: "button",
        class: `move loss-${step?.loss ?? "none"}${undone}`,
        "data-made": n + 1,
        "aria-label": label,
        title: label,
      },
      sign,
    );
    if (step?.loss === "ground") button.append(h("sup", {}, `+${step.by}`));
    return h("li", {}, button);
  }

  /**
   * @param {number} at
   * @param {boolean} isOn
   */
  #mark(at, isOn) {
    for (const button of this.querySelectorAll("button")) {
      button.classList.toggle("is-undone", Number(button.dataset.made) > this.#at);
    }
    const button = this.querySelector(`[data-made="${at}"]`);
    if (isOn) button?.setAttribute("aria-current", "step");
    else button?.removeAttribute("aria-current");
    // Only the list scrolls, never the page.
    const list = this.querySelector("ol");
    if (isOn && list && button instanceof HTMLElement) {
      // A row further, so that it does not lie under the fade.
      const row = button.offsetHeight;
      const below = button.offsetTop + 1.5 * row - (list.scrollTop + list.clientHeight);
      const above = list.scrollTop - (button.offsetTop - 0.5 * row);
      if (below > 0) list.scrollTop += below;
      if (above > 0) list.scrollTop -= above;
    }
  }
}

/**
 * What a move cost, in words; nothing for one that cost nothing.
 * @param {WalkedMove | undefined} step
 */
function costOf(step) {
  if (step?.loss === "ground") return t("{by} more than needed", { by: step.by ?? 0 });
  if (step?.loss === "win") return t("lost the win");
  return "";
}

customElements.define("fewest-moves", MovesList);
