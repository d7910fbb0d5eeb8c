// Choosing a mode, and what to watch: what stays, and where the focus goes.

import assert from "node:assert/strict";
import { WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

onPage("choosing the mode one is in already changes nothing on the board", async (bench) => {
  await bench.load("game: mines\n\nEEEEE\nEEEEE\nEEMEE\nEEEEE\nEEEEE\n");
  const text = await bench.text();
  // By the attribute alone, as a script would do it: only the tab has it.
  await bench.page.click("[data-mode=draw]");
  assert.equal(await bench.text(), text);
  await bench.mode("play");
  await comes(() => bench.read(".score"), /^clicks 0 ·/);
  await bench.page.click("[data-mode=play]");
  await bench.mode("play");
  assert.match(await bench.read(".score"), /^clicks 0 ·/);
  assert.equal((await bench.squares()).filter((name) => name.includes("covered")).length, 25);
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
