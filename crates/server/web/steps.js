// Going along a list of moves: `<fewest-transport>`, the controls of anything that goes step by step, and
// `<fewest-moves>`, the list itself.
import { announce, moveName } from "./announce.js";
import { button, choice, h, icon, isTaken } from "./dom.js";
import { figure, t } from "./words.js";
/** @import {IconName} from "./dom.js" */
/** @import {WalkedMove} from "./types.js" */

/** Milliseconds a step at speed 1. */
const STEP = 700;
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export class Transport extends HTMLElement {
  #at = 0;
  #last = 0;
  /** 1 forwards, -1 backwards, 0 at rest. */
  #direction = 0;
  #speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the step before has been shown. */
  #isReady = true;
  /** @type {HTMLInputElement | undefined} */
  #slider;
  /** @type {HTMLButtonElement | undefined} */
  #play;
  /** @type {HTMLButtonElement | undefined} */
  #reverse;
  #seek;
  #words;

  /** @param {(at: number) => unknown} seek shows another step @param {(at: number) => string} words what there is to say of a step */
  constructor(seek, words) {
    super();
    this.#seek = seek;
    this.#words = words;
  }

  connectedCallback() {
    this.retell();
  }

  disconnectedCallback() {
    this.rest();
  }

  /** Whether it goes on by itself. */
  get isRunning() {
    return this.#direction !== 0;
  }

  /**
   * How many steps there are, and which one is shown.
   * @param {number} last
   * @param {number} at
   */
  show(last, at) {
    this.#last = last;
    this.#at = at;
    this.#isReady = true;
    if (this.#direction > 0 && at >= last) this.rest();
    if (this.#direction < 0 && at <= 0) this.rest();
    this.#update();
  }

  /** Stops where it is. */
  rest() {
    clearTimeout(this.#timer);
    this.#direction = 0;
    // A step that failed is not waited for when it goes on.
    this.#isReady = true;
    this.#update();
  }

  /** Builds everything, in the language of now. */
  retell() {
    const control = (/** @type {IconName} */ sign, /** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act) =>
      button(icon(sign), act, { class: "transport-button", "aria-label": name, title: `${name} (${key})` });
    const seek = () => this.#go(Number(this.#slider?.value));
    this.#slider = h("input", { type: "range", min: 0, step: 1, class: "transport-slider", "aria-label": t("step"), oninput: seek });
    this.#play = control("play", t("Play forwards"), t("Space"), () => this.#run(1));
    this.#reverse = control("backwards", t("Play backwards"), "⇧ ←", () => this.#run(-1));
    const speeds = SPEEDS.map((speed) => /** @type {[string, string]} */ ([String(speed), `${speed}×`]));
    const speed = choice(t("speed"), speeds, String(this.#speed), (value) => (this.#speed = Number(value)));
    this.replaceChildren(
      h(
        "div",
        { class: "transport-buttons", role: "group", "aria-label": t("film") },
        control("first", t("First"), "Home", () => this.#go(0)),
        this.#reverse,
        control("back", t("Back"), "←", () => this.#go(this.#at - 1)),
        this.#play,
        control("forward", t("Forward"), "→", () => this.#go(this.#at + 1)),
        control("last", t("Last"), "End", () => this.#go(this.#last)),
      ),
      h("div", { class: "transport-line" }, this.#slider, speed),
    );
    this.#update();
  }

  /**
   * Takes a key if it is one of its own.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    const isButton = event.target instanceof Element && event.target.matches("button, input, summary, a");
    /** @type {Record<string, () => void>} */
    const acts = {
      Home: () => this.#go(0),
      End: () => this.#go(this.#last),
      ArrowLeft: () => (event.shiftKey ? this.#run(-1) : this.#go(this.#at - 1)),
      ArrowRight: () => (event.shiftKey ? this.#run(1) : this.#go(this.#at + 1)),
    };
    // The space bar presses what has the focus, where that can be pressed.
    if (!isButton) acts[" "] = () => this.#run(1);
    const act = acts[event.key];
    act?.();
    return act !== undefined;
  }

  /** @param {number} at */
  #go(at) {
    this.rest();
    this.#show(at);
  }

  /** @param {number} wanted */
  async #show(wanted) {
    const at = Math.min(Math.max(wanted, 0), this.#last);
    if (at === this.#at) return;
    await this.#seek(at);
    if (!this.isRunning) announce(this.#words(this.#at));
  }

  /** @param {number} direction */
  #run(direction) {
    const isStop = this.#direction !== 0;
    this.rest();
    if (isStop || this.#last === 0) return;
    this.#direction = direction;
    // From the end it begins again.
    if (direction > 0 && this.#at >= this.#last) this.#show(0);
    else if (direction < 0 && this.#at <= 0) this.#show(this.#last);
    this.#update();
    this.#tick();
  }

  #tick() {
    this.#timer = setTimeout(() => {
      // A step that takes long to fetch is waited for, not jumped over.
      if (this.#isReady) {
        this.#isReady = false;
        this.#show(this.#at + this.#direction);
      }
      if (this.#direction !== 0) this.#tick();
    }, STEP / this.#speed);
  }

  #update() {
    if (!this.#slider || !this.#play || !this.#reverse) return;
    this.#slider.max = String(this.#last);
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", this.#words(this.#at));
    for (const [button, direction, sign, name] of /** @type {const} */ ([
      [this.#play, 1, "play", t("Play forwards")],
      [this.#reverse, -1, "backwards", t("Play backwards")],
    ])) {
      const isRunning = this.#direction === direction;
      if (button.getAttribute("aria-pressed") === String(isRunning)) continue;
      button.setAttribute("aria-pressed", String(isRunning));
      button.setAttribute("aria-label", isRunning ? t("Pause") : name);
      button.replaceChildren(icon(isRunning ? "pause" : sign));
    }
  }
}

customElements.define("fewest-transport", Transport);

const ARROWS = new Set(["U", "D", "L", "R"]);
/** Longer lists show only what is near, and how many there are before and after. */
const SHOWN = 400;

export class MovesList extends HTMLElement {
  /** @type {string[]} */
  #moves = [];
  #at = 0;
  #from = 0;
  /** @type {WalkedMove[]} */
  #steps = [];

  #pick;

  /** @param {(made: number) => void} pick goes to the position after so many moves */
  constructor(pick) {
    super();
    this.#pick = pick;
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
      h("li", {}, button(words, () => this.#pick(made), { class: "cut", "data-made": made }));
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
    const content = [sign, step?.loss === "ground" && h("sup", {}, `+${step.by}`)];
    const attributes = { class: `move loss-${step?.loss ?? "none"}${undone}`, "data-made": n + 1, "aria-label": label, title: label };
    return h("li", {}, button(content, () => this.#pick(n + 1), attributes));
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
