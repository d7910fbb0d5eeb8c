// The film of a solution, step by step, with the way it takes.

import { short } from "./amounts.js";
import { announce } from "./announce.js";
import { ask, askText, OUT_OF_REACH, problemOf } from "./api.js";
import { moveName } from "./called.js";
import { fill, h } from "./dom.js";
import { Frames } from "./frames.js";
import { verdict } from "./verdict.js";
import { MovesList } from "./moves-list.js";
import { nowShown } from "./now.js";
import { refusal } from "./play-words.js";
import { shown, wayOf } from "./picture.js";
import { store } from "./store.js";
import { Transport } from "./transport.js";
import { figure, t } from "./words.js";
/** @import {Picture} from "./tiles.js" */
/** @import {Sight} from "./watch.js" */
/** @import {Frame, Solutions, Standing} from "./types.js" */

/** So many optimal solutions are listed. */
const LISTED = 50;

/** @implements {Sight} */
export class Film {
  element = h("div", { class: "card" });
  #transport = /** @type {Transport} */ (document.createElement("fewest-transport"));
  #moves = /** @type {MovesList} */ (document.createElement("fewest-moves"));
  #caption = h("p", { class: "caption" });
  #choice = h("div", { class: "row" });
  #below = h("div", { class: "row" });
  /** @type {((picture: Picture) => void) | null} */
  #show = null;
  /** The level as it was read. */
  #text = "";
  /** The moves of the film, or nothing while there is none. @type {string[] | null} */
  #film = null;
  #at = 0;
  /** Whether the film has come: only one that has need not be asked for again. */
  #isHere = false;
  #showsWay = true;
  /** Where each move goes, as far as that was seen. @type {number[][]} */
  #ways = [];
  /** How the game stands after each move, as far as that was seen. @type {Standing[]} */
  #standings = [];
  #frames = new Frames("");
  /** @type {Solutions | null} */
  #all = null;
  #chosen = "best";
  /** @type {AbortController | null} */
  #asked = null;

