// What the dice do: expected rolls, their spread, and each seat's chance.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes, percent } from "./workbench.js";

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
