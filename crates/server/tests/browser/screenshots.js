// The screenshots of the README, taken from the running program: `node screenshots.js FOLDER`.

import { readFileSync } from "node:fs";
import { launch, serve } from "./program.js";
import { comes, KEYS, Workbench } from "./workbench.js";

/** @typedef {import("playwright-core").BrowserContextOptions} Look */

const folder = process.argv[2] ?? ".";
const { url, end } = await serve();
const browser = await launch();

/**
 * @param {string} name the picture's, and of the level that it shows
 * @param {string} level @param {Look} look @param {(bench: Workbench) => Promise<void>} act
 */
async function shot(name, level, look, act) {
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    colorScheme: "light",
    reducedMotion: "reduce",
    ...look,
  });
  const bench = new Workbench(await context.newPage(), url);
  await bench.visit();
  await bench.load(readFileSync(new URL(`../../../../levels/${level}.txt`, import.meta.url), "utf8"));
  await bench.verdict();
  await act(bench);
  // The difficulty comes last.
  await comes(() => bench.read(".par-difficulty"), /\d/);
  await bench.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await bench.page.screenshot({ path: `${folder}/workbench-${name}.png` });
  await context.close();
}

/** Plays moves, and waits for what they cost. @param {Workbench} bench @param {string[]} keys */
async function play(bench, keys) {
  await bench.mode("play");
  for (const key of keys) await bench.page.keyboard.press(key);
  await comes(() => bench.read(".score"), new RegExp(`^\\S+ ${keys.length} `));
  await bench.page.waitForSelector(".cost");
}

await shot("draw", "snake/antlers", {}, (bench) => bench.take("wall"));

/** @param {string} move */
const key = (move) => KEYS[move] ?? move;

await shot("play", "curling/owl", {}, async (bench) => {
  const { moves } = await bench.ask("solve");
  await play(bench, moves.slice(0, 7).map(key));
  await bench.page.keyboard.press("h");
  await comes(() => bench.read(".outcome"), /^Play/);
});

await shot("watch", "portals/hall-of-mirrors", {}, async (bench) => {
  await bench.mode("watch");
  await bench.page.click("[data-sight=search]");
  await comes(() => bench.read("fewest-watch .caption"), /^layer 0/);
  for (let layer = 1; layer <= 40; layer += 1) await bench.page.keyboard.press("ArrowRight");
  await comes(() => bench.read("fewest-watch .caption"), /^layer 40/);
});

await shot("odds", "ladders/milton-bradley", {}, async (bench) => {
  await bench.mode("odds");
  await bench.page.waitForSelector("fewest-odds .seats li");
});

await shot("mines", "mines/beginner", {}, async (bench) => {
  await bench.mode("play");
  const { view } = await bench.ask("show");
  const { moves } = await bench.ask("solve");
  const isMine = (/** @type {number} */ square) => view.kinds[view.tiles[square]].piece === "mine";
  for (const move of moves.slice(-12)) await bench.stroke([/** @type {[number, number]} */ (move.split(",").map(Number))]);
  await comes(() => bench.read(".score"), /^clicks 12 /);
  const mines = view.tiles.flatMap((/** @type {number} */ _, /** @type {number} */ square) => (isMine(square) ? [square] : []));
  for (const square of mines.slice(-6)) await bench.stroke([[Math.floor(square / view.columns), square % view.columns]], "right");
  await bench.page.getByRole("button", { name: "Show chances" }).click();
  await bench.page.waitForSelector(".analysis-body .choices-table, .analysis-headline + p:not(:empty)");
});

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
await shot("phone", "curling/pinwheel", phone, async (bench) => {
  const { moves } = await bench.ask("solve");
  await play(bench, moves.slice(0, 3).map(key));
  await bench.page.locator(".stage-par").evaluate((par) => par.scrollIntoView());
});

await shot("zh-dark", "portals/anywhere-door", { locale: "zh-CN", colorScheme: "dark" }, async (bench) => {
  await bench.mode("watch");
  await bench.page.click("[data-sight=heat]");
  await bench.page.waitForSelector("fewest-watch .legend .ends");
});

await browser.close();
await end();
