// The search itself, layer by layer: which squares the frontier reaches, how many positions that
// are, and why nothing shorter wins.
import { ask, problemOf } from "./api.js";
import { axis, bars, swatches } from "./colours.js";
import { fill, h } from "./dom.js";
import { nowFrame, nowProblem, nowShown } from "./look.js";
import { shown } from "./picture.js";
import { Transport } from "./steps.js";
import { store } from "./store.js";
import { verdict } from "./verdict.js";
import { figure, limitName, positions, short, t, tr } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Bars} from "./colours.js" */
/** @import {Mark, Picture} from "./picture.js" */
/** @import {Frame, Layer, Layers} from "./types.js" */
/** @import {Sight} from "./watch.js" */

/** Counts are written into the squares of boards up to this size. */
const WRITTEN = 900;

/** @implements {Sight} */
export class SearchLayers {
  element = h("div", { class: "card" });
  #transport = new Transport((at) => this.#seek(at), (at) => this.#words(at));
  #caption = h("p", { class: "caption" });
  #sum = h("p", { class: "quiet" });
  #compared = h("p", { class: "quiet" });
  #legend = h("div", { class: "legend" });
  #proof = h("p", { class: "proof" });
  #chart = h("div", { class: "chart" });
  /** @type {Bars | null} */
  #bars = null;
  /** @type {((picture: Picture) => void) | null} */
  #show = null;
  #text = "";
  /** @type {Layers | null} */
  #layers = null;
  /** At which depth each square is reached first. @type {Map<number, number>} */
  #first = new Map();
  /** How many positions there are up to each depth. @type {number[]} */
  #sums = [];
  #at = 0;
  /** The position that the layers are shown on. @type {Frame | null} */
  #frame = null;
  /** @type {AbortController | null} */
  #asked = null;

