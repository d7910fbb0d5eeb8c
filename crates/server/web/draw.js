// <fewest-draw>: the palette, and what the hand and the keyboard do with its tools on the board.
import { AnalysisPanel } from "./analysis-panel.js";
import { announce, toast } from "./announce.js";
import { DIRECTIONS, fill, h, isTaken, tool, undoKey } from "./dom.js";
import { blank, emptyOf, isVeiled, partAt, toolsOf } from "./level.js";
import { look, nowProblem } from "./look.js";
import { NotesForm } from "./notes.js";
import { numberOf, squareName } from "./picture.js";
import { edgeBeside, hasEdge } from "./place.js";
import { flip, mirror, rotate, SizeForm } from "./size.js";
import { store } from "./store.js";
import { edgeStroke, ERASER, Palette, stroke } from "./tools.js";
import { t, tr } from "./words.js";
/** @import {FewestBoard} from "./board.js" */
/** @import {Mark} from "./picture.js" */
/** @import {Near, Stroke} from "./tools.js" */
/** @import {Edge} from "./types.js" */

/** @typedef {{square: number, button: number, near: Near | null, key: string, cancelled: boolean, ctrl: boolean, alt: boolean, meta: boolean, shift: boolean}} Touch */


class FewestDraw extends HTMLElement {
  #palette = new Palette();
  #actions = h("div", { class: "row actions", role: "toolbar" });
  #size = new SizeForm();
  #notes = new NotesForm();
  #analysis = new AnalysisPanel();
  #hint = h("p", { class: "quiet hint", id: "tool-hint" });
  /** @type {FewestBoard | null} */
  #board = null;
  /** @type {Stroke | null} */
  #stroke = null;
  /** The stroke of a path or link that the keyboard or two taps draw. @type {Stroke | null} */
  #held = null;
  /** The stroke that changed the level last, and the revision it made. @type {{stroke: Stroke, revision: number} | null} */
  #drawn = null;
  /** The edge that a click would set or take away. @type {Edge | null} */
  #pointed = null;
  /** Where a link that is being drawn ends for now. @type {number | null} */
  #end = null;
  #listening = new AbortController();
  /** Whether the palette is for a board of which nothing is known under its covered squares. */
  #isVeiled = false;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(
      h("section", { class: "card" }, this.#palette, this.#hint, this.#actions),
      this.#analysis,
      h("section", { class: "card" }, this.#size),
      h("section", { class: "card" }, this.#notes),
    );
    this.#palette.addEventListener("toolchange", () => this.#choose());
    this.#analysis.addEventListener("analysed", () => this.#show());
    document.addEventListener("languagechange-fewest", () => this.#build());
    this.#build();
  }

  /** @param {FewestBoard} board */
  activate(board) {
    this.#board = board;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    board.setAttribute("cursor", "");
    board.setAttribute("drags", "");
    const on = (/** @type {string} */ name, /** @type {(touch: Touch, event: Event) => void} */ act) =>
      board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail, event), { signal });
    on("square-down", (touch) => this.#down(touch));
    on("square-enter", ({ square }) => this.#enter(square));
    on("square-up", (touch) => this.#up(touch));
    on("square-hover", ({ square, near }) => this.#hover(square, false, near));
    on("edge-enter", ({ near }) => this.#pass(near));
    on("cursor-move", ({ square }) => this.#hover(square, true));
    on("square-key", (touch, event) => this.#squareKey(touch, event));
    store.addEventListener("levelchange", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail.kind), { signal });
    store.addEventListener("reading", () => this.#show(), { signal });
    store.addEventListener("gamechange", () => this.#build(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // Before anybody else: a stroke that is not done yet is given up first.
    window.addEventListener("keydown", (event) => this.#undoKey(event), { signal, capture: true });
    this.#build();
    this.#follow();
    this.#show();
  }

  deactivate() {
    this.#letGo();
    this.#analysis.leave();
    this.#listening.abort();
    this.#board?.removeAttribute("cursor");
    this.#board?.removeAttribute("drags");
    this.#board?.removeAttribute("edges");
    this.#board?.removeAttribute("faulty");
    this.#board = null;
  }

  /** Everything that depends on the game or the language. */
  #build() {
    const act = (/** @type {import("./dom.js").IconName} */ sign, /** @type {string} */ name, /** @type {() => void} */ press, keys = "") =>
      tool(sign, name, press, { title: keys ? `${name} (${keys})` : name, "data-act": sign });
    const turn = (/** @type {string} */ name, /** @type {typeof rotate} */ how) => () => {
      const wasLevel = nowProblem() === null;
      store.change(name, (level) => how(level, store.info));
      announce(name);
      if (wasLevel) store.addEventListener("reading", tellProblem, { once: true });
    };
    this.#actions.setAttribute("aria-label", t("the whole board"));
    fill(
      this.#actions,
      act("undo", t("Undo"), () => this.#giveUp() || undo(), "Ctrl+Z"),
      act("redo", t("Redo"), redo, "Ctrl+Y"),
      act("rotate", t("Rotate"), turn(t("Rotate"), rotate)),
      act("mirror", t("Mirror"), turn(t("Mirror"), mirror)),
      act("flip", t("Flip"), turn(t("Flip"), flip)),
      act("clear", t("Clear"), clear),
    );
    this.#offer();
    this.#size.build();
    this.#notes.build();
    this.#analysis.build({ forgets: true });
    this.#choose();
    this.#update();
  }

  /** The tools that can be used on the level as it is. */
  #offer() {
    this.#isVeiled = isVeiled(store.level, store.info);
    this.#palette.build(store.info, toolsOf(store.level, store.info));
    this.#advise();
  }

  #choose() {
    this.#letGo();
    const wasPointed = this.#pointed !== null;
    this.#pointed = null;
    this.#board?.toggleAttribute("edges", this.#edgeTool !== undefined);
    if (wasPointed) this.#show();
    this.#advise();
  }

  /** The tool for walls between squares: the one in hand, or the game's where the eraser is in hand. */
  get #edgeTool() {
    const { tool } = this.#palette;
    if (tool === ERASER) return store.info.tools.find(({ kind }) => kind === "edge");
    return tool.kind === "edge" ? tool : undefined;
  }

  /** The stroke that begins on an edge, if one does: the eraser takes away a wall that it is set down on. @param {Near | null} near @param {boolean} erases */
  #edgeStroke(near, erases) {
    const tool = this.#edgeTool;
    if (!tool || !near) return undefined;
    const isEraser = this.#palette.tool === ERASER;
    const isMeant = !isEraser || (near.isOn && hasEdge(this.#board?.picture?.edges ?? [], near.edge));
    return isMeant ? edgeStroke(tool, near, erases || isEraser) : undefined;
  }

  #advise() {
    this.#hint.textContent = advice(this.#palette.tool.kind, this.#palette.tool === ERASER);
  }

  #update() {
    const [undone, redone] = [store.undoLabel, store.redoLabel];
    for (const [name, label] of [["undo", undone], ["redo", redone]]) {
      const button = this.#actions.querySelector(`[data-act=${name}]`);
      button?.setAttribute("aria-disabled", String(label === undefined));
    }
  }

  #show() {
    if (!this.#board) return;
    const { info, level } = store;
    const picture = look(level, info, store.lastRead);
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    const problem = nowProblem();
    const { line, column = 1, width = 1 } = problem?.told ?? {};
    const part = line ? partAt(level, info, line, column, width) : null;
    if (problem && part && "square" in part) marks.set(part.square, { kind: "error", text: problem.words });
    this.#board.toggleAttribute("faulty", part !== null && "board" in part);
    this.#notes.complain(part, problem);
    const from = (this.#stroke ?? this.#held)?.from;
    if (from !== undefined) {
      marks.set(from, { kind: "cursor" });
      if (this.#end !== null && this.#end !== from) {
        const role = numberOf(level, this.#end) >= numberOf(level, from) ? "lift" : "drop";
        const others = picture.links.filter((link) => link.from !== from);
        picture.links = [...others, { from, to: this.#end, role }];
      }
    }
    this.#board.picture = this.#analysis.over({ ...picture, marks, pointed: this.#pointed });
    this.#update();
    this.#size.update();
    this.#notes.update();
  }

  /** @param {Touch} touch */
  #down({ square, button, near }) {
    const tool = button === 2 ? ERASER : this.#palette.tool;
    const onEdge = this.#edgeStroke(near, tool === ERASER);
    const held = this.#held;
    this.#held = null;
    if (held && tool.kind === "link" && held.from !== square) {
      this.#apply((level) => held.up(level, square), held);
      return;
    }
    this.#stroke = onEdge ?? stroke(store.info, tool, square, store.level);
    const { down } = this.#stroke;
    if (onEdge) this.#pointed = null;
    this.#end = square;
    this.#apply(down, this.#stroke);
    this.#show();
  }

  /** @param {number} square */
  #enter(square) {
    const going = this.#stroke;
    if (!going) return;
    this.#end = square;
    if (!this.#apply((level) => going.enter(level, square), going)) this.#show();
  }

  /** @param {Near | null} near */
  #pass(near) {
    const going = this.#stroke;
    const pass = going?.pass;
    if (going && near && pass) this.#apply((level) => pass(level, near.edge), going);
  }

  /** @param {Touch} touch */
  #up({ square, cancelled }) {
    const going = this.#stroke;
    if (cancelled) this.#giveUp();
    this.#stroke = null;
    if (!going || cancelled) return;
    const tapped = going.from === square && store.level.cells[square] === store.info.board.empty;
    // A tap where no link begins yet: the next tap is its end.
    if (tapped) this.#held = going;
    else this.#apply((level) => going.up(level, square), going);
    if (tapped) announce(t("Now choose where it leads."));
    this.#show();
  }

  /** @param {number | null} square @param {boolean} [byKey] @param {Near | null} [near] */
  #hover(square, byKey = false, near = null) {
    const pointed = near && this.#edgeStroke(near, false) ? near.edge : null;
    if (pointed?.square !== this.#pointed?.square || pointed?.side !== this.#pointed?.side) {
      this.#pointed = pointed;
      this.#show();
    }
    const held = this.#held;
    if (!held || square === null) return;
    this.#end = square;
    if (held.from !== undefined) this.#show();
    else if (byKey) this.#apply((level) => held.enter(level, square), held);
  }

  /** @param {Touch} touch @param {Event} event */
  #squareKey({ square, key, ctrl, alt, meta, shift }, event) {
    if (ctrl || alt || meta) return;
    if (this.#palette.tool.kind === "edge" && ((shift && DIRECTIONS[key]) || key === " " || key === "Enter")) {
      event.preventDefault();
      const edge = edgeBeside(store.level, square, DIRECTIONS[key] ?? "R");
      const drawn = edge && this.#edgeStroke({ edge, isOn: true }, false);
      if (drawn) this.#apply(drawn.down, drawn);
      this.#tell(square);
    } else if (key === " " || key === "Enter") {
      event.preventDefault();
      this.#press(square);
    } else if (key === "Delete" || key === "Backspace") {
      event.preventDefault();
      this.#letGo();
      const wipe = stroke(store.info, ERASER, square, store.level);
      this.#apply(wipe.down, wipe);
      this.#tell(square);
    } else if (key === "Escape" && this.#held) {
      event.preventDefault();
      this.#giveUp();
    }
  }

  /** The tool set down, or lifted, by the keyboard. @param {number} square */
  #press(square) {
    const held = this.#held;
    const { tool } = this.#palette;
    if (held) {
      this.#held = null;
      if (held.from !== undefined) this.#apply((level) => held.up(level, square), held);
      this.#show();
      this.#tell(square);
      return;
    }
    const begun = stroke(store.info, tool, square, store.level);
    this.#apply(begun.down, begun);
    const goesOn = tool.kind === "path" || (begun.from !== undefined && store.level.cells[square] === store.info.board.empty);
    if (goesOn) {
      this.#held = begun;
      this.#end = square;
      this.#show();
      announce(t("Begun. The arrows go on, Enter ends, Escape gives up."));
      return;
    }
    this.#apply((level) => begun.up(level, square), begun);
    this.#tell(square);
  }

  /** Says what a square holds now. @param {number} square */
  #tell(square) {
    if (this.#board?.picture) announce(squareName(this.#board.picture, square));
  }

  /** The level is another one: what was begun on the one before does not go on. @param {string} kind */
  #changed(kind) {
    if (kind !== "change") this.#letGo();
    if (isVeiled(store.level, store.info) !== this.#isVeiled) this.#offer();
    this.#follow();
    this.#show();
  }

  #follow() {
    this.#analysis.follow(store.info.covers ? store.text() : "", [], true);
  }

  /** Leaves the level as it was before the stroke that is not done yet; says whether there is one. */
  #giveUp() {
    const going = this.#stroke ?? this.#held;
    if (!going) return false;
    const { stroke, revision } = this.#drawn ?? {};
    this.#letGo();
    if (stroke === going && revision === store.revision) store.undo();
    else this.#show();
    announce(t("Given up."));
    return true;
  }

  /** @param {KeyboardEvent} event */
  #undoKey(event) {
    if (undoKey(event) >= 0 || isTaken(event) || !this.#giveUp()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #letGo() {
    this.#stroke = this.#held = this.#end = null;
  }

  /** One step of a stroke, which is undone as a whole. @param {(level: import("./level.js").Drawing) => import("./level.js").Drawing} fn @param {Stroke} stroke */
  #apply(fn, stroke) {
    const wasVeiled = this.#isVeiled;
    const isChanged = store.change(tr(stroke.name), fn, stroke);
    if (this.#isVeiled && !wasVeiled) toast(t("Nothing is known of the covered squares now."));
    if (isChanged) this.#drawn = { stroke, revision: store.revision };
    return isChanged;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#palette.key(event.key)) event.preventDefault();
  }
}

/** How a tool is used. @param {string} kind @param {boolean} erases */
function advice(kind, erases) {
  if (erases) return t("Drag over what should go. The right button erases with every tool.");
  switch (kind) {
    case "one":
      return t("There is one of it: click where it should be.");
    case "path":
      return t("Drag from the head to the tail. Press on the body to go on from there.");
    case "pair":
      return t("Click two squares, or drag from one to the other.");
    case "link":
      return t("Drag from where it begins to where it leads. Click on its beginning to take it away.");
    case "note":
      return t("Click where it should be.");
    case "edge":
      return t("Click or drag along the sides of squares: that sets walls, or takes them away. By the keyboard: Shift and an arrow key.");
    default:
      return t("Click or drag to paint; again on the same to erase.");
  }
}

/** A turn may put what stands on the board where it cannot stand: nothing is taken away, but it is said. */
function tellProblem() {
  const problem = nowProblem();
  if (problem) toast(problem.words);
}

/** Takes back the last step, and says which. */
export function undo() {
  const label = store.undo();
  announce(label === undefined ? t("Nothing to undo.") : t("undone: {step}", { step: label }));
}

/** Does the step again that was taken back last. */
export function redo() {
  const label = store.redo();
  announce(label === undefined ? t("Nothing to redo.") : t("done again: {step}", { step: label }));
}

/** Takes everything off the board; notes about the level stay, claims and places go. */
function clear() {
  const { info } = store;
  store.change(t("Clear"), (level) => {
    const notes = new Map(level.notes);
    for (const { note } of info.tools) notes.delete(note ?? "");
    notes.delete("par");
    return { ...blank(info, level.rows, level.columns, emptyOf(level, info)), notes };
  });
  announce(t("The board is empty."));
}

customElements.define("fewest-draw", FewestDraw);
