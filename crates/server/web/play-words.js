// What is said about a game being played: the score, how it stands, and which move lost what.
import { advised, reasoned } from "./analysis.js";
import { closed, inWords, moveName } from "./announce.js";
import { button, h } from "./dom.js";
import { store } from "./store.js";
import { verdict } from "./verdict.js";
import { count, figure, t, tr } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Playing} from "./playing.js" */
/** @import {Info} from "./types.js" */

/** So many moves are named where several are as good. */
const NAMED = 4;

/**
 * "moves 7 · par 4".
 * @param {Playing} game
 * @param {Info} info
 */
export function score(game, info) {
  const made = t("{unit} {n}", { unit: tr(info.unit.many), n: figure(game.moves.length) });
  return game.frame?.missing ? made : `${made} · ${par()}`;
}

function par() {
  const { solved, job } = verdict;
  if (solved?.verdict === "fewest") return t("par {n}", { n: figure(solved.fewest ?? 0) });
  if (solved?.verdict === "impossible") return t("impossible");
  const bound = solved?.at_least ?? job?.at_least;
  return bound ? t("par at least {n}", { n: figure(bound) }) : t("par …");
}

/**
 * How the game stands, or what the hint says.
 * @param {Playing} game
 * @param {Info} info
 * @param {boolean} isAsked whether a hint is to be told even if it has not changed
 */
export function outcome(game, info, isAsked) {
  const { frame, hint, guidance, moves } = game;
  if (!frame) return "";
  const fewest = verdict.solved?.fewest ?? null;
  if (frame.standing === "won") {
    const made = count(moves.length, info);
    if (fewest === null) return t("Won in {made}.", { made });
    if (moves.length <= fewest) return t("Won in {made}: the fewest there are!", { made });
    return t("Won in {made}; {fewest} would do.", { made, fewest: figure(fewest) });
  }
  if (frame.standing === "lost") {
    const why = frame.lost_because;
    return why ? closed(t("Lost: {why}. Take the last move back, or restart.", { why: inWords(why) })) : t("Lost. Take the last move back, or restart.");
  }
  if (guidance) return [advised(guidance), reasoned(guidance)].filter(Boolean).join("\n");
  if (frame.missing) return t("What lies under the covered squares is not known here: draw the number that was shown instead.");
  if (hint) return hinted(game, info);
  if (frame.moves.length === 0) return t("No move leads on from here. Take the last move back, or restart.");
  return isAsked ? t("No hint yet.") : "";
}

/**
 * Why a move was not made.
 * @param {Problem} problem
 */
export function refusal({ told: { move, reason }, words }) {
  if (move === undefined) return words;
  const name = moveName(move);
  return reason ? closed(t("{move} is not possible: {reason}.", { move: name, reason: inWords(reason) })) : t("{move} is not possible here.", { move: name });
}

/**
 * @param {Playing} game
 * @param {Info} info
 */
function hinted({ hint }, info) {
  if (!hint) return "";
  if (hint.unfinished || hint.verdict === "gave-up") return t("The search for a hint gave up at a limit.");
  if (hint.lost_by === 0) return t("This level cannot be won.");
  if (hint.lost_by !== null)
    return t("The win was lost at move {n}: go back before it.", { n: hint.lost_by });
  const moves = some(hint.keep_optimum);
  return closed(t("Play {moves}: {left} to the win.", { moves, left: count(hint.fewest ?? 0, info) }));
}

/**
 * A few of several moves, in words.
 * @param {string[]} moves
 */
function some(moves) {
  const named = moves.slice(0, NAMED).map(moveName).join(t(" or "));
  return moves.length > NAMED ? `${named} …` : named;
}

/**
 * Which moves lost the optimum and the win, with a way back.
 * @param {Playing} game
 * @param {(made: number) => void} goTo
 */
export function costs({ moves, walked, frame }, goTo) {
  if (frame?.missing) {
    const draw = () => (store.mode = "draw");
    return [h("p", {}, button(t("Draw"), draw, { class: "small", "data-does": "draw" }))];
  }
  const steps = (walked?.steps ?? []).slice(0, moves.length);
  if (steps.length === 0) return [];
  const told = /** @type {HTMLElement[]} */ ([]);
  const tell = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {number} */ made) => {
    const back = button(t("Go back there"), () => goTo(made), { class: "small" });
    told.push(h("p", { class: `cost is-${kind}` }, closed(words), " ", back));
  };
  const slip = steps.findIndex((step) => step.loss === "ground");
  const loss = steps.findIndex((step) => step.loss === "win");
  if (slip >= 0) {
    const { move, by, better } = steps[slip];
    const values = { n: slip + 1, move: moveName(move), by: by ?? 0, better: some(better ?? []) };
    tell("ground", t("The optimum was lost at move {n}: {better} instead of {move} saves {by}.", values), slip);
  }
  if (loss >= 0) {
    const { move, better } = steps[loss];
    const values = { n: loss + 1, move: moveName(move), better: some(better ?? []) };
    tell("win", t("The win was lost at move {n}: {better} instead of {move} kept it.", values), loss);
  }
  const left = steps[moves.length - 1]?.left;
  if (told.length === 0 && left) told.push(h("p", { class: "cost is-none" }, t("No move wasted so far.")));
  return told;
}