  /** @param {(picture: Picture) => void} show */
  enter(show) {
    this.#show = show;
    if (store.text() === this.#text && this.#layers) this.#seek(this.#at);
    else this.#load();
  }

  leave() {
    this.#show = null;
    this.#asked?.abort();
    if (!this.#layers) this.#text = "";
    this.#transport.rest();
  }

  renew() {
    const problem = nowProblem();
    if (this.#show && problem) this.#complain(problem);
    const frame = nowFrame();
    if (!this.#show || !frame) return;
    if (store.text() !== this.#text) this.#load();
    else if (frame !== this.#frame) this.#seek(this.#at);
    else this.#tell();
  }

  retell() {
    fill(this.element, this.#caption, this.#transport, this.#legend, this.#sum, this.#chart, this.#proof, this.#compared);
    this.#transport.retell();
    this.#draw();
    this.#tell();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#transport.key(event);
  }

  pick() {}

  async #load() {
    this.#asked?.abort();
    const { signal } = (this.#asked = new AbortController());
    this.#text = store.text();
    this.#layers = null;
    this.#at = 0;
    this.#tell();
    this.#show?.(nowShown());
    const onProgress = (/** @type {import("./types.js").JobState} */ job) => {
      this.#caption.textContent = `${t("searching…")} ${positions(job.states ?? 0)}`;
    };
    try {
      this.#layers = await ask("layers", this.#text, {}, { signal, onProgress });
      this.#count();
      this.#draw();
      this.#seek(0);
    } catch (error) {
      const problem = problemOf(error);
      if (problem) this.#complain(problem);
    }
  }

  /** Says why there are no layers. @param {Problem} problem */
  #complain(problem) {
    this.#asked?.abort();
    this.#transport.rest();
    this.#text = "";
    this.#layers = null;
    this.#show?.(nowShown());
    this.#tell();
    this.#caption.textContent = problem.words;
  }

  #count() {
    this.#first = new Map();
    this.#sums = [];
    let sum = 0;
    for (const { depth, positions, squares } of this.#layers?.layers ?? []) {
      sum += positions ?? 0;
      this.#sums.push(sum);
      for (const [square] of squares) if (!this.#first.has(square)) this.#first.set(square, depth);
    }
  }

  #draw() {
    const layers = this.#layers?.layers ?? [];
    if (layers.length === 0) return;
    const seek = (/** @type {number} */ at) => {
      this.#transport.rest();
      this.#seek(at);
    };
    const isSearch = this.#layers?.shows === "search";
    const label = isSearch ? t("positions in each layer") : t("squares changed by each move");
    const heights = layers.map(({ positions, squares }) => positions ?? squares.length);
    this.#bars = bars(heights, { label, pick: seek });
    const most = Math.max(...heights);
    const ends = axis("0", t("{n} at most", { n: figure(most) }), figure(layers.length - 1));
    fill(this.#chart, h("p", { class: "quiet" }, label), this.#bars.element, ends);
    this.#bars.mark(this.#at);
  }

  /** @param {number} at */
  #seek(at) {
    const layers = this.#layers?.layers ?? [];
    const layer = layers[at];
    const frame = nowFrame();
    if (!layer || !frame || !this.#show) return;
    this.#at = at;
    this.#frame = frame;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    for (const [square, first] of this.#first) if (first < at) marks.set(square, { kind: "done" });
    const isWritten = this.#isWritten(layer);
    for (const [square, n] of layer.squares) {
      marks.set(square, { kind: "frontier", text: isWritten ? String(n) : undefined });
    }
    this.#show({ ...shown(frame, store.info), marks });
    this.#transport.show(layers.length - 1, at);
    this.#bars?.mark(at);
    this.#tell();
  }

  /** Whether the counts of a layer are written into its squares. @param {Layer} layer */
  #isWritten({ squares }) {
    return (this.#frame?.view.tiles.length ?? 0) <= WRITTEN && squares.some(([, n]) => n > 1);
  }

  #tell() {
    const layers = this.#layers;
    this.#transport.hidden = this.#chart.hidden = this.#sum.hidden = !layers;
    fill(this.#legend, layers ? this.#colours(layers) : []);
    this.#compared.textContent = layers ? comparison(layers) : "";
    this.#proof.textContent = layers ? this.#why(layers) : "";
    this.#caption.textContent = layers ? this.#words(this.#at) : t("searching…");
    this.#sum.textContent =
      layers?.shows === "search"
        ? t("{positions} reachable so far", { positions: positions(this.#sums[this.#at] ?? 0) })
        : layers
          ? t("The positions are too many to be counted: shown is one shortest solution.")
          : "";
  }

  /** What the colours and the numbers on the board mean. @param {Layers} layers */
  #colours({ shows, layers }) {
    const layer = layers[this.#at];
    if (!layer) return [];
    // A game that opens squares has no player: its squares are those that were opened.
    const [here, before, number] =
      shows === "solution"
        ? [t("changed by this move"), t("changed by an earlier move"), ""]
        : store.info.covers
          ? [t("open in this layer"), t("open in earlier layers only"), t("the number: in how many positions of this layer it is open")]
          : [t("reached in this layer"), t("reached before"), t("the number: positions of this layer with the player there")];
    return swatches([
      ["frontier", here],
      ["done", before],
      ["number", this.#isWritten(layer) ? number : ""],
    ]);
  }

  /** @param {number} at */
  #words(at) {
    const layer = this.#layers?.layers[at];
    if (!layer) return "";
    const depth = figure(layer.depth);
    const squares = figure(layer.squares.length);
    if (layer.positions === null) return t("move {depth} of a solution, squares changed: {squares}", { depth, squares });
    const values = { depth, positions: positions(layer.positions), squares };
    return t("layer {depth}: {positions}, squares lit: {squares}", values);
  }

  /**
   * What the layers prove, as far as they are shown.
   * @param {Layers} layers
   */
  #why(layers) {
    if (layers.shows === "solution" && !layers.limit) return "";
    const isLast = this.#at === layers.layers.length - 1;
    const unit = tr(layers.unit);
    if (layers.limit)
      return isLast ? t("The search stopped at a limit: {limit}.", { limit: limitName(layers.limit) }) : "";
    if (layers.won_at === null) {
      return isLast ? t("Nothing new can be reached, and nothing reached wins: it is impossible.") : "";
    }
    if (this.#at < layers.won_at)
      return t("No position so far wins: it takes more than {n} {unit}.", { n: figure(this.#at), unit });
    return t("Here is the first win. No earlier layer has one, so {n} is the fewest.", {
      n: figure(layers.won_at),
    });
  }
}

/**
 * How what is counted here compares with what the verdict says that the solver visited: it may skip
 * positions that cannot matter, and may visit others that are further away.
 * @param {Layers} layers
 */
function comparison({ shows, limit, won_at }) {
  const { solved, isAsking } = verdict;
  if (shows !== "search" || limit || isAsking || !solved?.states) return "";
  const n = short(solved.states);
  if (solved.verdict === "impossible") {
    return t("Here every position that can be reached is counted once; the solver visited {n} to prove that none wins.", { n });
  }
  if (solved.verdict !== "fewest" || won_at === null) return "";
  return t("Here every position that can be reached up to the par is counted once; the solver visited {n} to prove the par.", { n });
}
