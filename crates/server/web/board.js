// <fewest-board>: shows a picture of a board as large as its place allows, and tells on which
// square somebody presses, drags, swipes or types.
//
// Attributes: `still` (it is only looked at), `cursor` (the arrow keys move a cursor over the squares), and
// what a finger does on it: `drags` (it draws) and `swipe` (it swipes). With neither, a finger scrolls. With
// `edges`, Shift and an arrow key are left to the tool that draws walls between squares.
import { announce } from "./announce.js";
import { CanvasBoard } from "./board-canvas.js";
import { SvgBoard } from "./board-svg.js";
import { h } from "./dom.js";
import { edgeNear, rowAndColumn } from "./place.js";
import { t } from "./words.js";
/** @import {Picture} from "./picture.js" */

/** A hand on the board: where it was set down, and where it is. @typedef {{id: number, from: number, square: number, button: number, x: number, y: number, last: {clientX: number, clientY: number}}} Press */

/** More squares than these are painted on a canvas: as many elements slow the page down. By
 * `tests/browser/frames.js`, an SVG of 60 by 60 takes about twice as long to open as a canvas. Smaller boards
 * gain less, and as an SVG each of their squares can be read by a screen reader. */
const MOST_CELLS = 2500;
/** A square is no larger on the screen. */
const LARGEST = 100;
const SWIPE = 24;
/** Touches further apart in time, in milliseconds, belong to two movements. */
const PAUSE = 200;
const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8, 12];

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class FewestBoard extends HTMLElement {
  /** @type {Picture | null} */
  #picture = null;
  /** @type {SvgBoard | CanvasBoard | null} */
  #painter = null;
  #paper = h("div", { class: "paper" });
  /** Is as high as the board may become where the page scrolls, and 0 where the page does not. */
  #most = h("div", { class: "board-most" });
  #cursor = 0;
  #zoom = 0;
  #side = 0;
  /** @type {Press | null} */
  #press = null;
  /** The middle of the fingers that move a zoomed board. @type {{x: number, y: number, time: number} | null} */
  #fingers = null;
  #resized = new ResizeObserver(() => this.#fit());
  #renamed = () => {
    this.#painter?.rename();
    this.#call();
  };
  #recoloured = () => this.#painter instanceof CanvasBoard && this.#painter.recolour();

  connectedCallback() {
    this.#resized.observe(this);
    this.#resized.observe(this.#most);
    document.addEventListener("languagechange-fewest", this.#renamed);
    document.addEventListener("themechange-fewest", this.#recoloured);
    // Put in another place of the page, it listens already.
    if (this.contains(this.#paper)) return;
    this.append(this.#paper, this.#most);
    if (this.hasAttribute("still")) return;
    this.#paper.addEventListener("pointerdown", (event) => this.#down(event));
    this.#paper.addEventListener("pointermove", (event) => this.#move(event));
    this.#paper.addEventListener("pointerup", (event) => this.#up(event, false));
    this.#paper.addEventListener("pointercancel", (event) => this.#up(event, true));
    this.#paper.addEventListener("pointerleave", () => this.#tell("square-hover", { square: null }));
    this.#paper.addEventListener("contextmenu", (event) => event.preventDefault());
    this.#paper.addEventListener("touchmove", (event) => this.#touch(event), { passive: false });
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", () => this.#tell("square-hover", { square: this.#cursor }));
    this.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  disconnectedCallback() {
    this.#resized.disconnect();
    document.removeEventListener("languagechange-fewest", this.#renamed);
    document.removeEventListener("themechange-fewest", this.#recoloured);
  }

  /** What is shown. */
  get picture() {
    return this.#picture;
  }

  set picture(picture) {
    if (!picture) return;
    const before = this.#picture;
    this.#picture = picture;
    const resized = !before || before.rows !== picture.rows || before.columns !== picture.columns;
    const many = picture.rows * picture.columns > MOST_CELLS;
    if (!this.#painter || this.#painter instanceof CanvasBoard !== many) {
      this.#painter = many ? new CanvasBoard(this.hasAttribute("still")) : new SvgBoard(this.hasAttribute("still"));
      this.#paper.replaceChildren(this.#painter.element);
    }
    this.#cursor = Math.min(this.#cursor, picture.rows * picture.columns - 1);
    this.#painter.show(picture);
    if (resized) {
      this.#zoom = 0;
      this.#side = 0;
      this.#fit();
      this.#painter.point(this.#cursor, false);
      this.#call();
    }
    this.#tell("picturechange", {});
  }

  /**
   * Larger or smaller than fits; a place of the board stays where it is on the screen.
   * @param {number} steps 0 for as large as fits
   * @param {{x: number, y: number}} [place] on the screen; without one the square of the cursor
   */
  zoom(steps, place) {
    const [before, view] = [this.#paper.getBoundingClientRect(), this.getBoundingClientRect()];
    const [row, column] = rowAndColumn(this.#picture ?? { columns: 1 }, this.#cursor);
    const at = place ?? { x: before.left + (column + 0.5) * this.#side, y: before.top + (row + 0.5) * this.#side };
    const [across, down] = [(at.x - before.left) / before.width, (at.y - before.top) / before.height];
    this.#zoom = steps === 0 ? 0 : Math.min(Math.max(this.#zoom + steps, 0), ZOOMS.length - 1);
    this.#fit();
    const after = this.#paper.getBoundingClientRect();
    // Without a place to keep, the cursor comes to the middle.
    const target = place ?? { x: view.left + view.width / 2, y: view.top + view.height / 2 };
    this.scrollLeft += after.left + across * after.width - target.x;
    this.scrollTop += after.top + down * after.height - target.y;
  }

  /** How many times as large as fits. */
  get zoomed() {
    return ZOOMS[this.#zoom];
  }

  /** What the board is called. */
  #call() {
    if (!this.#picture || !(this.#painter instanceof SvgBoard) || this.hasAttribute("still")) return;
    const { rows, columns } = this.#picture;
    this.#painter.element.setAttribute("aria-label", t("board of {rows} by {columns} squares", { rows, columns }));
  }

  #fit() {
    if (!this.#picture || !this.#painter) return;
    const { rows, columns } = this.#picture;
    const style = getComputedStyle(this);
    const width = this.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = (this.#most.offsetHeight || this.clientHeight) - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    if (width <= 0) return;
    const room = Math.min((width - 6) / columns, height > 6 ? (height - 6) / rows : Infinity, LARGEST);
    const side = room * this.zoomed;
    this.classList.toggle("zoomed", this.#zoom > 0);
    if (Math.abs(side - this.#side) < 0.01) return;
    this.#side = side;
    this.#paper.style.width = `${columns * side}px`;
    this.#paper.style.height = `${rows * side}px`;
    if (this.#painter instanceof CanvasBoard) this.#painter.fit(side);
    this.dispatchEvent(new CustomEvent("zoomchange"));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey || this.hasAttribute("still")) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1 : this.#zoom > 0 ? -1 : 0, { x: event.clientX, y: event.clientY });
  }

  /** A place of the screen, counted in squares from the top left of the board. @param {{clientX: number, clientY: number}} event */
  #place({ clientX, clientY }) {
    const place = this.#paper.getBoundingClientRect();
    // The SVG has a margin of 3 for its frame.
    const margin = this.#painter instanceof SvgBoard ? 3 / 40 : 0;
    const side = place.width / ((this.#picture?.columns ?? 0) + 2 * margin);
    return { across: (clientX - place.left) / side - margin, down: (clientY - place.top) / side - margin };
  }

  /** The square at a place of the screen, or none off the board. @param {{clientX: number, clientY: number}} event */
  #at(event) {
    if (!this.#picture) return null;
    const { rows, columns } = this.#picture;
    const { across, down } = this.#place(event);
    const [row, column] = [Math.floor(down), Math.floor(across)];
    const inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return inside ? row * columns + column : null;
  }

  /** The edge between two squares that is nearest to a place of the screen. @param {{clientX: number, clientY: number}} event */
  #edge(event) {
    const { across, down } = this.#place(event);
    return this.#picture && edgeNear(this.#picture, across, down);
  }

  /** @param {string} name @param {Record<string, unknown>} detail */
  #tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#press || (event.button !== 0 && event.button !== 2)) return;
    const square = this.#at(event);
    if (square === null) return;
    event.preventDefault();
    this.#paper.setPointerCapture(event.pointerId);
    const { pointerId: id, button, clientX: x, clientY: y } = event;
    this.#press = { id, from: square, square, button, x, y, last: { clientX: x, clientY: y } };
    this.#cursor = square;
    this.#painter?.point(square, true);
    this.#tell("square-down", { square, button, near: this.#edge(event) });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) {
      this.#tell("square-hover", { square: this.#at(event), near: this.#edge(event) });
      return;
    }
    if (press.id !== event.pointerId) return;
    for (const part of event.getCoalescedEvents?.() ?? [event]) {
      const square = this.#at(part);
      this.#passEdges(press, part);
      if (square === null || square === press.square) continue;
      for (const passed of this.#line(press.square, square)) {
        this.#tell("square-enter", { square: passed });
      }
      press.square = this.#cursor = square;
    }
  }

  /** Tells of the edges that the hand passes on its way. @param {Press} press @param {{clientX: number, clientY: number}} to */
  #passEdges(press, { clientX, clientY }) {
    if (!this.hasAttribute("edges")) return;
    const { last } = press;
    const [across, down] = [clientX - last.clientX, clientY - last.clientY];
    const steps = Math.ceil(Math.hypot(across, down) / Math.max(this.#side / 5, 1));
    for (let step = 1; step <= steps; step++) {
      const near = this.#edge({ clientX: last.clientX + (across * step) / steps, clientY: last.clientY + (down * step) / steps });
      if (near?.isOn) this.#tell("edge-enter", { near });
    }
    press.last = { clientX, clientY };
  }

  /** Fingers on a board where one of them draws or swipes. @param {TouchEvent} event */
  #touch(event) {
    if (!this.hasAttribute("drags") && !this.hasAttribute("swipe")) return;
    // A stroke must not end as a fling of the page, which would swallow the next tap.
    if (event.touches.length === 1) return event.preventDefault();
    const between = { x: 0, y: 0 };
    for (const { clientX, clientY } of event.touches) {
      between.x += clientX / event.touches.length;
      between.y += clientY / event.touches.length;
    }
    // Two fingers move a zoomed board, because one draws. `#fingers` is where they were before.
    const before = this.#fingers;
    if (before && event.timeStamp - before.time < PAUSE) this.scrollBy(before.x - between.x, before.y - between.y);
    this.#fingers = { ...between, time: event.timeStamp };
    return undefined;
  }

  /** @param {PointerEvent} event @param {boolean} cancelled */
  #up(event, cancelled) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#press = null;
    this.#painter?.point(this.#cursor, true);
    const { square, from, button } = press;
    const [across, down] = [event.clientX - press.x, event.clientY - press.y];
    const swipes = !cancelled && button === 0 && Math.max(Math.abs(across), Math.abs(down)) >= SWIPE;
    const direction = !swipes ? null : Math.abs(across) > Math.abs(down) ? (across > 0 ? "R" : "L") : down > 0 ? "D" : "U";
    this.#tell("square-up", { square, from, button, cancelled, direction });
  }

  /** The squares between two, and the second: a quick hand skips squares. @param {number} from @param {number} to */
  #line(from, to) {
    const size = this.#picture ?? { columns: 1 };
    const [[row, column], [toRow, toColumn]] = [rowAndColumn(size, from), rowAndColumn(size, to)];
    const [down, across] = [toRow - row, toColumn - column];
    const steps = Math.max(Math.abs(down), Math.abs(across));
    const between = (/** @type {number} */ step) => {
      const [y, x] = [row + Math.round((down * step) / steps), column + Math.round((across * step) / steps)];
      return y * size.columns + x;
    };
    return Array.from({ length: steps }, (_, step) => between(step + 1));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.hasAttribute("still") || !this.#picture) return;
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !(event.shiftKey && this.hasAttribute("edges"));
    const to = plain && this.hasAttribute("cursor") ? this.#target(event.key) : null;
    if (to !== null) {
      event.preventDefault();
      if (to === this.#cursor) return;
      this.#point(to);
      this.#tell("cursor-move", { square: to });
      return;
    }
    const { key, ctrlKey: ctrl, altKey: alt, metaKey: meta, shiftKey: shift } = event;
    const taken = !this.#tell("square-key", { square: this.#cursor, key, ctrl, alt, meta, shift });
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where a key takes the cursor, if anywhere. @param {string} key */
  #target(key) {
    const { rows, columns } = /** @type {Picture} */ (this.#picture);
    const [row, column] = rowAndColumn({ columns }, this.#cursor);
    if (key === "Home") return row * columns;
    if (key === "End") return row * columns + columns - 1;
    if (key === "PageUp") return column;
    if (key === "PageDown") return (rows - 1) * columns + column;
    const arrow = ARROWS[key];
    if (!arrow) return null;
    const [toRow, toColumn] = [row + arrow[0], column + arrow[1]];
    const inside = toRow >= 0 && toRow < rows && toColumn >= 0 && toColumn < columns;
    return inside ? toRow * columns + toColumn : this.#cursor;
  }

  /** @param {number} square */
  #point(square) {
    this.#cursor = square;
    const cell = this.#painter?.point(square, true);
    if (this.#zoom > 0) cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (this.#painter instanceof CanvasBoard) announce(this.#painter.spoken());
    this.#tell("square-hover", { square });
  }
}

customElements.define("fewest-board", FewestBoard);
