// 360 pixels wide and by touch: a whole run with a finger, nothing out of reach, nothing to scroll sideways, and
// what a finger on the board does.

import assert from "node:assert/strict";
import { drawings } from "./drawings.js";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./workbench.js").Place} Place */

/** @type {import("./on-page.js").Look} */
const PHONE = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** A finger is no needle. */
const LEAST_TARGET = 40;

/** A finger along some points of the screen. @param {Workbench} bench @param {{x: number, y: number}[]} points */
async function finger(bench, points) {
  const session = await bench.page.context().newCDPSession(bench.page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [points[0]]);
  for (const point of points.slice(1)) await touch("touchMove", [point]);
  await touch("touchEnd", []);
  await session.detach();
}

/** @param {Workbench} bench @param {Place[]} places */
async function stroke(bench, places) {
  await bench.page.locator(".stage-board .paper").evaluate((paper) => paper.scrollIntoView({ block: "center" }));
  const points = [];
  for (const place of places) points.push(await bench.at(place));
  await finger(bench, points);
}

/** @param {Workbench} bench @param {string} direction */
async function swipe(bench, direction) {
  const { x, y } = await bench.at([1, 1]);
  const [across, down] = /** @type {Record<string, [number, number]>} */ ({ U: [0, -60], D: [0, 60], L: [-60, 0], R: [60, 0] })[direction];
  await finger(bench, [{ x, y }, { x: x + across / 2, y: y + down / 2 }, { x: x + across, y: y + down }]);
}

/** @param {Workbench} bench @param {string} selector */
const tap = (bench, selector) => bench.page.locator(selector).first().tap();

for (const [game, { size: [rows, columns], strokes, board, par, moves }] of Object.entries(drawings)) {
  onPage(`a whole run with a finger: ${game}`, async (bench) => {
    await bench.choose(game);
    await tap(bench, "[data-does=new]");
    await bench.size("rows", rows);
    if (await bench.page.locator("fewest-size input[name=columns]").count()) await bench.size("columns", columns);
    for (const [tool, places] of strokes) {
      await tap(bench, `[data-tool="${tool}"]`);
      await stroke(bench, places);
    }
    assert.deepEqual(await bench.rows(), board);
    assert.equal(await bench.verdict(), `par ${par}`);
    await tap(bench, "[role=tab][data-mode=play]");
    await bench.entered("play");
    for (const [n, move] of moves.entries()) {
      if (/,/.test(move)) await stroke(bench, [/** @type {Place} */ (move.split(",").map(Number))]);
      else if (/^\w[UDLR]$/.test(move)) {
        await tap(bench, `fewest-pad [data-piece="${move[0]}"]`);
        await swipe(bench, move[1]);
      } else if (/\d/.test(move)) await tap(bench, `fewest-pad [data-move="${move}"]`);
      else if (n % 2) await tap(bench, `fewest-pad [data-move="${move}"]`);
      else await swipe(bench, move);
      await comes(async () => Number(/\d+/.exec(await bench.read(".score"))?.[0]), n + 1);
    }
    await comes(() => bench.read(".outcome"), /^Won/);
    await bench.page.getByRole("button", { name: "Undo" }).first().tap();
    await comes(() => bench.read(".outcome"), "");
  }, PHONE);
}

onPage("a long press sets a flag", async (bench) => {
  await bench.load("game: mines\n\nEEE\nEME\nEEE\n");
  await tap(bench, "[role=tab][data-mode=play]");
  await comes(() => bench.read(".score"), /flags 0 of 1$/);
  await bench.page.locator(".stage-board .paper").evaluate((paper) => paper.scrollIntoView({ block: "center" }));
  const session = await bench.page.context().newCDPSession(bench.page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await bench.at([1, 1])] });
  await comes(() => bench.read(".score"), /flags 1 of 1$/);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await bench.page.getByRole("button", { name: "Set flags" }).tap();
  await stroke(bench, [[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 0 .*flags 2 of 1$/);
}, PHONE);

