// The verdict on the level, always in sight: its par, or that it cannot be won, or how far the search is; how
// hard it is; and whether its own claims hold.
import { analysis, headline as advice } from "./analysis.js";
import { announce } from "./announce.js";
import { ask, isAbort, NO_LEVEL, pause, problemOf, reach } from "./api.js";
import { gauge } from "./colours.js";
import { button, fill, h } from "./dom.js";
import { withNote } from "./level.js";
import { store } from "./store.js";
import { count, figure, lang, limitName, percent, positions, short, t, time, tr } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Child} from "./dom.js" */
/** @import {Counts, DifficultyPart, JobState, Rated, Solved} from "./types.js" */

/** Changes closer together than this are one question: a stroke of the brush makes many. */
const APART = 40;
/** Without an answer for so long, the verdict on the board before is not shown any more. */
const SLOW = 300;
/** Counting waits until the hand rests. */
const REST = 150;
/** Claims are tested only where searching again takes no longer than this, in seconds. */
const CLAIMS = 2;

/** @typedef {{kind: string, claimed?: string, fewest?: string | number}} Fault */

/** Fires `known` whenever more is known. */
class Verdict extends EventTarget {
  /** The last verdict; while `isAsking`, it is that of the board before. @type {Solved | null} */
  solved = null;
  /** The last rating; while `isAsking` or `isCounting`, it is that of the board before. @type {Rated | null} */
  rated = null;
  /** What is wrong with the level's claims. @type {Fault[]} */
  faults = [];
  /** Why there is no verdict. @type {Problem | null} */
  problem = null;
  /** How far a long search is. @type {JobState | null} */
  job = null;
  isAsking = false;
  isCounting = false;

  /** @type {AbortController | null} */
  #asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  #last = 0;

  constructor() {
    super();
    store.addEventListener("levelchange", () => this.ask());
    document.addEventListener("languagechange-fewest", () => this.#retell());
    reach.addEventListener("back", () => (this.problem || !this.rated) && this.ask());
  }

  /** Asks about the level as it is now. */
  ask() {
    this.#asked?.abort();
    clearTimeout(this.#soon);
    this.isAsking = true;
    this.isCounting = false;
    this.#tell();
    const wait = Math.max(0, this.#last + APART - performance.now());
    this.#soon = setTimeout(() => this.#askNow(), wait);
  }

  /** Stops a long search; what it has proven so far stays. */
  stop() {
    this.#asked?.abort();
    this.isAsking = false;
    this.isCounting = false;
    this.#tell();
  }

  /** A verdict has no words of the server's; why there is none is told again. */
  #retell() {
    if (this.problem) this.ask();
    else this.#tell();
  }

  async #askNow() {
    this.#last = performance.now();
    const spoken = lang();
    const asked = new AbortController();
    this.#asked = asked;
    const { signal } = asked;
    const text = store.text();
    const forget = (/** @type {JobState | null} */ job) => {
      Object.assign(this, { job, solved: null, rated: null, problem: null, faults: [] });
      this.#tell();
    };
    this.job = null;
    const slow = setTimeout(forget, SLOW, null);
    signal.addEventListener("abort", () => clearTimeout(slow));
    try {
      const solved = await ask("solve", text, {}, { signal, onProgress: forget });
      clearTimeout(slow);
      const nothing = { problem: null, job: null, faults: [] };
      Object.assign(this, nothing, { solved, isAsking: false, isCounting: true });
      this.#tell();
      await pause(REST, signal);
      await this.#count(text, signal);
    } catch (error) {
      clearTimeout(slow);
      const problem = problemOf(error);
      if (!problem) return;
      if (spoken !== lang()) return this.ask();
      const nothing = { solved: null, rated: null, job: null, faults: [] };
      Object.assign(this, nothing, { problem, isAsking: false, isCounting: false });
      this.#tell();
    }
  }

  /**
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #count(text, signal) {
    const solved = /** @type {Solved} */ (this.solved);
    const hasClaims = store.level.notes.has("par") || store.level.solution;
    if (hasClaims && solved.seconds < CLAIMS) {
      // A solution that is no list of moves at all is marked where the level is read.
      const checked = await ask("check", text, {}, { signal }).catch(orAbort);
      this.faults = checked?.faults ?? [];
      this.#tell();
    }
    // Counting takes far more than searching: where a search gave up, it would too.
    const isCounted = solved.verdict !== "gave-up";
    const slow = setTimeout(() => this.#rate(null), SLOW);
    signal.addEventListener("abort", () => clearTimeout(slow));
    const rated = isCounted ? await ask("rate", text, {}, { signal }).catch(orAbort) : null;
    clearTimeout(slow);
    this.isCounting = false;
    this.#rate(rated ?? null);
  }

  /** @param {Rated | null} rated */
  #rate(rated) {
    this.rated = rated;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("known"));
  }
}

