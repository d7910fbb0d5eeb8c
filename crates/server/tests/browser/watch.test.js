// Watching: the film's controls and keys, all solutions, the search and its legend, the maps of heat, and what
// the dice do.

import assert from "node:assert/strict";
import { endless, WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes, named, percent } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

const OPEN = "game: portals\n\n...\n...\n...\n";

/** @param {Workbench} bench @param {string} text @param {string} [sight] */
async function watch(bench, text, sight = "film") {
  await bench.load(text);
  await bench.verdict();
  await bench.mode("watch");
  if (sight !== "film") await bench.page.click(`[data-sight=${sight}]`);
}

/** @param {Workbench} bench */
const caption = (bench) => bench.read("fewest-watch .caption");

onPage("the film by keys, by the slider, and by itself", async (bench) => {
  await watch(bench, WALL);
  await comes(() => bench.page.locator("fewest-watch .transport-slider").getAttribute("max"), "4");
  await bench.page.keyboard.press("End");
  await comes(() => caption(bench), "step 4 of 4 · ↓ · won");
  await bench.page.keyboard.press("ArrowLeft");
  await comes(() => caption(bench), "step 3 of 4 · →");
  await bench.page.keyboard.press("Home");
  await comes(() => caption(bench), /the start$/);
  await bench.page.locator("fewest-watch .transport-slider").fill("2");
  await comes(() => caption(bench), "step 2 of 4 · →");
  assert.equal(await bench.page.locator("fewest-watch .transport-slider").getAttribute("aria-valuetext"), "step 2 of 4 · →");
  await bench.page.click("[data-sight=search]");
  await comes(() => caption(bench), /^layer 0: /);
  await bench.page.click("[data-sight=film]");
  await comes(() => caption(bench), "step 2 of 4 · →", "it is found where it was left");
  await bench.page.getByRole("combobox", { name: "speed" }).selectOption("16");
  await bench.page.getByRole("button", { name: "Play forwards" }).click();
  await comes(() => caption(bench), "step 4 of 4 · ↓ · won");
  await bench.page.getByRole("button", { name: "Play backwards" }).click();
  await comes(() => caption(bench), /the start$/);
});

onPage("all shortest solutions are found and can be watched", async (bench) => {
  await watch(bench, OPEN);
  await bench.page.getByRole("button", { name: "Find all optimal solutions" }).click();
  const choice = bench.page.getByRole("combobox", { name: "solution" });
  await comes(() => choice.locator("option").count(), 7);
  await comes(() => bench.read("fewest-watch .card"), /6 optimal in all/);
  const last = await choice.locator("option").last().innerText();
  await choice.selectOption({ index: 6 });
  await comes(() => bench.page.locator("fewest-watch fewest-moves button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")?.slice(-1)).join(" ")), last.replace(/^6\. /, ""));
});

onPage("the search of a level that cannot be won ends where nothing new is reached", async (bench) => {
  await watch(bench, "game: portals\n\n..#.\n..#.\n", "search");
  await comes(() => caption(bench), /^layer 0: /);
  await bench.page.keyboard.press("End");
  await comes(() => bench.read(".proof"), "Nothing new can be reached, and nothing reached wins: it is impossible.");
  await comes(() => caption(bench), "layer 2: 1 position, squares lit: 1");
  await bench.page.click("[data-sight=film]");
  await comes(() => caption(bench), "There is no solution: the search shows why.");
});

onPage("the map of distances says of every square how far the win is", async (bench) => {
  await watch(bench, OPEN, "heat");
  const { distances } = await bench.ask("show", "distances=true");
  await comes(async () => (await bench.squares()).map((name) => /\d+$/.exec(name)?.[0] ?? ""), distances.map(String));
});

onPage("the map of advice lists what a change does, for a square too", async (bench) => {
  await watch(bench, WALL, "heat");
  const map = bench.page.getByRole("combobox", { name: "map" });
  await comes(async () => (await map.locator("option").count()) > 1, true);
  const { groups } = await bench.ask("advise");
  await map.selectOption(groups[0].name);
  await comes(() => bench.page.locator("fewest-watch .change").count(), Math.min(12, groups[0].changes.filter((/** @type {any} */ change) => change.effect !== "unchanged" && change.verdict === "fewest").length));
  const [{ row, column }] = groups[0].changes;
  await bench.stroke([[row, column]]);
  const there = groups[0].changes.filter((/** @type {any} */ change) => change.row === row && change.column === column);
  await comes(() => bench.page.locator("fewest-watch .change").count(), there.length);
  const told = await bench.page.locator("fewest-watch .change span").allInnerTexts();
  assert.deepEqual(told, there.map((/** @type {any} */ { what }) => what.replace(/\d+,\d+/g, named)));
  assert.match(told[0], /row \d, column \d/);
});

onPage("a film follows the level when that changes", async (bench) => {
  await watch(bench, WALL);
  await comes(() => caption(bench), "step 0 of 4 · the start");
  await bench.load(WALL.replace("#@", ".@"));
  await comes(() => caption(bench), "step 0 of 2 · the start");
});

onPage("the level's own solution is shown move by move, and as it ends", async (bench) => {
  await watch(bench, `${WALL}\nsolution: URR\n`);
  await bench.page.getByRole("combobox", { name: "solution" }).selectOption("own");
  await comes(() => caption(bench), "step 0 of 3 · the start");
  await bench.page.keyboard.press("End");
  await comes(() => caption(bench), "step 3 of 3 · → · not won");
});

