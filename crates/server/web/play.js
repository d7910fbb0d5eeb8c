// Playing the level: `<fewest-play>`. What a key, a swipe or a click means is what the game's
// `play` says: steps, numbers, squares or pieces.
import { AnalysisPanel } from "./analysis-panel.js";
import { announce, toast } from "./announce.js";
import { NO_LEVEL, reach } from "./api.js";
import { button, DIRECTIONS, fill, h, isTaken, undoKey } from "./dom.js";
import { Clicks, lookAt, markers, mines, PieceMoves } from "./gestures.js";
import { howToPlay } from "./help.js";
import { keep, recall, recallValue, tab } from "./kept.js";
import { compose } from "./level.js";
import { nowShown } from "./look.js";
import { covered, shown, wayOf } from "./picture.js";
import { placedAt } from "./place.js";
import { PlayPad, switches, tools } from "./play-pad.js";
import { costs, outcome, refusal, score } from "./play-words.js";
import { Playing } from "./playing.js";
import { MovesList } from "./steps.js";
import { store } from "./store.js";
import { verdict } from "./verdict.js";
import { t } from "./words.js";
/** @import {BoardElement, Mark} from "./picture.js" */
/** @import {Trace} from "./types.js" */

/** @type {Record<string, string>} */
const STEPS = { ...DIRECTIONS, w: "U", s: "D", a: "L", d: "R" };

/** The game in progress, which this tab keeps across reloads. */
const GAME = "fewest.2.game";
/** Whether the player is coached: not where squares are covered, unless that was asked for. */
const COACH = { open: "fewest.coach", covered: "fewest.coach.covered" };

