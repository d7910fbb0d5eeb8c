// `<fewest-analysis>`: what can be known of covered squares, beside the board and on it. Draw and Play each have
// one, and tell it which position is there.
import { analysis, figures, headline, reason } from "./analysis.js";
import { announce, moveName } from "./announce.js";
import { legend } from "./colours.js";
import { button, fill, h } from "./dom.js";
import { mines } from "./gestures.js";
import { isVeiled, veiled } from "./level.js";
import { placedAt } from "./place.js";
import { toggle } from "./play-pad.js";
import { store } from "./store.js";
import { percent, t } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Heat, Mark, Picture} from "./picture.js" */
/** @import {Chances, Choice, Guidance} from "./types.js" */

/** @typedef {{chances: Chances | null, guidance: Guidance | null, problem: Problem | null, isAsking: boolean}} Analysed */

/** Texts are written on boards up to this size. */
const WRITTEN = 2500;

/** What was made of the chances last: the same chances are the same heat. @type {WeakMap<(number | null)[][], Heat>} */
const made = new WeakMap();

/**
 * The picture with what is known of its covered squares.
 * @param {Picture} picture
 * @param {Analysed} analysis
 * @returns {Picture}
 */
export function analysed(picture, { chances, guidance, problem, isAsking }) {
  const marks = new Map(picture.marks);
  const mark = (/** @type {string} */ place, /** @type {Mark} */ mark) => {
    const square = placedAt(picture, place);
    if (square !== undefined && !marks.has(square)) marks.set(square, mark);
  };
  // What was found of another position marks nothing here.
  if (!isAsking) {
    if (guidance?.move) mark(guidance.move, { kind: "best", name: t("best move") });
    for (const place of guidance?.because ?? []) mark(place, { kind: "reason", name: t("the reason") });
    for (const place of problem?.told.squares ?? []) mark(place, { kind: "error", text: t("contradicts others") });
  }
  const rows = chances?.chances ?? [];
  const fits = rows.length === picture.rows && rows[0]?.length === picture.columns;
  if (!fits) return { ...picture, marks };
  const heat = heatOf(rows);
  return { ...picture, marks, heat: isAsking ? stillCovered(heat, picture) : heat };
}

/**
 * What was known of the position before, where squares are covered still.
 * @param {Heat} heat @param {Picture} picture
 * @returns {Heat}
 */
function stillCovered({ values, texts, names, signs }, { tiles }) {
  const isCovered = (/** @type {unknown} */ _, /** @type {number} */ square) => tiles[square].ground === "lid";
  return {
    values: values.map((value, square) => (isCovered(value, square) ? value : null)),
    texts: texts?.map((text, square) => (isCovered(text, square) ? text : "")),
    names: names?.map((name, square) => (isCovered(name, square) ? name : "")),
    signs,
  };
}

/** @param {(number | null)[][]} rows */
function heatOf(rows) {
  const known = made.get(rows);
  if (known) return known;
  const values = rows.flat();
  const isWritten = values.length <= WRITTEN;
  /** @type {Heat} */
  const heat = {
    values,
    texts: isWritten ? values.map(written) : undefined,
    names: values.map(spoken),
    signs: values.map((chance) => (chance === 0 ? "yes" : chance === 1 ? "no" : null)),
  };
  made.set(rows, heat);
  return heat;
}

/** A chance in a square: in whole percents, but never as if it were certain. @param {number | null} chance */
function written(chance) {
  if (chance === null) return "";
  const isCertain = chance === 0 || chance === 1;
  return String(isCertain ? chance * 100 : Math.min(Math.max(Math.round(chance * 100), 1), 99));
}

/** @param {number | null} chance */
function spoken(chance) {
  if (chance === null) return "";
  if (chance === 0) return t("surely safe");
  if (chance === 1) return t("surely a mine");
  return t("a mine with a chance of {chance}", { chance: percent(chance) });
}

/** Larger boards are not analysed here, but by the command. */
const MOST = 40_000;
/** So many squares to choose from are listed. */
const LISTED = 8;
/** An analysis is read out when it has stood for so long. */
const SETTLED = 700;

/** Who draws what is seen of a board wants to know; who knows the mines would rather play. */
const isShown = { veiled: true, known: false };

/** Fires `analysed` when the board must be shown again. */
export class AnalysisPanel extends HTMLElement {
  #kind = /** @type {keyof typeof isShown} */ ("known");
  /** Whether its mode is the one that is on: the analysis is one for all of them. */
  #isSeen = false;
  /** Whether the game goes on. */
  #isOpen = false;
  #text = "";
  /** @type {readonly string[]} */
  #moves = [];
  /** The square of the list that is looked at. @type {number | null} */
  #picked = null;
  /** What the list was made from: a button that has the focus must not lose it. @type {Guidance | null} */
  #listed = null;
  #said = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settled;

  #top = h("div", { class: "row spread" });
  #forget = h("div", { class: "row" });
  #headline = h("p", { class: "analysis-headline" });
  #why = h("p", {});
  #figures = h("p", { class: "quiet" });
  #choices = h("div", {});
  #legend = h("div", { class: "legend" });
  #body = h("div", { class: "analysis-body" }, this.#headline, this.#why, this.#figures, this.#choices, this.#legend);

