// The controls of anything that goes step by step: `<fewest-transport>`. First, back, backwards,
// forwards, forward, last, a slider and the speed; the same by keys.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { isTaken } from "./keys.js";
import { t } from "./words.js";
/** @import {IconName} from "./icons.js" */

/** Milliseconds a step at speed 1. */
const STEP = 700;
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** Fires `seek` with the step that is wanted. */
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
  /** What the slider says of a step. @type {(at: number) => string} */
  words = String;

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
    const button = (
      /** @type {IconName} */ sign,
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: "transport-button",
          "aria-label": name,
          title: `${name} (${key})`,
          onclick: act,
        },
        icon(sign),
      );
    this.#slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      class: "transport-slider",
      "aria-label": t("step"),
      oninput: () => this.#go(Number(this.#slider?.value)),
    });
    this.#play = button("play", t("Play forwards"), t("Space"), () => this.#run(1));
    this.#reverse = button("backwards", t("Play backwards"), "⇧ ←", () => this.#run(-1));
    const speeds = SPEEDS.map((speed) =>
      h("option", { value: speed, selected: speed === this.#speed }, `${speed}×`),
    );
    const speed = h(
      "select",
      { "aria-label": t("speed"), onchange: () => (this.#speed = Number(speed.value)) },
      speeds,
    );
    this.replaceChildren(
      h(
        "div",
        { class: "transport-buttons", role: "group", "aria-label": t("film") },
        button("first", t("First"), "Home", () => this.#go(0)),
        this.#reverse,
        button("back", t("Back"), "←", () => this.#go(this.#at - 1)),
        this.#play,
        button("forward", t("Forward"), "→", () => this.#go(this.#at + 1)),
        button("last", t("Last"), "End", () => this.#go(this.#last)),
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
    this.#seek(at);
  }

  /** @param {number} at */
  #seek(at) {
    const detail = Math.min(Math.max(at, 0), this.#last);
    if (detail !== this.#at) this.dispatchEvent(new CustomEvent("seek", { detail }));
  }

  /** @param {number} direction */
  #run(direction) {
    const isStop = this.#direction !== 0;
    this.rest();
    if (isStop || this.#last === 0) return;
    this.#direction = direction;
    // From the end it begins again.
    if (direction > 0 && this.#at >= this.#last) this.#seek(0);
    else if (direction < 0 && this.#at <= 0) this.#seek(this.#last);
    this.#update();
    this.#tick();
  }

  #tick() {
    this.#timer = setTimeout(() => {
      // A step that takes long to fetch is waited for, not jumped over.
      if (this.#isReady) {
        this.#isReady = false;
        this.#seek(this.#at + this.#direction);
      }
      if (this.#direction !== 0) this.#tick();
    }, STEP / this.#speed);
  }

  #update() {
    if (!this.#slider || !this.#play || !this.#reverse) return;
    this.#slider.max = String(this.#last);
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", this.words(this.#at));
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
