// Maps of heat over the squares: how far the win is from each, and what a change of each would make of the par.
import { inWords, tellReplaced } from "./announce.js";
import { ask, askText, OUT_OF_REACH, problemOf } from "./api.js";
import { legend } from "./colours.js";
import { button, choice, fill, h } from "./dom.js";
import { nowFrame, nowProblem, nowShown } from "./look.js";
import { placeName, shown } from "./picture.js";
import { store } from "./store.js";
import { count, figure, lang, limitName, positions, t, tr } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Picture} from "./picture.js" */
/** @import {Advice, AdviceGroup, Change, Frame, Info, JobState} from "./types.js" */
/** @import {Sight} from "./watch.js" */

/** Texts are written on boards up to this size. */
const WRITTEN = 2500;
const UNCHANGED = "=";
const IMPOSSIBLE = "×";
const OPEN = "?";
const HATCHED = "▨";

/**
 * @typedef {object} HeatMap
 * @property {string} title
 * @property {(number | null)[]} values
 * @property {string[]} [texts]
 * @property {[string, string] | null} ends what stands at the cold and at the hot end
 * @property {boolean[]} [unreached] the squares that no win comes from, or that are never reached
 * @property {[string, string][]} notes marks that are not on the scale, and what they mean
 */

/**
 * The nearer the win, the hotter.
 * @param {Frame} frame
 * @param {Info} info
 * @returns {HeatMap}
 */
function byDistance(frame, info) {
  const distances = frame.distances ?? frame.view.tiles.map(() => null);
  const [least, most] = extent(distances);
  const { kinds, tiles } = frame.view;
  const isKnown = frame.distances !== undefined && !info.covers;
  const unreached = distances.map((distance, square) => {
    return isKnown && distance === null && kinds[tiles[square]].role !== "wall";
  });
  const nowhere = frame.limit
    ? t("The search stopped at a limit: {limit}.", { limit: limitName(frame.limit) })
    : t("From no square is there a way to the win.");
  return {
    title: least === null ? nowhere : t("{unit} to the win", { unit: tr(info.unit.many) }),
    values: distances.map((distance) => (distance === null ? null : 1 - along(distance, least, most))),
    texts: written(distances.map((distance) => (distance === null ? "" : String(distance)))),
    ends: least === null ? null : [figure(most), figure(least)],
    unreached,
    notes: unreached.includes(true) ? [[HATCHED, t("no win from here, or never reached")]] : [],
  };
}

/**
 * The harder a change makes it, the hotter.
 * @param {AdviceGroup} group
 * @param {Advice} advice
 * @returns {HeatMap}
 */
function byAdvice(group, advice) {
  const cells = group.grid.flat();
  const now = advice.verdict === "fewest" ? advice.fewest : advice.verdict;
  const pars = cells.map((cell) => (typeof cell === "number" && cell !== now ? cell : null));
  const [least, most] = extent(pars);
  // Which of several changes that show on one square it is.
  const best = group.best.flat();
  const by = (/** @type {number} */ square) => group.changes[best[square] ?? -1]?.by;
  const text = (/** @type {number | string | null} */ cell, /** @type {number} */ square) => {
    if (cell === null) return "";
    if (cell === now) return UNCHANGED;
    if (cell === "impossible") return IMPOSSIBLE;
    if (typeof cell !== "number") return OPEN;
    return by(square) === undefined ? String(cell) : `${by(square)}:${cell}`;
  };
  const texts = cells.map(text);
  const example = texts.findIndex((text, square) => text.includes(":") && by(square) !== undefined);
  const isNow =
    advice.verdict === "fewest"
      ? t("par {n} as it is", { n: figure(advice.fewest ?? 0) })
      : t("impossible as it is");
  /** @type {[string, string][]} */
  const marks = [
    [UNCHANGED, isNow],
    [IMPOSSIBLE, t("impossible")],
    [OPEN, t("undecided")],
  ];
  return {
    title: t("par by change: {what}", { what: tr(group.name) }),
    values: pars.map((par) => (par === null ? null : along(par, least, most))),
    texts: written(texts),
    ends: least === null ? null : [figure(least), figure(most)],
    notes: [
      ...marks.filter(([mark]) => texts.includes(mark)),
      ...(example < 0 ? [] : [noteOf(texts[example], group.changes[best[example] ?? 0])]),
    ],
  };
}

/**
 * What a text with a change and its par says.
 * @param {string} text
 * @param {Change} change
 * @returns {[string, string]}
 */
function noteOf(text, { what, fewest }) {
  return [text, t("{what}: par {n}", { what, n: figure(fewest ?? 0) })];
}

/**
 * The changes that do something, the strongest first.
 * @param {Change[]} changes
 * @param {string} wish
 */
export function advised(changes, wish) {
  const way = wish === "harder" ? -1 : 1;
  const telling = changes.filter(({ effect, verdict }) => effect !== "unchanged" && verdict === "fewest");
  return telling.toSorted((one, other) => way * ((one.fewest ?? 0) - (other.fewest ?? 0)));
}

/**
 * @param {(number | null)[]} values
 * @returns {[number, number] | [null, null]}
 */
function extent(values) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [null, null];
  return known.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}

/**
 * How far along a number is from one end to the other.
 * @param {number} value
 * @param {number | null} from
 * @param {number | null} to
 */
function along(value, from, to) {
  if (from === null || to === null || from === to) return 0;
  return (value - from) / (to - from);
}

/** @param {string[]} texts */
function written(texts) {
  return texts.length <= WRITTEN ? texts : undefined;
}

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
    const changes = groups.map(({ name }) => /** @type {[string, string]} */ ([name, t("par by change: {what}", { what: tr(name) })]));
    const choose = (/** @type {string} */ chosen) => {
      this.#chosen = chosen;
      this.#square = null;
      this.#draw();
    };
    fill(this.#choice, choice(t("map"), [["distance", t("distance to the win")], ...changes], this.#chosen, choose), this.#waiting);
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
    const wish = choice(t("order"), [["harder", t("harder first")], ["easier", t("easier first")]], this.#wish, (chosen) => {
      this.#wish = chosen;
      this.#draw();
    });
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
      button([h("span", {}, what), h("b", {}, par)], pick, { class: `change effect-${change.effect}` }),
      button(t("Apply"), () => this.#apply(change), { class: "small", "aria-label": t("Apply: {what}", { what }) }),
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
