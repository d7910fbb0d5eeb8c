// What can be known of covered squares: how likely each is a mine, and what to open. Asked anew for every
// position; what is not wanted any more is cancelled.
import { inWords, moveName } from "./announce.js";
import { ask, pause, problemOf, reach } from "./api.js";
import { figure, lang, percent, short, t } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Chances, Guidance} from "./types.js" */

/** Changes closer together than this are one question: a stroke of the brush makes many. */
const APART = 60;
/** Without an answer for so long, the answer about the board before is not shown any more. */
const SLOW = 300;

/** Fires `analysed` whenever more is known, or less. */
class Analysis extends EventTarget {
  /** While `isAsking`, that of the position before. @type {Chances | null} */
  chances = null;
  /** What to open; it may come later than the chances. @type {Guidance | null} */
  guidance = null;
  /** Why there are none. @type {Problem | null} */
  problem = null;
  isAsking = false;

  /** What was asked last: about which position, and in which language. */
  #about = "";
  /** @type {AbortController | null} */
  #asked = null;

  constructor() {
    super();
    reach.addEventListener("back", () => (this.#about = ""));
  }

  /**
   * Follows a game: asks, unless that was asked already.
   * @param {string} text the level
   * @param {readonly string[]} moves those that were made
   */
  follow(text, moves) {
    const after = moves.join(" ");
    const about = [lang(), after, text].join("\n");
    if (about === this.#about) return;
    this.#asked?.abort();
    this.#about = about;
    this.isAsking = true;
    this.#tell();
    this.#ask(text, after, (this.#asked = new AbortController()).signal);
  }

  /** Whether anybody wants to know. */
  get isWanted() {
    return this.#about !== "";
  }

  /** Nobody wants to know any more. */
  forget() {
    if (this.#about === "") return;
    this.#asked?.abort();
    this.#about = "";
    this.#become({});
  }

  /**
   * @param {string} text
   * @param {string} after
   * @param {AbortSignal} signal
   */
  async #ask(text, after, signal) {
    const slow = setTimeout(() => this.#become({ isAsking: true }), SLOW);
    signal.addEventListener("abort", () => clearTimeout(slow));
    /** @type {Chances | null} */
    let chances = null;
    try {
      await pause(APART, signal);
      const guiding = ask("hint", text, { after, blind: true }, { signal });
      // It is waited for below, but may fail before.
      guiding.catch(() => {});
      chances = await ask("odds", text, { after }, { signal });
      clearTimeout(slow);
      this.#become({ chances });
      this.#become({ chances, guidance: await guiding });
    } catch (error) {
      clearTimeout(slow);
      const problem = problemOf(error);
      if (problem) this.#become({ chances, problem });
    }
  }

  /** @param {{chances?: Chances | null, guidance?: Guidance, problem?: Problem, isAsking?: boolean}} known */
  #become(known) {
    Object.assign(this, { chances: null, guidance: null, problem: null, isAsking: false }, known);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("analysed"));
  }
}

export const analysis = new Analysis();

/** The most important of it. */
export function headline() {
  const { chances, guidance, problem } = analysis;
  if (problem) return problem.told.squares?.length ? inWords(problem.message) : problem.words;
  if (!chances) return t("searching…");
  if (chances.verdict === "gave-up") return chances.why ?? t("No verdict");
  return guidance ? advised(guidance) : t("searching…");
}

/** What to open, and how safe it is. @param {Guidance} guidance */
export function advised(guidance) {
  if (guidance.verdict === "gave-up") return guidance.why;
  if (guidance.move === null) return t("Nothing is left to open.");
  const place = moveName(guidance.move);
  const [best] = guidance.choices;
  if (guidance.verdict === "safe" || !best) return t("Open {place}: surely safe.", { place });
  if (best.wins !== null) return t("Open {place}: it wins with a chance of {wins}.", { place, wins: percent(best.wins) });
  return t("Open {place}: safe with a chance of {safe}.", { place, safe: percent(best.safe) });
}

/** Why that, in the program's words. */
export function reason() {
  return analysis.guidance ? reasoned(analysis.guidance) : "";
}

/** Why to open it, in the program's words. @param {Guidance} guidance */
export function reasoned(guidance) {
  if (guidance.verdict === "gave-up") return "";
  return guidance.because.length > 0 ? inWords(guidance.why) : guidance.why;
}

/** What was counted, in a line. */
export function figures() {
  const { chances } = analysis;
  if (!chances || chances.verdict === "gave-up") return "";
  const { layouts, safe, sure, covered, mines } = chances;
  const n = figure(covered);
  return [
    t("layouts {n}", { n: short(layouts) }),
    t("surely safe {n}", { n: figure(safe.length) }),
    t("surely mines {n}", { n: figure(sure.length) }),
    mines === null ? t("covered {n}", { n }) : t("covered {n}, mines {mines}", { n, mines: figure(mines) }),
  ].join(" · ");
}