class FewestPlay extends HTMLElement {
  /** @type {BoardElement | null} */
  #board = null;
  /** @type {Playing | null} */
  #game = null;
  /** The level without what it says of itself: another title does not end a game. */
  #level = "";
  /** The game that the panel was built for. */
  #built = "";
  #clicks = new Clicks(
    () => this.#game,
    () => store.info.covers,
    () => {
      this.#keepGame();
      this.#update();
    },
  );
  #pieces = new PieceMoves(
    () => this.#game,
    () => this.#update(),
  );
  #seesAll = false;
  /** The way of the hint. @type {Trace | null} */
  #way = null;
  #refusal = "";
  /** @type {AbortController | null} */
  #active = null;

  #score = h("p", { class: "score" });
  #outcome = h("p", { class: "outcome" });
  #costs = h("div", { class: "costs" });
  #pad = new PlayPad((move) => this.#game?.push(move), (piece) => this.#pieces.choose(piece));
  #tools = h("div", { class: "play-tools" });
  #keep = h("div", { class: "row" });
  #analysis = new AnalysisPanel();
  #moves = new MovesList((made) => this.#game?.goTo(made));

  /** @param {BoardElement} board */
  activate(board) {
    this.#board = board;
    this.#active = new AbortController();
    const { signal } = this.#active;
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ name,
      /** @type {(event: any) => void} */ act,
    ) => target.addEventListener(name, act, { signal });
    // Before anybody else: what is a move here may be something else elsewhere.
    window.addEventListener("keydown", this.#key, { signal, capture: true });
    on(board, "square-up", ({ detail }) => {
      if (store.info.play === "steps" && detail.direction) this.#game?.push(detail.direction);
      if (store.info.play === "pieces") this.#pieces.up(detail);
    });
    const click = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      on(board, name, (event) => store.info.play === "squares" && act(event.detail));
    click("square-down", (detail) => this.#clicks.down(detail));
    click("square-enter", () => this.#clicks.release());
    click("square-up", (detail) => this.#clicks.up(detail));
    on(board, "square-key", (event) => store.info.play === "squares" && this.#clicks.key(event.detail) && event.preventDefault());
    on(store, "levelchange", () => this.#restartIfNew());
    on(store, "reading", () => this.#update());
    on(verdict, "known", () => this.#tell());
    on(reach, "back", () => this.#game?.goTo(() => this.#game?.moves.length ?? 0));
    on(document, "languagechange-fewest", () => {
      this.#build();
      // The names of marks are in the language of before.
      if (this.#game?.frame) this.#draw();
    });
    on(this.#analysis, "analysed", () => this.#update());
    this.#build();
    this.#restartIfNew();
    this.#game?.resume();
    this.#follow();
    this.#update();
  }

  deactivate() {
    this.#active?.abort();
    this.#analysis.leave();
    this.#game?.pause();
    this.#clicks.release();
    this.#board?.toggleAttribute("swipe", false);
    this.#board?.toggleAttribute("cursor", false);
    this.#board = null;
  }

  /** Everything that does not change from move to move. */
  #build() {
    const { info } = store;
    const { play, covers } = info;
    const undo = () => this.#step(-1);
    const redo = () => this.#step(1);
    this.#built = info.id;
    fill(this.#tools, tools({ undo, redo, restart: () => this.#restart(), hint: () => this.#hint() }));
    const see = (/** @type {boolean} */ seesAll) => {
      this.#seesAll = seesAll;
      this.#update();
    };
    this.#board?.toggleAttribute("swipe", play === "steps" || play === "pieces");
    this.#board?.toggleAttribute("cursor", play === "squares");
    this.replaceChildren(
      h(
        "div",
        { class: "card" },
        this.#score,
        this.#outcome,
        this.#pad,
        this.#tools,
        switches({ isOn: this.#isCoached, set: (isOn) => this.#coach(isOn) }, covers && { clicks: this.#clicks, seesAll: this.#seesAll, see }),
        this.#costs,
      ),
      this.#analysis,
      h("div", { class: "card" }, h("h2", {}, t("Moves")), this.#moves, this.#keep),
      howToPlay(info),
    );
    this.#analysis.build();
    this.#moves.retell();
    this.#pad.retell();
    fill(this.#keep);
    this.#tell();
  }

  get #isCoached() {
    const { covers } = store.info;
    return (recall(covers ? COACH.covered : COACH.open) ?? (covers ? "no" : "yes")) === "yes";
  }

  /** @param {boolean} isOn */
  #coach(isOn) {
    keep(store.info.covers ? COACH.covered : COACH.open, isOn ? "yes" : "no");
    this.#game?.coach(isOn);
  }

  /** @param {boolean} hasMoves */
  #offerToKeep(hasMoves) {
    const keep = button(t("Keep as the level's solution"), () => this.#keepMoves(), { class: "small" });
    fill(this.#keep, hasMoves ? keep : h("p", { class: "quiet" }, t("No move yet.")));
  }

  /** What was played becomes what the level claims. */
  #keepMoves() {
    const solution = this.#game?.moves.join(" ") ?? "";
    store.change(t("solution"), (level) => ({ ...level, solution }));
    announce(t("The moves are the level's solution now."));
  }

  #restartIfNew() {
    const { level, info } = store;
    const rules = new Map([...level.notes].filter(([name]) => info.options.some((option) => option.name === name)));
    const played = compose({ ...level, notes: rules, solution: "" }, info);
    if (played === this.#level && this.#game?.frame) return;
    // What was shown of the level before is covered in this one.
    const isCoveredAgain = this.#seesAll;
    this.#seesAll = false;
    if (info.id !== this.#built || isCoveredAgain) this.#build();
    this.#level = played;
    this.#begin();
  }

  /** Back to the start; what was played can be redone. */
  #restart() {
    this.#clicks.flags.clear();
    this.#game?.goTo(0);
  }

  #begin() {
    this.#game?.end();
    this.#clicks.flags.clear();
    this.#pieces.reset();
    this.#way = null;
    this.#refusal = "";
    const kept = recallValue(GAME, tab);
    const before = kept?.level === this.#level ? kept : undefined;
    for (const square of before?.flags ?? []) this.#clicks.flags.add(square);
    this.#game = new Playing(store.text(), this.#isCoached, before);
    this.setAttribute("aria-busy", "true");
    let made = 0;
    this.#game.addEventListener("played", () => {
      this.removeAttribute("aria-busy");
      const now = this.#game?.moves.length ?? 0;
      if (now !== made && this.#game?.frame?.standing === "playing") announce(score(this.#game, store.info));
      made = now;
      this.#refusal = "";
      this.#keepGame();
      if (!this.#game?.hint) this.#way = null;
      this.#follow();
      this.#update();
    });
    this.#game.addEventListener("waiting", () => this.#score.toggleAttribute("data-waiting", this.#game?.isWaiting));
    this.#game.addEventListener("full", () => toast(t("The server is slow: no more moves can wait.")));
    this.#game.addEventListener("refused", (event) => {
      this.removeAttribute("aria-busy");
      const problem = /** @type {CustomEvent} */ (event).detail;
      this.#refusal = refusal(problem);
      // A board that is no level yet is told of by the verdict, too: once is enough to hear.
      if (this.#game?.frame || problem.status !== NO_LEVEL) announce(this.#refusal);
      this.#tell();
    });
    this.#update();
  }

  /** Keeps the game for a reload of this tab. */
  #keepGame() {
    if (!this.#game?.frame) return;
    const { moves, undone } = this.#game;
    keep(GAME, JSON.stringify({ level: this.#level, moves, undone, flags: [...this.#clicks.flags] }), tab);
  }

  /** The analysis is of the position that is played, as long as the game goes on. */
  #follow() {
    const game = this.#game;
    if (game && this.#board) this.#analysis.follow(game.text, game.moves, game.frame?.standing === "playing");
  }

  async #hint() {
    const game = this.#game;
    if (game?.frame?.missing) return this.#analysis.say();
    // Who sees lids gets no help from what is under them.
    if (store.isHiding) {
      await game?.askGuidance();
      if (game?.guidance && game === this.#game) announce(outcome(game, store.info, true));
      return;
    }
    const trace = await game?.askHint();
    if (game !== this.#game) return;
    this.#way = trace ?? null;
    this.#update();
    if (this.#game?.hint) announce(outcome(this.#game, store.info, true));
  }

  #update() {
    const game = this.#game;
    if (!game || !this.#board) return;
    if (game.frame) this.#draw();
    else this.#board.picture = nowShown(this.#seen());
    const all = [...game.moves, ...game.undone.toReversed()];
    this.#moves.show(all, game.moves.length, game.walked?.steps ?? []);
    this.#tell();
  }

  /** Mines stay covered until one goes off. */
  #seen() {
    const isOver = this.#game?.frame && this.#game.frame.standing !== "playing";
    return this.#seesAll || isOver || !store.info.covers ? undefined : covered;
  }

  #draw() {
    const game = /** @type {Playing} */ (this.#game);
    const frame = /** @type {import("./types.js").Frame} */ (game.frame);
    const picture = shown(frame, store.info, this.#seen());
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    for (const square of this.#clicks.standing) {
      const look = lookAt(frame.view, square);
      const isWrong = frame.standing !== "playing" && look.role !== "danger";
      marks.set(square, { kind: isWrong ? "error" : "flag" });
    }
    const sends = store.info.play === "pieces" && frame.standing === "playing";
    const chosen = sends ? this.#pieces.squares.get(this.#pieces.chosen) : undefined;
    if (chosen !== undefined) marks.set(chosen, { kind: "cursor", name: t("chosen") });
    const way = this.#way ? wayOf(this.#way) : [];
    if (way.length === 1) marks.set(way[0], { kind: "best" });
    const { guidance } = game;
    const advised = placedAt(frame.view, guidance?.move ?? "");
    if (advised !== undefined) marks.set(advised, { kind: "best", name: t("best move") });
    for (const place of guidance?.because ?? []) {
      const square = placedAt(frame.view, place);
      if (square !== undefined && !marks.has(square)) marks.set(square, { kind: "reason", name: t("the reason") });
    }
    const trail = frame.view.trace ? wayOf(frame.view.trace) : undefined;
    const board = /** @type {BoardElement} */ (this.#board);
    board.picture = this.#analysis.over({
      ...picture,
      marks,
      trail,
      way: way.length > 1 ? [way] : undefined,
      made: game.moves.length,
    });
  }

  /** What is said beside the board. */
  #tell() {
    const game = this.#game;
    const { info } = store;
    // Another game was chosen, and is not begun yet.
    if (!game || info.id !== this.#built) return;
    const all = info.covers && game.frame ? mines(game.frame.view) : 0;
    const set = this.#clicks.standing.length + (all > 0 && game.frame ? markers(game.frame.view) : 0);
    const flags = t("flags {flags} of {mines}", { flags: set, mines: all });
    const said = this.#refusal || outcome(game, info, false);
    if (said !== this.#outcome.textContent && game.frame && game.frame.standing !== "playing") announce(said);
    this.#score.textContent = all > 0 ? `${score(game, info)} · ${flags}` : score(game, info);
    this.#outcome.textContent = said;
    this.#outcome.className = `outcome is-${this.#refusal ? "refused" : (game.frame?.standing ?? "playing")}`;
    const hasMoves = game.moves.length > 0;
    const isOffered = this.#keep.querySelector("button") !== null;
    if (hasMoves !== isOffered || !this.#keep.hasChildNodes()) this.#offerToKeep(hasMoves);
    this.#tellCosts(game);
    this.#pad.update(game, info, this.#pieces);
    const [undo, redo] = /** @type {HTMLButtonElement[]} */ ([...this.#tools.children]);
    // Never `disabled`: a button that has the focus would lose it.
    undo.setAttribute("aria-disabled", String(game.moves.length === 0));
    redo.setAttribute("aria-disabled", String(game.undone.length === 0));
  }

  /** Its buttons are made anew only where they are others, so that none loses the focus. @param {Playing} game */
  #tellCosts(game) {
    const told = costs(game, (made) => this.#game?.goTo(made));
    const words = (/** @type {Iterable<Element>} */ parts) =>
      Array.from(parts, (part) => part.textContent).join();
    if (words(told) !== words(this.#costs.children)) fill(this.#costs, told);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (isTaken(event)) return;
    const undo = undoKey(event);
    // Before the first move there is only the level's own past.
    if (undo < 0 && this.#game?.moves.length === 0 && this.#game.undone.length === 0) return;
    if (!undo && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const act = undo ? () => this.#step(undo) : this.#keyOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  /** @param {number} way */
  #step(way) {
    if (way > 0) this.#game?.redo();
    else this.#game?.undo();
  }

  /**
   * What a key does here, if anything.
   * @param {KeyboardEvent} event
   * @returns {(() => void) | undefined}
   */
  #keyOf(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const { play } = store.info;
    // A piece may be called like a key that does something else.
    if (play === "pieces" && this.#pieces.names.includes(key)) return () => this.#pieces.choose(key);
    if (play === "pieces" && STEPS[key]) return () => this.#pieces.push(STEPS[key]);
    if (play === "steps" && STEPS[key]) return () => this.#game?.push(STEPS[key]);
    if (play === "numbers" && /^[1-9]$/.test(key)) return () => this.#game?.push(key);
    /** @type {Record<string, () => void>} */
    const common = {
      z: () => this.#step(-1),
      Backspace: () => this.#step(-1),
      y: () => this.#step(1),
      r: () => this.#restart(),
      h: () => void this.#hint(),
    };
    return common[key];
  }
}

customElements.define("fewest-play", FewestPlay);
