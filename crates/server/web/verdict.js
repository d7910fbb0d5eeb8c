// What is known of the level on the board: its par, its difficulty, and whether its own claims
// hold. Asked anew on every change; what is not wanted any more is cancelled.

import { ask, isAbort, problemOf } from "./api.js";
import { pause } from "./pause.js";
import { reach } from "./reach.js";
import { store } from "./store.js";
import { lang } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {JobState, Rated, Solved} from "./types.js" */

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
