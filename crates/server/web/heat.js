// Maps of heat over the squares: how far the win is from each, and what a change of each would
// make of the par.

import { count, positions } from "./amounts.js";
import { tellReplaced } from "./announce.js";
import { ask, askText, OUT_OF_REACH, problemOf } from "./api.js";
import { inWords } from "./called.js";
import { advised, byAdvice, byDistance } from "./heat-maps.js";
import { fill, h } from "./dom.js";
import { legend } from "./legend.js";
import { nowFrame, nowProblem, nowShown } from "./now.js";
import { shown } from "./picture.js";
import { store } from "./store.js";
import { placeName } from "./tiles.js";
import { figure, lang, t, tr } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Picture} from "./tiles.js" */
/** @import {Advice, Change, Frame, JobState} from "./types.js" */
/** @import {Sight} from "./watch.js" */

/** So many changes are listed. */
const LISTED = 12;

/** @implements {Sight} */
export class HeatMaps {
  element = h("div", { class: "card" });
  #choice = h("div", { class: "row" });
  #waiting = h("span", { class: "quiet" });
  #caption = h("p", { class: "caption" });
  #legend = h("div", { class: "legend" });
  #list = h("div", { class: "changes" });
  /** @type {((picture: Picture) => void) | null} */
  #show = null;
  #text = "";
  /** The language that was asked in last. */
  #asksIn = "";
  /** @type {Frame | null} */
  #frame = null;
  /** @type {Advice | null} */
  #advice = null;
  /** Which map: the distance, or a group of changes. */
  #chosen = "distance";
  #wish = "harder";
  /** @type {number | null} */
  #square = null;
  /** @type {AbortController | null} */
  #asked = null;

