// The page as a person uses it: draws, looks, plays, and waits for what comes.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** @typedef {[row: number, column: number]} Place */

/** What is waited for comes sooner, even on a busy machine; in milliseconds. */
export const PATIENCE = 20_000;

/**
 * Waits until something is as it should be, and says how it was if it never is.
 * @template T
 * @param {() => T | Promise<T>} read @param {T | RegExp} expected @param {string} [what]
 */
export async function comes(read, expected, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const seen = await read();
    const isThere = expected instanceof RegExp ? expected.test(String(seen)) : isDeepStrictEqual(seen, expected);
    if (isThere) return seen;
    if (Date.now() > end) {
      if (expected instanceof RegExp) assert.match(String(seen), expected, what);
      else assert.deepEqual(seen, expected, what);
    }
    await pause(15);
  }
}

/** What the page calls moves that are steps. @type {Record<string, string>} */
export const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };

/** The keys of moves that are steps. @type {Record<string, string>} */
export const KEYS = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };

/** The keys that make a move: a piece is chosen before it is sent. @param {string} move */
export function keysFor(move) {
  const [, piece, step] = /^([0-9a-z]?)([UDLR])$/.exec(move) ?? [];
  return step ? [...piece, KEYS[step]] : [move];
}

/** What the program tells of every game. @param {string} url @returns {Promise<any[]>} */
export async function gamesAt(url) {
  const lines = await (await fetch(`${url}api/v1/games`)).text();
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

/** A share as the page writes it. @param {number} share */
export function percent(share) {
  return share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
}

/** What the page calls a place that moves and answers write as `row,column`. @param {string} place */
export function named(place) {
  const [row, column] = place.split(",").map(Number);
  return `row ${row + 1}, column ${column + 1}`;
}

/** The page in the hands of somebody. */
export class Workbench {
  /** @param {import("playwright-core").Page} page @param {string} url */
  constructor(page, url) {
    this.page = page;
    this.url = url;
  }

  /** Opens the page, or a link to it. */
  async visit(address = this.url) {
    await this.page.goto(address);
    await this.page.waitForSelector("body.ready");
  }

  /** What the program answers to a question about the level. @param {string} verb @param {string} [query] */
  async ask(verb, query = "") {
    const answer = await fetch(`${this.url}api/v1/${verb}?${query}`, { method: "POST", body: await this.text() });
    assert.equal(answer.status, 200, verb);
    return answer.json();
  }

  /** The level text as the page holds it. @returns {Promise<string>} */
  text() {
    return this.page.evaluate(() => /** @type {any} */ (globalThis).fewest.store.text());
  }

  /** The rows of the board as the page holds it. */
  async rows() {
    return (await this.text()).split("\n\n")[1].trimEnd().split("\n");
  }

  /** Puts a level text in the place of the level. @param {string} text */
  async load(text) {
    const isTaken = await this.page.evaluate((text) => /** @type {any} */ (globalThis).fewest.store.load(text), text);
    assert.ok(isTaken, "the page takes the level");
  }

  /** What every square of the board is called. */
  squares() {
    return this.page.locator(".stage-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  }

  /** What a square is called. @param {Place} place */
  async square([row, column]) {
    const cell = this.page.locator(`.stage-board [aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);
    return (await cell.getAttribute("aria-label")) ?? "";
  }

  /** What all the shapes of the board are, for boards that must look the same. */
  drawn() {
    return this.page.locator(".stage-board svg.board-svg > g[aria-hidden]").innerHTML();
  }

  /** @param {string} game */
  async choose(game) {
    await this.page.selectOption("#game", game);
    await comes(() => this.text(), new RegExp(`^game: ${game}\n`));
  }

  /** An empty board of the game. @param {number} [rows] @param {number} [columns] */
  async fresh(rows, columns) {
    await this.page.click("[data-does=new]");
    if (rows) await this.size("rows", rows);
    if (columns) await this.size("columns", columns);
  }

  /** @param {"rows" | "columns"} side @param {number} n */
  async size(side, n) {
    const field = this.page.locator(`fewest-size input[name=${side}]`);
    await field.fill(String(n));
    await field.press("Tab");
  }

  /** @param {string} tool */
  async take(tool) {
    await this.page.click(`[data-tool="${tool}"]`);
  }

  /** Where the middle of a square is on the screen. @param {Place} place */
  async at([row, column]) {
    return this.page.locator(".stage-board .paper").evaluate((paper, [row, column]) => {
      const board = /** @type {HTMLElement & {picture: {rows: number, columns: number}}} */ (paper.closest("fewest-board"));
      const { rows, columns } = board.picture;
      const isThere = () => {
        const { left, top, width, height } = paper.getBoundingClientRect();
        return { x: left + ((column + 0.5) * width) / columns, y: top + ((row + 0.5) * height) / rows };
      };
      const { x, y } = isThere();
      if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) paper.scrollIntoView({ block: "center" });
      return isThere();
    }, [row, column]);
  }

  /** Drags from square to square, or clicks where there is one. @param {Place[]} places @param {"left" | "right"} [button] */
  async stroke(places, button = "left") {
    const { mouse } = this.page;
    for (const [n, place] of places.entries()) {
      const { x, y } = await this.at(place);
      await mouse.move(x, y);
      if (n === 0) await mouse.down({ button });
    }
    await mouse.up({ button });
  }

  /** The verdict once it is there: "par 4". */
  async verdict() {
    await this.page.waitForSelector("fewest-par:not([aria-busy])");
    return this.page.locator(".par-headline").innerText();
  }

  /** Waits until the level's claims are compared with what was found, and its difficulty is told. */
  async rated() {
    await this.page.waitForSelector(".par-rating:not(.is-old)", { state: "attached" });
  }

  /** @param {string} mode */
  async mode(mode) {
    await this.page.click(`[role=tab][data-mode=${mode}]`);
    await this.entered(mode);
  }

  /** Waits until a mode is there for clicks and keys. @param {string} mode */
  async entered(mode) {
    await this.page.waitForSelector(`fewest-${mode}:not([aria-busy])`);
  }

  /** The text of the first element that fits, as somebody sees it. @param {string} selector */
  read(selector) {
    return this.page.locator(selector).first().innerText();
  }

  /** What was told to screen readers last. */
  async heard() {
    return (await this.page.locator("[data-announce]").allInnerTexts()).join("").trim();
  }
}
