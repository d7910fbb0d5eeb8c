// The verdict on the level, always in sight: its par, or that it cannot be won, or how far the
// search is; and how hard it is, with the parts of that.

import { count, limitName, positions, time } from "./amounts.js";
import { analysis } from "./analysis.js";
import { headline as advice } from "./analysis-words.js";
import { announce } from "./announce.js";
import { NO_LEVEL } from "./api.js";
import { difficulty } from "./difficulty.js";
import { fill, h } from "./dom.js";
import { verdict } from "./verdict.js";
import { withNote } from "./level.js";
import { store } from "./store.js";
import { figure, lang, t, tr } from "./words.js";
/** @import {Fault} from "./verdict.js" */
/** @import {Child} from "./dom.js" */
/** @import {Rated} from "./types.js" */

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
    verdict.addEventListener("known", this.#update);
    store.addEventListener("reading", this.#update);
    analysis.addEventListener("analysed", this.#update);
    if (store.revision > 0) this.#update();
  }

  disconnectedCallback() {
    verdict.removeEventListener("known", this.#update);
    store.removeEventListener("reading", this.#update);
    analysis.removeEventListener("analysed", this.#update);
  }

  #update = () => {
    const { headline, words, tone, isHeard = false } = told();
    this.className = `is-${tone}`;
    if (verdict.isAsking) this.setAttribute("aria-busy", "true");
    else this.removeAttribute("aria-busy");
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "small", onclick: act }, name);
    const stop = verdict.isAsking && verdict.job && button(t("Stop"), () => verdict.stop());
    const again = isUnanswered() && button(t("Try again"), askAgain);
    fill(
      this.#verdict,
      h("strong", { class: "par-headline" }, headline),
      h("span", { class: "par-words" }, words),
      stop || again,
    );
    fill(this.#claims, ...(verdict.isAsking ? [] : verdict.faults.map(claim)));
    this.#rate();
    if (!isHeard) this.#say(t("{headline}. {words}", { headline, words }));
  };

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
    return {
      tone,
      headline,
      words: joined([
        t("{amount}, the proven fewest", { amount: count(solved.fewest ?? 0, info) }),
        ...effort,
      ]),
    };
  }
  if (solved.verdict === "impossible") {
    return { tone, headline: t("impossible"), words: joined([t("no way wins, proven"), ...effort]) };
  }
  const headline = t("at least {n}", { n: count(solved.at_least ?? 0, info) });
  return {
    tone,
    headline,
    words: joined([t("gave up at a limit: {limit}", { limit: limitName(solved.limit ?? "") }), ...effort]),
  };
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
  return h("button", { type: "button", class: "small", onclick: write }, t("Correct it"));
}

function setSolution() {
  const moves = verdict.solved?.moves;
  if (!moves) return null;
  const write = () => store.change(t("solution"), (level) => ({ ...level, solution: moves.join(" ") }));
  return h("button", { type: "button", class: "small", onclick: write }, t("Replace it"));
}

customElements.define("fewest-par", FewestPar);
