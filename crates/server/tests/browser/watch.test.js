// Watching: the film's controls and keys, all solutions, the search of what cannot be won, and the
// maps of heat.

import assert from "node:assert/strict";
import { endless, WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes, named } from "./workbench.js";

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
