// What a finger on the board does: it scrolls the page, unless dragging means something there.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** @type {import("./on-page.js").Look} */
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
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
}, PHONE);

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
}, PHONE);

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
}, PHONE);

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
}, PHONE);