onPage("the board stays where it is while the verdict changes", async (bench) => {
  await bench.load("game: portals\n\n.......\n.......\n.......\n");
  await bench.verdict();
  const places = await bench.page.evaluateHandle(() => {
    /** @type {Set<number>} */
    const seen = new Set();
    const look = () => {
      seen.add(Math.round(scrollY + (document.querySelector(".stage-board .paper")?.getBoundingClientRect().top ?? 0)));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await tap(bench, "[data-tool=portal]");
  const rated = () => bench.read(".par-difficulty");
  await comes(rated, /^difficulty \d/);
  await stroke(bench, [[1, 1]]);
  await comes(() => bench.read(".par-headline"), "Not a level yet");
  await stroke(bench, [[0, 5]]);
  await comes(rated, /^difficulty \d/);
  await tap(bench, "[data-tool=wall]");
  await stroke(bench, [[0, 6], [2, 6]]);
  await comes(() => bench.read(".par-headline"), "impossible");
  await comes(rated, /^difficulty [\d–]/);
  assert.equal(await places.evaluate((seen) => [...seen].join()), await places.evaluate((seen) => String([...seen][0])));
}, PHONE);

onPage("the board stays where it is while a position is drawn, right or wrong", async (bench) => {
  await bench.load("game: mines\nmines: 2\n\n?????\n?????\n");
  const words = () => bench.read(".par-words");
  await comes(words, /^Open /);
  const top = () => bench.page.locator(".stage-board .paper").evaluate((paper) => Math.round(scrollY + paper.getBoundingClientRect().top));
  const before = await top();
  await tap(bench, "[data-tool='8']");
  await stroke(bench, [[0, 0]]);
  await comes(words, /^no layout fits/);
  assert.equal(await top(), before);
  await stroke(bench, [[0, 0]]);
  await comes(words, /^Open /);
  assert.equal(await top(), before);
}, PHONE);

/**
 * What sticks out, cannot be touched, or is too small for it.
 * @param {Workbench} bench @param {string} within
 */
function outOfReach(bench, within) {
  return bench.page.locator(within).last().evaluate((root, least) => {
    /** @type {string[]} */
    const faults = [];
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (wide > innerWidth) faults.push(`the page is ${wide} pixels wide`);
    for (const control of root.querySelectorAll("button, select, input, textarea, summary, a[href], [role=gridcell][tabindex='0']")) {
      if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || control.closest(".hidden, .skip, [hidden]")) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "";
      const what = `${control.tagName.toLowerCase()}.${control.getAttribute("class")} "${name}"`;
      control.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height, right } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit = hit && (control.contains(hit) || hit.contains(control) || control.closest("label")?.contains(hit));
      if (left < -1 || right > innerWidth + 1) faults.push(`${what} sticks out`);
      else if (!isHit) faults.push(`${what} is covered by ${hit?.outerHTML.slice(0, 80)}`);
      // What lies in a line of text, or is ticked by its label, may be smaller.
      const target = control.closest("label") ?? control;
      const size = target.getBoundingClientRect();
      if (Math.min(size.width, size.height) < least && !control.matches("[role=gridcell], [type=range], a")) faults.push(`${what} is ${Math.round(size.width)}×${Math.round(size.height)}`);
    }
    return faults;
  }, LEAST_TARGET);
}

onPage("every control of every mode can be reached, and nothing scrolls sideways", async (bench) => {
  for (const game of ["ladders", "mines", "snake"]) {
    await bench.choose(game);
    for (const mode of game === "ladders" ? ["draw", "play", "watch", "odds"] : ["draw", "play", "watch"]) {
      await tap(bench, `[role=tab][data-mode=${mode}]`);
      await bench.entered(mode);
      await bench.verdict();
      assert.deepEqual(await outOfReach(bench, "body"), [], `${game}, ${mode}`);
      if (game === "mines" && mode === "play") {
        await bench.page.getByRole("button", { name: "Show chances" }).tap();
        await bench.page.waitForSelector("fewest-analysis tbody button");
        assert.deepEqual(await outOfReach(bench, "body"), [], "the analysis");
      }
      for (const sight of mode === "watch" ? ["search", "heat"] : []) {
        await tap(bench, `[data-sight=${sight}]`);
        await comes(async () => /^searching/.test(await bench.read("fewest-watch .caption")), false);
        assert.deepEqual(await outOfReach(bench, "body"), [], `${game}, ${sight}`);
      }
    }
  }
}, PHONE);

for (const locale of ["en-GB", "zh-CN"]) {
  onPage(`every dialog can be used: ${locale}`, async (bench) => {
    for (const dialog of ["open", "share", "gallery", "help"]) {
      if (dialog === "help") await tap(bench, ".top-more");
      await tap(bench, `[data-does=${dialog}]`);
      // The gallery is built anew when its levels come.
      await bench.page.waitForSelector(`dialog[open] ${dialog === "gallery" ? "[data-level]" : ""}`);
      assert.deepEqual(await outOfReach(bench, "dialog[open]"), [], dialog);
      await bench.page.locator("dialog[open] header button").tap();
    }
  }, { ...PHONE, locale });
}

/** A lower screen, on which the page scrolls. @type {import("./on-page.js").Look} */
const LOW = { ...PHONE, viewport: { width: 360, height: 640 } };
const MINES = "game: mines\n\nEEEEEEE\nEEEEEEE\nEEEEEEE\nEEEMEEE\nEEEEEEE\nEEEEEEE\nEEEEEEE\n";
const SNAKE = "game: snake\n\n.....\n.....\n.123.\n.....\n....@\n";
const JUMP = "game: ladders\n\n.  . .\n.  . .\n.  8 .\n";

/** Where the page and the board are scrolled to. @param {Workbench} bench */
function scrolled({ page }) {
  return page.evaluate(() => {
    const board = /** @type {HTMLElement} */ (document.querySelector(".stage-board fewest-board"));
    return { page: Math.round(scrollY), board: Math.round(board.scrollTop) };
  });
}

/**
 * A finger on the middle of the board that moves up, as if to scroll.
 * @param {Workbench} bench @param {number} [far]
 */
async function flick(bench, far = 120) {
  const box = await bench.page.locator(".stage-board fewest-board").boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height / 2 + far / 2, 560)];
  const session = await bench.page.context().newCDPSession(bench.page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number[]} */ ...ups) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: ups.map((up) => ({ x, y: y - up })) });
  await touch("touchStart", 0);
  for (let step = 1; step <= 10; step += 1) await touch("touchMove", (far * step) / 10);
  await touch("touchEnd");
  await session.detach();
}

