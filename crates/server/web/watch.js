// Watching: `<fewest-watch>`. The film of a solution, the search layer by layer, and maps of heat; one of them
// at a time on the board.
import { moveName } from "./announce.js";
import { ask, askText, OUT_OF_REACH, problemOf } from "./api.js";
import { button, choice, fill, h } from "./dom.js";
import { HeatMaps } from "./heat.js";
import { nowShown } from "./look.js";
import { shown, wayOf } from "./picture.js";
import { refusal } from "./play-words.js";
import { Frames } from "./playing.js";
import { SearchLayers } from "./search-layers.js";
import { MovesList, Transport } from "./steps.js";
import { store } from "./store.js";
import { verdict } from "./verdict.js";
import { figure, short, t } from "./words.js";
/** @import {BoardElement, Picture} from "./picture.js" */
/** @import {Frame, Solutions, Standing} from "./types.js" */

/** So many optimal solutions are listed. */
const LISTED = 50;

/** @implements {Sight} */
class Film {
  element = h("div", { class: "card" });
  #transport = new Transport((at) => this.#seek(at), (at) => this.#words(at));
  #moves = new MovesList((made) => {
    this.#transport.rest();
    this.#seek(made);
  });
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
    const turn = () => {
      this.#showsWay = way.checked;
      this.#seek(this.#at);
    };
    const way = h("input", { type: "checkbox", checked: this.#showsWay, onchange: turn });
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
      const n = problem.told.move_number;
      this.#caption.textContent = n === undefined ? refused : t("move {n}: {refused}", { n, refused });
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
    /** @type {[string, string][]} */
    const options = [["best", t("the solution found")]];
    if (own && own !== fewest.join(" ")) options.push(["own", t("the level's own solution")]);
    this.#all?.listed.forEach((moves, n) => {
      const first = moves.slice(0, 24).map(moveName).join(" ");
      options.push([String(n), `${n + 1}. ${first}${moves.length > 24 ? " …" : ""}`]);
    });
    const select = choice(t("solution"), options, this.#chosen, (value) => {
      this.#chosen = value;
      this.#load();
    });
    const { solutions = null } = this.#all ?? {};
    const more = this.#all
      ? h("span", { class: "quiet" }, solutions !== null && t("{n} optimal in all", { n: short(solutions) }))
      : button(t("Find all optimal solutions"), () => this.#askAll(), { class: "small" });
    return fill(this.#choice, select, more);
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

/**
 * What can be watched.
 * @typedef {object} Sight
 * @property {HTMLElement} element what stands beside the board
 * @property {(show: (picture: Picture) => void) => void} enter it is looked at from now on
 * @property {() => void} leave
 * @property {() => void} renew the level or what is known of it may have changed
 * @property {() => void} retell says everything again, in the language of now
 * @property {(event: KeyboardEvent) => boolean} key takes a key if it is one of its own
 * @property {(square: number) => void} pick a square was chosen on the board
 */

class FewestWatch extends HTMLElement {
  /** @type {Record<string, Sight>} */
  #sights = { film: new Film(), search: new SearchLayers(), heat: new HeatMaps() };
  #chosen = "film";
  #choice = h("div", { class: "segments", role: "group" });
  #stage = h("div", { class: "sight" });
  /** @type {BoardElement | null} */
  #board = null;
  /** @type {AbortController | null} */
  #active = null;

  /** @param {BoardElement} board */
  activate(board) {
    this.#board = board;
    board.toggleAttribute("cursor", true);
    this.#active = new AbortController();
    const { signal } = this.#active;
    const pick = (/** @type {any} */ event) => this.#sight.pick(event.detail.square);
    // A press that became a scroll of the page is cancelled: only one that ends on the board picks.
    board.addEventListener("square-up", (/** @type {any} */ event) => event.detail.cancelled || pick(event), { signal });
    board.addEventListener(
      "square-key",
      (/** @type {any} */ event) => event.detail.key === "Enter" && pick(event),
      { signal },
    );
    // Before anybody else: an arrow is a step here.
    window.addEventListener("keydown", this.#key, { signal, capture: true });
    verdict.addEventListener("known", () => this.#sight.renew(), { signal });
    store.addEventListener("reading", () => this.#sight.renew(), { signal });
    document.addEventListener("languagechange-fewest", () => this.#retell(), { signal });
    this.replaceChildren(this.#choice, this.#stage);
    this.#retell();
    this.#choose(this.#chosen);
  }

  deactivate() {
    this.#active?.abort();
    this.#sight.leave();
    this.#board?.toggleAttribute("cursor", false);
    this.#board = null;
  }

  get #sight() {
    return this.#sights[this.#chosen];
  }

  #retell() {
    const names = { film: t("Solution"), search: t("Search"), heat: t("Heat") };
    const buttons = Object.entries(names).map(([sight, name]) => {
      const choose = (/** @type {MouseEvent} */ event) => {
        this.#choose(sight);
        // A button with the focus would take the space bar, which plays. Chosen by the keyboard it keeps it.
        if (event.detail > 0) this.#board?.parentElement?.focus({ preventScroll: true });
      };
      return button(name, choose, { "data-sight": sight, "aria-pressed": String(sight === this.#chosen) });
    });
    this.#choice.setAttribute("aria-label", t("what to watch"));
    fill(this.#choice, buttons);
    for (const sight of Object.values(this.#sights)) sight.retell();
  }

  /** @param {string} chosen */
  #choose(chosen) {
    this.#sight.leave();
    this.#chosen = chosen;
    for (const button of this.#choice.children) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-sight") === chosen));
    }
    fill(this.#stage, this.#sight.element);
    this.#sight.enter((picture) => {
      if (this.#board) this.#board.picture = picture;
    });
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    // With the focus on the board, the arrows move its cursor where squares are to be picked.
    const isOnBoard = event.target instanceof Node && this.#board?.contains(event.target);
    if (isOnBoard && this.#chosen === "heat") return;
    if (!this.#sight.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define("fewest-watch", FewestWatch);