  constructor() {
    super();
    analysis.addEventListener("analysed", () => {
      if (!this.#isSeen) return;
      if (analysis.isAsking) this.#picked = null;
      this.#tell();
      this.dispatchEvent(new Event("analysed"));
    });
  }

  get #isOn() {
    return isShown[this.#kind];
  }

  /** Everything that depends on the language, and whether what is known can be forgotten here. */
  build({ forgets = false } = {}) {
    const show = toggle("eye", t("Show chances"), this.#isOn, (isOn) => {
      isShown[this.#kind] = isOn;
      this.#renew();
    });
    fill(this.#top, h("h2", {}, t("Analysis")), show);
    const forget = () => {
      const dangers = store.lastRead ? mines(store.lastRead.view) : 0;
      store.change(t("Forget the mines"), (level) => veiled(level, store.info, dangers));
      announce(t("Nothing is known of the covered squares now."));
    };
    fill(this.#forget, forgets && button(t("Forget the mines"), forget, { class: "small", "data-does": "forget" }), forgets && h("small", {}, t("to draw a position as its player sees it")));
    const notes = /** @type {[string, string][]} */ ([
      ["37", t("the chance of a mine in percent")],
      ["✓", t("surely safe")],
      ["✕", t("surely a mine")],
    ]);
    fill(this.#legend, legend(["0%", "100%"], notes));
    this.className = "card";
    fill(this, this.#top, this.#forget, this.#body);
    this.#listed = null;
    this.#renew();
  }

  /**
   * Another position is on the board.
   * @param {string} text the level
   * @param {readonly string[]} moves those that were made
   * @param {boolean} isOpen whether the game goes on
   */
  follow(text, moves, isOpen) {
    this.#isSeen = true;
    this.hidden = !store.info.covers;
    [this.#text, this.#moves, this.#isOpen] = [text, moves, isOpen && store.info.covers];
    const kind = isVeiled(store.level, store.info) ? "veiled" : "known";
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.#top.querySelector("[aria-pressed]")?.setAttribute("aria-pressed", String(this.#isOn));
    }
    this.#renew();
  }

  /** Nobody looks any more. */
  leave() {
    clearTimeout(this.#settled);
    this.#said = "";
    this.#isSeen = this.#isOpen = false;
    analysis.forget();
  }

  /** The picture with what is known of its covered squares. @param {Picture} picture */
  over(picture) {
    if (!this.#isOn || !this.#isOpen) return picture;
    const seen = analysed(picture, analysis);
    if (this.#picked === null) return seen;
    return { ...seen, marks: new Map(seen.marks).set(this.#picked, { kind: "cursor", name: t("looked at") }) };
  }

  /** Switches it on, and says what is known. */
  say() {
    isShown[this.#kind] = true;
    this.build({ forgets: this.#forget.hasChildNodes() });
    if (!analysis.isAsking) announce(words());
  }

  #renew() {
    if (!this.#isSeen) return;
    this.#forget.hidden = this.#kind === "veiled" || !this.#forget.hasChildNodes();
    if (this.#isOn && this.#isOpen && !isTooLarge()) analysis.follow(this.#text, this.#moves);
    else analysis.forget();
    this.#tell();
  }

  #tell() {
    const { guidance, problem, isAsking } = analysis;
    this.#body.hidden = !this.#isOn || !this.#isOpen;
    this.#body.toggleAttribute("data-old", isAsking);
    this.#headline.textContent = isTooLarge() ? t("The board is too large to be analysed here.") : headline();
    this.#headline.classList.toggle("is-problem", problem !== null);
    this.#why.textContent = reason();
    this.#figures.textContent = figures();
    this.#legend.hidden = figures() === "";
    if (guidance !== this.#listed) fill(this.#choices, guidance && this.#table(guidance));
    this.#listed = guidance;
    this.#settle();
  }

  /** The squares to choose from, where that is a guess. @param {Guidance} guidance */
  #table({ verdict, choices }) {
    if (verdict !== "guess" || choices.length < 2) return null;
    const hasWins = choices.some(({ wins }) => wins !== null);
    const hasProgress = !hasWins && choices.some(({ progress }) => progress !== null);
    const share = (/** @type {number | null} */ value) => h("td", {}, value === null ? "–" : percent(value));
    const row = (/** @type {Choice} */ choice) => {
      const square = placedAt(store.level, choice.move);
      const pick = () => {
        this.#picked = this.#picked === square ? null : (square ?? null);
        this.dispatchEvent(new Event("analysed"));
      };
      const name = button(moveName(choice.move), pick, { class: "small plain" });
      return h("tr", {}, h("th", { scope: "row" }, name), share(choice.safe), hasWins && share(choice.wins), hasProgress && share(choice.progress));
    };
    const head = (/** @type {string} */ name) => h("th", { scope: "col" }, name);
    return h(
      "table",
      { class: "choices-table" },
      h("caption", {}, t("The best squares to open")),
      h("thead", {}, h("tr", {}, head(t("square")), head(t("safe")), hasWins && head(t("wins")), hasProgress && head(t("leads on")))),
      h("tbody", {}, choices.slice(0, LISTED).map(row)),
    );
  }

  #settle() {
    clearTimeout(this.#settled);
    const { isAsking, guidance, problem } = analysis;
    if (!this.#isOn || !this.#isOpen || isAsking || (!guidance && !problem)) return;
    this.#settled = setTimeout(() => {
      if (words() !== this.#said) announce(words());
      this.#said = words();
    }, SETTLED);
  }
}

function isTooLarge() {
  return store.level.cells.length > MOST;
}

/** All of it, to be heard. */
function words() {
  return [headline(), reason(), figures()].filter(Boolean).join(" ");
}

customElements.define("fewest-analysis", AnalysisPanel);
