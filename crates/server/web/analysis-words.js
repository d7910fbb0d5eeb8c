// What is said about covered squares: what to open, and what was counted.

import { percent, short } from "./amounts.js";
import { analysis } from "./analysis.js";
import { inWords, moveName } from "./called.js";
import { figure, t } from "./words.js";
/** @import {Guidance} from "./types.js" */

/** The most important of it. */
export function headline() {
  const { chances, guidance, problem } = analysis;
  if (problem) return problem.squares.length > 0 ? inWords(problem.detail) : problem.words;
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