/** @param {Workbench} bench @param {string} mode */
async function mode(bench, mode) {
  await bench.page.locator(`[role=tab][data-mode=${mode}]`).tap();
  await bench.entered(mode);
}

/** @param {Workbench} bench @param {string} what */
async function scrolls(bench, what) {
  await bench.page.evaluate(() => scrollTo(0, 0));
  const most = await bench.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await flick(bench);
  await comes(async () => (await scrolled(bench)).page >= Math.min(60, most - 2), true, `a finger scrolls: ${what}`);
  await settles(bench);
}

/** Waits until nothing glides any more: a tap before would only stop it. @param {Workbench} bench */
async function settles(bench) {
  let last = "";
  await comes(async () => last === (last = JSON.stringify(await scrolled(bench))), true);
  await bench.page.waitForTimeout(100);
}

/** @param {Workbench} bench @param {string} what */
async function stays(bench, what) {
  await bench.page.evaluate(() => scrollTo(0, 0));
  await flick(bench);
  await bench.page.waitForTimeout(200);
  assert.equal((await scrolled(bench)).page, 0, `a finger does not scroll: ${what}`);
}

onPage("a finger scrolls the page where dragging means nothing", async (bench) => {
  await bench.load(MINES);
  await bench.verdict();
  await mode(bench, "play");
  await comes(() => bench.read(".score"), /^clicks 0 /);
  await scrolls(bench, "Play of squares");
  await bench.page.waitForTimeout(600);
  assert.match(await bench.read(".score"), /^clicks 0 .*flags 0 of 1$/, "a scroll neither opens nor flags");
  await mode(bench, "watch");
  for (const sight of ["film", "search", "heat"]) {
    await bench.page.locator(`[data-sight=${sight}]`).tap();
    await comes(async () => /^searching/.test(await bench.read("fewest-watch .caption")), false);
    await scrolls(bench, sight);
  }
  await bench.load(JUMP);
  await mode(bench, "odds");
  await bench.page.waitForSelector("fewest-odds .seats li");
  await scrolls(bench, "odds");
  await mode(bench, "play");
  await scrolls(bench, "Play of rolls");
}, LOW);

onPage("a scroll picks no square of a map, and a tap does", async (bench) => {
  await bench.load("game: portals\n\n.......\n.......\n.......\n.......\n.......\n.......\n.......\n");
  await mode(bench, "watch");
  await bench.page.locator("[data-sight=heat]").tap();
  const map = bench.page.getByRole("combobox", { name: "map" });
  await comes(async () => (await map.locator("option").count()) > 1, true);
  await map.selectOption({ index: 1 });
  const best = () => bench.page.locator(".stage-board .mark-best").count();
  await scrolls(bench, "a map of changes");
  assert.equal(await best(), 0);
  const { x, y } = await bench.at([3, 3]);
  await bench.page.touchscreen.tap(x, y);
  await comes(best, 1);
}, LOW);

onPage("a finger draws and swipes, and does not scroll", async (bench) => {
  await bench.load(MINES);
  await mode(bench, "draw");
  await bench.verdict();
  const before = await bench.text();
  await stays(bench, "Draw");
  assert.notEqual(await bench.text(), before, "it has drawn");
  await bench.load(SNAKE);
  await mode(bench, "play");
  await comes(() => bench.read(".score"), /^moves 0 /);
  await stays(bench, "Play of steps");
  await comes(() => bench.read(".score"), /^moves 1 /);
}, LOW);

onPage("a zoomed board scrolls inside", async (bench) => {
  await bench.load(MINES);
  await mode(bench, "watch");
  for (let step = 0; step < 3; step += 1) await bench.page.getByRole("button", { name: "larger" }).tap();
  await bench.page.evaluate(() => scrollTo(0, 0));
  assert.equal((await scrolled(bench)).board, 0);
  await flick(bench, 80);
  await comes(async () => (await scrolled(bench)).board > 30, true);
  await settles(bench);
  assert.equal((await scrolled(bench)).page, 0);
  // Where one finger draws, two move the board.
  await mode(bench, "draw");
  const text = await bench.text();
  const { board } = await scrolled(bench);
  const { x, y } = (await bench.page.locator(".stage-board fewest-board").boundingBox()) ?? { x: 0, y: 0 };
  const session = await bench.page.context().newCDPSession(bench.page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number[]} */ ...ups) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: ups.flatMap((up) => [{ x: x + 80, y: y + 150 - up, id: 0 }, { x: x + 200, y: y + 150 - up, id: 1 }]) });
  await touch("touchStart", 0);
  for (let up = 8; up <= 80; up += 8) await touch("touchMove", up);
  await touch("touchEnd");
  await comes(async () => (await scrolled(bench)).board > board + 30, true);
  assert.equal(await bench.text(), text, "they draw nothing");
}, LOW);
