// What the search view says of itself: its legend is in the colours of the board, and its counts are told
// apart from what the solver visited.

import assert from "node:assert/strict";
import { WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {[red: number, green: number, blue: number]} Colour */

/** An open board of portals. @param {number} side */
const open = (side) => `game: portals\n\n${`${".".repeat(side)}\n`.repeat(side)}`;

/** The colours at some points of the screen. @param {Workbench} bench @param {{x: number, y: number}[]} points @returns {Promise<Colour[]>} */
async function colours({ page }, points) {
  const picture = (await page.screenshot()).toString("base64");
  return page.evaluate(async ([picture, points]) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(image, 0, 0);
    return points.map(({ x, y }) => /** @type {Colour} */ (Array.from(pen.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3))));
  }, /** @type {const} */ ([picture, points]));
}

/** A point inside a square, beside what is written in it. @param {Workbench} bench @param {import("./workbench.js").Place} place @param {number} side */
async function inside(bench, place, side) {
  const { x, y } = await bench.at(place);
  return { x: x - side * 0.28, y: y + side * 0.28 };
}

/** @param {Workbench} bench @param {string} kind */
async function swatch(bench, kind) {
  const { x, y, height } = (await bench.page.locator(`.swatch-${kind}`).boundingBox()) ?? assert.fail(`there is a swatch: ${kind}`);
  return { x: x + 5, y: y + height - 5 };
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [painter, rows] of /** @type {const} */ ([["svg", 8], ["canvas", 51]])) {
    onPage(`the legend of the search has the colours of the board: ${painter}, ${colorScheme}`, async (bench) => {
      await bench.load(open(rows));
      await bench.verdict();
      assert.equal(await bench.page.locator(".stage-board canvas").count() > 0, painter === "canvas");
      await bench.mode("watch");
      await bench.page.click("[data-sight=search]");
      await comes(() => bench.read("fewest-watch .caption"), /^layer 0/);
      for (let step = 0; step < 4; step += 1) await bench.page.keyboard.press("ArrowRight");
      await comes(() => bench.read("fewest-watch .caption"), /^layer 4/);
      await bench.page.mouse.move(0, 0);
      const { width } = (await bench.page.locator(".stage-board .paper").boundingBox()) ?? { width: 0 };
      const side = width / rows;
      const points = [await inside(bench, [2, 2], side), await swatch(bench, "frontier"), await inside(bench, [1, 1], side), await swatch(bench, "done")];
      const [frontier, legend, done, before] = await colours(bench, points);
      const apart = (/** @type {Colour} */ one, /** @type {Colour} */ other) => Math.max(...one.map((part, hue) => Math.abs(part - other[hue])));
      assert.ok(apart(frontier, legend) < 14, `reached in this layer: ${frontier} on the board, ${legend} in the legend`);
      assert.ok(apart(done, before) < 14, `reached before: ${done} on the board, ${before} in the legend`);
      assert.ok(apart(frontier, done) > 40, `${frontier} and ${done} can be told apart`);
    }, { colorScheme });
  }
}

onPage("the search says what its numbers are, and how they compare with what the solver visited", async (bench) => {
  await bench.load(WALL);
  await bench.verdict();
  const { states } = await bench.ask("solve");
  assert.match(await bench.read(".par-words"), new RegExp(`· visited ${states} positions? ·`));
  await bench.mode("watch");
  await bench.page.click("[data-sight=search]");
  await comes(() => bench.read("fewest-watch .caption"), /^layer 0/);
  await comes(() => bench.read(".swatches"), /reached in this layer\s+reached before/);
  await comes(() => bench.page.locator("fewest-watch").innerText(), new RegExp(`counted once; the solver visited ${states} to prove the par\\.`));
  const { layers } = await bench.ask("layers");
  const written = layers.findIndex((/** @type {any} */ { squares }) => squares.some((/** @type {number[]} */ [, n]) => n > 1));
  if (written >= 0) {
    for (let step = 0; step < written; step += 1) await bench.page.keyboard.press("ArrowRight");
    await comes(() => bench.read(".swatches"), /the number: positions of this layer with the player there/);
  }
  await bench.load("game: mines\n\nEEE\nEME\nEEE\n");
  await bench.mode("watch");
  await comes(() => bench.read(".swatches"), /open in this layer\s+open in earlier layers only/);
  await bench.load("game: portals\n\n.#.\n##.\n...\n");
  await comes(() => bench.page.locator("fewest-watch").innerText(), /visited \d+ to prove that none wins\./);
});

onPage("the search of a board with too many positions says what is lit", async (bench) => {
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => ((row * 7 + column * 5) % 9 === 3 ? "M" : "E");
  const rows = Array.from({ length: 9 }, (_, row) => Array.from({ length: 9 }, (_, column) => cell(row, column)).join(""));
  await bench.load(`game: mines\n\n${rows.join("\n")}\n`);
  assert.equal((await bench.ask("layers")).shows, "solution");
  await bench.mode("watch");
  await bench.page.click("[data-sight=search]");
  await comes(() => bench.read(".swatches"), /changed by this move\s+changed by an earlier move/);
  assert.doesNotMatch(await bench.page.locator("fewest-watch").innerText(), /the solver visited/);
});