  constructor() {
    this.#transport.words = (at) => this.#words(at);
    this.#transport.addEventListener("seek", async (event) => {
      await this.#seek(/** @type {CustomEvent} */ (event).detail);
      if (!this.#transport.isRunning) announce(this.#words(this.#at));
    });
    this.#moves.addEventListener("pick", (event) => {
      this.#transport.rest();
      this.#seek(/** @type {CustomEvent} */ (event).detail);
    });
  }

  /** @param {(picture: Picture) => void} show */
  enter(show) {
    this.#show = show;
    if (store.text() !== this.#text) return this.renew();
    // Whoever comes back finds the film where it was left.
    this.#asked = new AbortController();
    this.#seek(this.#at);
  }

  leave() {
    this.#show = null;
    this.#asked?.abort();
    if (!this.#isHere) this.#text = "";
    this.#transport.rest();
  }

  renew() {
    if (!this.#show) return this.#tell();
    const text = store.text();
    if (verdict.isAsking) {
      if (text !== this.#text) this.#clear();
      return this.#tell();
    }
    if (text === this.#text) return;
    this.#text = text;
    this.#all = null;
    this.#chosen = "best";
    this.#load();
  }

  retell() {
    const way = h("input", {
      type: "checkbox",
      checked: this.#showsWay,
      onchange: () => {
        this.#showsWay = way.checked;
        this.#seek(this.#at);
      },
    });
    fill(this.#below, h("label", { class: "check" }, way, t("Show the way")));
    // What is used at every step comes first: on a phone it is in sight together with the board.
    fill(this.element, this.#caption, this.#transport, this.#choice, this.#below, this.#moves);
    this.#transport.retell();
    this.#moves.retell();
    this.#offer();
    this.#tell();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#transport.key(event);
  }

  pick() {}

  /** Another level is being searched: what is known of the one before says nothing about it. */
  #clear() {
    this.#asked?.abort();
    this.#text = "";
    this.#film = null;
    this.#isHere = false;
    fill(this.#choice);
    this.#show?.(nowShown());
  }

  /** Fetches the film that is chosen, and shows how it begins. */
  async #load() {
    this.#asked?.abort();
    const { signal } = (this.#asked = new AbortController());
    this.#transport.rest();
    this.#frames = new Frames(this.#text);
    this.#ways = [];
    this.#standings = [];
    this.#at = 0;
    this.#isHere = false;
    this.#offer();
    try {
      const listed = this.#all?.listed[Number(this.#chosen)];
      const own = this.#chosen === "own" ? await ownMoves(this.#text, signal) : undefined;
      this.#film = listed ?? own ?? verdict.solved?.moves ?? null;
      const frames = await this.#frames.fetchAll(this.#film ?? [], signal);
      frames.forEach((frame, made) => this.#learn(made, frame));
      this.#isHere = this.#film !== null;
      await this.#seek(0);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) return;
      if (problem.status === OUT_OF_REACH) this.#text = "";
      // An own solution with an illegal move in it cannot be shown.
      this.#film = null;
      this.#show?.(nowShown());
      this.#tell();
      const refused = refusal(problem);
      this.#caption.textContent = problem.moveNumber === null ? refused : t("move {n}: {refused}", { n: problem.moveNumber, refused });
    }
  }

  /** @param {number} at */
  async #seek(at) {
    const film = this.#film ?? [];
    const asked = this.#asked;
    try {
      const frame = await this.#frames.after(film.slice(0, at), asked?.signal);
      if (asked !== this.#asked || !this.#show) return;
      this.#learn(at, frame);
      this.#at = at;
      const way = this.#showsWay ? this.#ways.slice(1, at + 1).filter((way) => way) : undefined;
      const trail = frame.view.trace ? wayOf(frame.view.trace) : undefined;
      this.#show({ ...shown(frame, store.info), way, trail });
      this.#transport.show(film.length, at);
      this.#moves.show(film, at);
      this.#tell();
      // The next one is there when it is wanted.
      if (at < film.length) this.#frames.after(film.slice(0, at + 1), asked?.signal).catch(() => {});
    } catch (error) {
      this.#complain(error);
    }
  }

  /**
   * @param {number} made
   * @param {Frame} frame
   */
  #learn(made, frame) {
    if (frame.view.trace) this.#ways[made] = wayOf(frame.view.trace);
    this.#standings[made] = frame.standing;
  }

  /** @param {unknown} error */
  #complain(error) {
    const problem = problemOf(error);
    if (!problem) return;
    this.#transport.rest();
    this.#caption.textContent = problem.words;
  }

  #tell() {
    const { solved, problem, isAsking } = verdict;
    const hasFilm = this.#film !== null;
    this.#transport.hidden = this.#moves.hidden = this.#below.hidden = !hasFilm;
    if (hasFilm) this.#caption.textContent = this.#words(this.#at);
    else if (problem) this.#caption.textContent = problem.words;
    else if (isAsking) this.#caption.textContent = t("searching…");
    else if (!solved) this.#caption.textContent = t("The search was stopped before it found a solution.");
    else if (solved.verdict === "impossible")
      this.#caption.textContent = t("There is no solution: the search shows why.");
    else if (solved.verdict === "gave-up")
      this.#caption.textContent = t("No solution was found within the limits.");
  }

  /** @param {number} at */
  #words(at) {
    const film = this.#film ?? [];
    const place = t("step {at} of {last}", { at: figure(at), last: figure(film.length) });
    if (at === 0) return `${place} · ${t("the start")}`;
    return [place, moveName(film[at - 1]), ...this.#outcome(at)].join(" · ");
  }

  /** How a film ends: a level's own solution need not win. @param {number} at */
  #outcome(at) {
    const standing = this.#standings[at];
    if (standing === "won") return [t("won")];
    if (standing === "lost") return [t("lost")];
    return standing === "playing" && at === this.#film?.length ? [t("not won")] : [];
  }

  /** Which solution: the one found, the level's own, or another of those as short. */
  #offer() {
    const fewest = verdict.solved?.moves;
    const own = store.revision > 0 ? store.level.solution : "";
    if (!fewest || fewest.length === 0) return fill(this.#choice);
    const options = [h("option", { value: "best" }, t("the solution found"))];
    if (own && own !== fewest.join(" "))
      options.push(h("option", { value: "own" }, t("the level's own solution")));
    this.#all?.listed.forEach((moves, n) =>
      options.push(
        h(
          "option",
          { value: n },
          `${n + 1}. ${moves.slice(0, 24).map(moveName).join(" ")}${moves.length > 24 ? " …" : ""}`,
        ),
      ),
    );
    const select = h(
      "select",
      {
        "aria-label": t("solution"),
        onchange: () => {
          this.#chosen = select.value;
          this.#load();
        },
      },
      options,
    );
    select.value = this.#chosen;
    const more = this.#all
      ? h(
          "span",
          { class: "quiet" },
          this.#all.solutions === null ? "" : t("{n} optimal in all", { n: short(this.#all.solutions) }),
        )
      : h(
          "button",
          { type: "button", class: "small", onclick: () => this.#askAll() },
          t("Find all optimal solutions"),
        );
    fill(this.#choice, select, more);
    return undefined;
  }

  async #askAll() {
    try {
      this.#all = await ask("all", this.#text, { limit: LISTED }, { signal: this.#asked?.signal });
      this.#offer();
      this.#choice.querySelector("select")?.focus();
    } catch (error) {
      this.#complain(error);
    }
  }
}

/**
 * The moves of the solution that a level holds: the server knows where one ends and the next begins.
 * @param {string} text
 * @param {AbortSignal} signal
 */
async function ownMoves(text, signal) {
  const read = store.read(await askText("show", text, { as: "level" }, { signal }));
  return read?.solution.split(" ");
}