export const verdict = new Verdict();

/** @param {unknown} error */
function orAbort(error) {
  if (isAbort(error)) throw error;
}

/** What each part is called, and what makes it large. */
const PARTS = () =>
  /** @type {Record<string, [string, string]>} */ ({
    length: [t("length"), t("how many moves there are to choose")],
    space: [t("space"), t("how many positions there are to get lost in")],
    precision: [t("precision"), t("how many moves lose the optimum")],
    traps: [t("traps"), t("how many moves lose the win for good")],
    surprise: [t("surprise"), t("how far a first guess is off")],
    rarity: [t("rarity"), t("how few the optimal solutions are")],
  });

/**
 * What the details hold: a summary first.
 * @param {Rated | null} rated
 * @returns {Child[]}
 */
export function difficulty(rated) {
  if (!rated) return [h("summary", {}, h("span", { class: "par-difficulty" }, t("difficulty …")))];
  const { difficulty: found, counts } = rated;
  const value = found ? figure(found.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "–";
  const summary = h("summary", {}, h("span", { class: "par-difficulty" }, t("difficulty {value}", { value })), found && bar(found.parts));
  const parts = found?.parts.length ? h("dl", { class: "parts" }, found.parts.flatMap(row)) : null;
  const untold = rated.counts_limit ? h("p", {}, t("There is too much to count here.")) : null;
  return [summary, h("div", { class: "par-sheet" }, parts, counts && tally(counts, found !== null), untold)];
}

/** @param {DifficultyPart[]} parts */
function bar(parts) {
  const pieces = parts.map(({ name, value, weight }) => {
    const piece = h("span", { class: `part part-${name}` });
    piece.style.width = `${value * weight * 100}%`;
    return piece;
  });
  return h("span", { class: "difficulty-bar", "aria-hidden": "true" }, pieces);
}

/** @param {DifficultyPart} part */
function row({ name, value, weight }) {
  const [called, meaning] = PARTS()[name] ?? [name, ""];
  const points = figure(value * weight * 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const most = figure(weight * 10, { maximumFractionDigits: 1 });
  const told = h("span", { class: "points" }, t("{points} of {most}", { points, most }));
  return [h("dt", { title: meaning }, called), h("dd", {}, gauge(value, `part-${name}`), told, h("small", {}, meaning))];
}

/**
 * @param {Counts} counts
 * @param {boolean} isWinnable
 */
function tally(counts, isWinnable) {
  /** @type {[string, string][]} */
  const rows = [
    [t("optimal solutions"), short(counts.solutions)],
    [t("positions within reach"), short(counts.positions)],
    [t("of them without a way to win"), short(counts.dead)],
  ];
  if (counts.keep_optimum !== null)
    rows.push([t("moves that keep the optimum"), percent(counts.keep_optimum)]);
  if (counts.keep_win !== null) rows.push([t("moves that keep the win"), percent(counts.keep_win)]);
  if (isWinnable) rows.push([t("longest run of forced moves"), figure(counts.forced)]);
  return h("dl", { class: "tally" }, rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** A verdict is read out when it has stood for so long. */
const SETTLED = 700;

class FewestPar extends HTMLElement {
  #verdict = h("div", { class: "par-verdict" });
  #claims = h("div", { class: "par-claims" });
  #rating = h("details", { class: "par-rating" });
  #said = "";
  /** What the rating shows, and in which language. @type {Rated | null | undefined} */
  #rated;
  #told = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settled;

  connectedCallback() {
    this.replaceChildren(this.#verdict, this.#rating, this.#claims);
    verdict.addEventListener("known", () => this.#update());
    store.addEventListener("reading", () => this.#update());
    analysis.addEventListener("analysed", () => this.#update());
    if (store.revision > 0) this.#update();
  }

  #update() {
    const { headline, words, tone, isHeard = false } = told();
    this.className = `is-${tone}`;
    if (verdict.isAsking) this.setAttribute("aria-busy", "true");
    else this.removeAttribute("aria-busy");
    const stop = verdict.isAsking && verdict.job && button(t("Stop"), () => verdict.stop(), { class: "small" });
    const again = isUnanswered() && button(t("Try again"), askAgain, { class: "small" });
    fill(this.#verdict, h("strong", { class: "par-headline" }, headline), h("span", { class: "par-words" }, words), stop || again);
    fill(this.#claims, ...(verdict.isAsking ? [] : verdict.faults.map(claim)));
    this.#rate();
    if (!isHeard) this.#say(t("{headline}. {words}", { headline, words }));
  }

  /** The old rating stays until the new one is there, so that nothing jumps while one draws. */
  #rate() {
    const { rated, isAsking, isCounting } = verdict;
    this.#rating.hidden = !rated && !isCounting;
    this.#rating.classList.toggle("is-old", isAsking || isCounting);
    if (rated === this.#rated && lang() === this.#told) return;
    this.#rated = rated;
    this.#told = lang();
    fill(this.#rating, ...difficulty(rated));
  }

  /** @param {string} text */
  #say(text) {
    clearTimeout(this.#settled);
    if (verdict.isAsking || text === this.#said) return;
    this.#settled = setTimeout(() => {
      this.#said = text;
      announce(text);
    }, SETTLED);
  }
}

/** Whether there is no verdict for a reason that is not the level's. */
function isUnanswered() {
  return verdict.problem !== null && verdict.problem.status !== NO_LEVEL;
}

function askAgain() {
  verdict.ask();
  store.ask();
}

/** What there is to say: a headline, a sentence, in which tone, and whether somebody else says it. */
function told() {
  const { solved, problem, job, isAsking } = verdict;
  const info = store.info;
  if (job && !solved) {
    const bound = job.at_least ? t("at least {n}", { n: count(job.at_least, info) }) : t("searching…");
    const searched = [visited(job.states), time(job.seconds ?? 0)];
    const state =
      job.state === "queued" ? t("waiting for its turn") : isAsking ? t("searching") : t("stopped");
    return { tone: "searching", headline: bound, words: joined([state, ...searched]) };
  }
  const { reading } = store;
  if (problem && reading?.ok && reading.frame.missing) {
    const words = analysis.isWanted ? advice() : t("what lies under the covered squares is not known");
    const tone = analysis.problem ? "position is-problem" : "position";
    return { tone, headline: t("Position"), words, isHeard: analysis.isWanted };
  }
  if (problem) {
    const headline = isUnanswered() ? t("No verdict") : t("Not a level yet");
    return { tone: "problem", headline, words: problem.words };
  }
  if (!solved) return { tone: "searching", headline: t("searching…"), words: "" };
  const tone = solved.verdict;
  const effort = [visited(solved.states), time(solved.seconds)];
  if (solved.verdict === "fewest") {
    const headline = t("par {n}", { n: figure(solved.fewest ?? 0) });
    const amount = count(solved.fewest ?? 0, info);
    return { tone, headline, words: joined([t("{amount}, the proven fewest", { amount }), ...effort]) };
  }
  if (solved.verdict === "impossible") {
    return { tone, headline: t("impossible"), words: joined([t("no way wins, proven"), ...effort]) };
  }
  const headline = t("at least {n}", { n: count(solved.at_least ?? 0, info) });
  const limit = limitName(solved.limit ?? "");
  return { tone, headline, words: joined([t("gave up at a limit: {limit}", { limit }), ...effort]) };
}

/** What the solver looked at: not what can be reached. @param {number | string | null | undefined} states */
function visited(states) {
  return states ? t("visited {positions}", { positions: positions(states) }) : "";
}

/** @param {string[]} parts */
function joined(parts) {
  return parts.filter((part) => part !== "").join(" · ");
}

/**
 * What the level says of itself and is not so, and a way to put it right.
 * @param {Fault} fault
 * @returns {Child}
 */
function claim(fault) {
  const isPar = fault.kind === "par";
  const said = isPar
    ? t("The level claims par {claimed}; it is {fewest}.", {
        claimed: tr(fault.claimed ?? ""),
        fewest: tr(String(fault.fewest)),
      })
    : {
        illegal: t("A move of the level's own solution is illegal."),
        "not-won": t("The level's own solution does not win."),
        longer: t("The level's own solution is not the shortest."),
      }[fault.kind];
  return h("p", { class: "par-claim" }, said ?? fault.kind, " ", isPar ? setPar() : setSolution());
}

function setPar() {
  const { solved } = verdict;
  if (!solved || solved.verdict === "gave-up") return null;
  const par = solved.verdict === "fewest" ? String(solved.fewest) : "impossible";
  const write = () => store.change(t("par"), (level) => withNote(level, "par", par));
  return button(t("Correct it"), write, { class: "small" });
}

function setSolution() {
  const moves = verdict.solved?.moves;
  if (!moves) return null;
  const write = () => store.change(t("solution"), (level) => ({ ...level, solution: moves.join(" ") }));
  return button(t("Replace it"), write, { class: "small" });
}

customElements.define("fewest-par", FewestPar);