onPage("a film after the search was stopped says so", async (bench) => {
  await bench.load(endless());
  await bench.mode("watch");
  await comes(() => caption(bench), "searching…");
  await bench.page.click("fewest-par button");
  await comes(() => caption(bench), "The search was stopped before it found a solution.");
});

onPage("a change that is advised is applied, and taken back", async (bench) => {
  const text = `${WALL.replace("\n\n", "\ntitle: Round the wall\npar: 4\n\n")}`;
  await watch(bench, text, "heat");
  const map = bench.page.getByRole("combobox", { name: "map" });
  await comes(async () => (await map.locator("option").count()) > 1, true);
  const { groups } = await bench.ask("advise");
  await map.selectOption(groups[0].name);
  const told = await bench.page.locator("fewest-watch .change").first().innerText();
  const par = /(\d+) moves?$/.exec(told)?.[1];
  // Also after something else was looked at.
  await bench.page.click("[data-sight=film]");
  await bench.page.click("[data-sight=heat]");
  await bench.page.locator("fewest-watch .changes").getByRole("button", { name: /^Apply/ }).first().click();
  await comes(() => bench.read(".par-headline"), `par ${par}`);
  assert.match(await bench.text(), /^game: snake\ntitle: Round the wall\n\n/, "the claim of the old par is gone");
  await comes(() => bench.read(".toast"), /^Applied: /);
  await bench.page.locator(".toast button").click();
  await comes(() => bench.text(), text);
});

onPage("the film names an illegal move of the level's own solution by number, arrow and reason", async (bench) => {
  await watch(bench, `${WALL}\nsolution: UD\n`);
  await bench.page.getByRole("combobox", { name: "solution" }).selectOption("own");
  await comes(() => caption(bench), /^move 2: ↓ is not possible: [^`]+\.$/);
});

onPage("space plays the film after a click on what to watch, and presses the button for the keyboard", async (bench) => {
  const { page } = bench;
  await bench.load(WALL);
  await bench.verdict();
  await bench.mode("watch");
  const caption = () => bench.read("fewest-watch .caption");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-sight") ?? document.activeElement?.id);
  for (const [sight, begins] of /** @type {const} */ ([["search", /^layer 0:/], ["film", /the start$/]])) {
    await page.click(`[data-sight=${sight}]`);
    await comes(caption, begins);
    assert.equal(await focused(), "board");
    await page.keyboard.press("Space");
    await comes(() => page.getByRole("button", { name: "Pause" }).count(), 1, sight);
    await page.keyboard.press("Space");
    await comes(() => page.getByRole("button", { name: "Pause" }).count(), 0, sight);
    await page.keyboard.press("Home");
  }
  await page.focus("[data-sight=search]");
  await page.keyboard.press("Space");
  await comes(caption, /^layer 0:/);
  assert.equal(await focused(), "search", "chosen by the keyboard, it keeps the focus");
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
});

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

onPage("expected rolls, the chance within so many, and the seats", async (bench) => {
  await bench.load("game: ladders\n\n. .\n. .\n");
  await bench.mode("odds");
  const odds = await bench.ask("odds", "players=2");
  const number = (/** @type {string} */ text) => Number(text).toLocaleString("en", { maximumFractionDigits: 2 });
  await comes(() => bench.read("fewest-odds .figure"), `${number(odds.mean.decimal)} ± ${number(odds.deviation.decimal)}`);
  await comes(() => bench.page.locator("fewest-odds .seats li").count(), 2);
  await bench.page.fill("fewest-odds .players input", "4");
  await bench.page.keyboard.press("Tab");
  await comes(() => bench.page.locator("fewest-odds .seats li").count(), 4);
  const slider = bench.page.locator("fewest-odds .transport-slider");
  await slider.fill("0");
  const [first] = odds.rolls;
  await comes(() => bench.read("fewest-odds .caption"), `within 1 rolls: ${percent(first.at_most)} · with just 1: ${percent(first.exactly)}`);
  assert.equal(await bench.page.locator("fewest-odds .bar").count(), odds.rolls.length);
});

onPage("a board that nobody ever finishes is told", async (bench) => {
  await bench.load("game: ladders\ndie: 1\n\n. .\n3 .\n".replace("3 .", ". 1"));
  await bench.mode("odds");
  await comes(() => bench.read("fewest-odds .figures"), "Nobody ever finishes on this board.");
});

onPage("only games of dice have odds", async (bench) => {
  await bench.choose("ladders");
  assert.equal(await bench.page.locator("[data-mode=odds]").count(), 1);
  await bench.mode("odds");
  await bench.choose("snake");
  assert.equal(await bench.page.locator("[data-mode=odds]").count(), 0);
  await bench.page.waitForSelector("fewest-draw");
});

onPage("figures of another board do not stand beside this one", async (bench) => {
  await bench.load("game: ladders\n\n. .\n. .\n");
  await bench.mode("odds");
  await bench.page.waitForSelector("fewest-odds .figure");
  await bench.load("game: ladders\ndie: 0\n\n. .\n. .\n");
  await comes(() => bench.read("fewest-odds .figures"), /^The die has a whole number of faces/);
  assert.equal(await bench.page.locator("fewest-odds .seats li, fewest-odds .bar").count(), 0);
  await bench.load("game: ladders\n\n. .\n. .\n");
  await bench.page.waitForSelector("fewest-odds .figure");
});