  /** @param {(picture: Picture) => void} show */
  enter(show) {
    this.#show = show;
    if (store.text() !== this.#text) return void this.#load();
    this.#asked = new AbortController();
    this.#draw();
  }

  leave() {
    this.#show = null;
    this.#asked?.abort();
    if (!this.#frame || !this.#advice) this.#text = "";
  }

  renew() {
    const problem = nowProblem();
    if (this.#show && problem) this.#complain(problem);
    if (!this.#show || !nowFrame()) return;
    if (store.text() !== this.#text) this.#load();
  }

  retell() {
    fill(this.element, this.#choice, this.#caption, this.#legend, this.#list);
    // Changes are told by the server, in the language of the question.
    if (this.#asksIn === lang()) return;
    this.#text = "";
    if (this.#show) this.#load();
  }

  key() {
    return false;
  }

  /** @param {number} square */
  pick(square) {
    if (this.#chosen === "distance") return;
    this.#square = this.#square === square ? null : square;
    this.#draw();
  }

  async #load() {
    this.#asked?.abort();
    const { signal } = (this.#asked = new AbortController());
    const text = (this.#text = store.text());
    this.#asksIn = lang();
    this.#clear(t("searching…"));
    await Promise.all([this.#measure(text, signal), this.#advise(text, signal)]);
  }

  /** Nothing is known of the level yet. @param {string} caption */
  #clear(caption) {
    this.#frame = this.#advice = this.#square = null;
    this.#show?.(nowShown());
    this.#caption.textContent = caption;
    fill(this.#legend);
    fill(this.#list);
    this.#waiting.textContent = "";
    this.#offer();
  }

  /** Says why there is no map. @param {Problem} problem */
  #complain(problem) {
    this.#asked?.abort();
    this.#text = "";
    this.#clear(problem.words);
  }

  /**
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #measure(text, signal) {
    const onProgress = (/** @type {JobState} */ { states }) => {
      this.#caption.textContent = `${t("searching…")} ${positions(states ?? 0)}`;
    };
    try {
      this.#frame = await ask("show", text, { distances: true }, { signal, onProgress });
      this.#draw();
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.status === OUT_OF_REACH) this.#complain(problem);
      else if (problem) this.#caption.textContent = problem.words;
    }
  }

  /**
   * Tries every change of a square, which may take long: what there is to choose from grows then.
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #advise(text, signal) {
    const onProgress = (/** @type {JobState} */ { tried, of }) => {
      const counted = { tried: figure(tried ?? 0), of: figure(of ?? 0) };
      this.#waiting.textContent = of ? t("{tried} of {of} changes tried", counted) : t("searching…");
    };
    try {
      this.#advice = await ask("advise", text, {}, { signal, onProgress });
      this.#waiting.textContent = "";
      this.#offer();
      this.#draw();
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.status === OUT_OF_REACH) this.#text = "";
      if (problem) this.#waiting.textContent = problem.words;
    }
  }

  #offer() {
    const groups = this.#advice?.groups ?? [];
    if (this.#advice && !groups.some(({ name }) => name === this.#chosen)) this.#chosen = "distance";
    const options = [h("option", { value: "distance" }, t("distance to the win"))];
    for (const { name } of groups)
      options.push(h("option", { value: name }, t("par by change: {what}", { what: tr(name) })));
    const choose = () => {
      this.#chosen = select.value;
      this.#square = null;
      this.#draw();
    };
    const select = h("select", { "aria-label": t("map"), onchange: choose }, options);
    select.value = this.#chosen;
    fill(this.#choice, select, this.#waiting);
  }

  #draw() {
    const frame = this.#frame;
    if (!frame || !this.#show) return;
    const group = this.#advice?.groups.find(({ name }) => name === this.#chosen);
    const advice = this.#advice;
    const map = group && advice ? byAdvice(group, advice) : byDistance(frame, store.info);
    const picture = shown(frame, store.info);
    const marks = new Map();
    if (this.#square !== null) marks.set(this.#square, { kind: "best" });
    this.#show({ ...picture, heat: { values: map.values, texts: map.texts, unreached: map.unreached }, marks });
    this.#caption.textContent = map.title;
    fill(this.#legend, legend(map.ends, map.notes));
    fill(this.#list, ...(group ? this.#changes(group.changes, picture) : []), ...(group && advice ? leftOut(advice) : []));
  }

  /**
   * What the changes do: those of the square that was picked, or the strongest of all.
   * @param {Change[]} changes
   * @param {Picture} picture
   */
  #changes(changes, picture) {
    const square = this.#square;
    const there = changes.filter(({ row, column }) => row * picture.columns + column === square);
    const listed = square === null ? advised(changes, this.#wish) : there;
    const turn = () => {
      this.#wish = wish.value;
      this.#draw();
    };
    const wish = h(
      "select",
      { "aria-label": t("order"), onchange: turn },
      h("option", { value: "harder" }, t("harder first")),
      h("option", { value: "easier" }, t("easier first")),
    );
    wish.value = this.#wish;
    const title =
      square === null
        ? h("div", { class: "row" }, wish, h("span", { class: "quiet" }, t("or pick a square on the board")))
        : h("p", {}, placeName(picture, square));
    const items = listed.slice(0, LISTED).map((change) => this.#item(change, picture));
    return [
      title,
      items.length > 0 ? h("ul", {}, items) : h("p", { class: "quiet" }, t("No change here.")),
      sumOf(changes),
    ];
  }

  /**
   * @param {Change} change
   * @param {Picture} picture
   */
  #item(change, picture) {
    const par =
      change.verdict === "fewest"
        ? count(change.fewest ?? 0, store.info)
        : change.verdict === "impossible"
          ? t("impossible")
          : t("undecided");
    const pick = () => this.pick(change.row * picture.columns + change.column);
    const what = inWords(change.what);
    return h(
      "li",
      { class: "row nowrap" },
      h(
        "button",
        { type: "button", class: `change effect-${change.effect}`, onclick: pick },
        h("span", {}, what),
        h("b", {}, par),
      ),
      h("button", { type: "button", class: "small", "aria-label": t("Apply: {what}", { what }), onclick: () => this.#apply(change) }, t("Apply")),
    );
  }

  /** Makes a change on the level; it can be undone like a stroke. @param {Change} change */
  async #apply({ number, what }) {
    const text = this.#text;
    try {
      const level = store.read(await askText("advise", text, { apply: number }, { signal: this.#asked?.signal }));
      if (!level || text !== store.text()) return;
      store.change(inWords(what), () => level);
      tellReplaced(t("Applied: {what}", { what: inWords(what) }));
    } catch (error) {
      const problem = problemOf(error);
      if (problem) this.#caption.textContent = problem.words;
    }
  }
}

/** The squares that no change was tried on, and why. @param {Advice} advice */
function leftOut({ left_out }) {
  return left_out.map(({ squares, why }) => h("p", { class: "quiet" }, t("squares left out: {number}, for {why}", { number: figure(squares), why })));
}

/**
 * How many changes do what.
 * @param {Change[]} changes
 */
function sumOf(changes) {
  const words = /** @type {const} */ ({
    harder: t("harder"),
    easier: t("easier"),
    winnable: t("winnable"),
    impossible: t("impossible"),
    unchanged: t("unchanged"),
    undecided: t("undecided"),
  });
  const parts = Object.entries(words).map(([effect, word]) => {
    const n = changes.filter((change) => change.effect === effect).length;
    return n > 0 ? t("{n} {what}", { n: figure(n), what: word }) : "";
  });
  return h("p", { class: "quiet" }, parts.filter((part) => part !== "").join(" · "));
}
