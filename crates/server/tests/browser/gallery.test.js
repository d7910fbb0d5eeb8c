// The levels that ship: every one opens and is as large as it says, and its par is the one on its card.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

onPage("every level that ships opens, and one of each game has the par that it states", async (bench) => {
  const levels = await (await fetch(`${bench.url}api/v1/levels`)).json();
  assert.ok(levels.length > 50);
  let before = "";
  for (const { name, game, title, rows, columns, par, text } of levels) {
    // A card opens the text that it has; to draw all the others again for each would take minutes.
    const isFirst = game !== before;
    if (isFirst) {
      await bench.page.click("[data-does=gallery]");
      await bench.page.click(`dialog[open] [data-game="${game}"]`);
      await bench.page.click(`dialog[open] [data-level="${name}"] button`);
    } else {
      await bench.load(text);
    }
    before = game;
    await comes(() => bench.page.locator("input.title").inputValue(), title);
    if (rows * columns <= 2500) await comes(async () => (await bench.squares()).length, rows * columns, name);
    // The pars of all of them are proven by `fewest check`.
    if (!isFirst) continue;
    assert.notEqual(par, null, name);
    assert.equal(await bench.verdict(), par === "impossible" ? par : `par ${Number(par).toLocaleString("en")}`, name);
    await bench.rated();
    assert.equal(await bench.page.locator(".par-claim").count(), 0, name);
  }
});

onPage("levels are found by game and by name", async (bench) => {
  const levels = await (await fetch(`${bench.url}api/v1/levels`)).json();
  const cards = bench.page.locator("dialog[open] [data-level]");
  await bench.choose("mines");
  await bench.page.click("[data-does=gallery]");
  await comes(() => cards.count(), levels.filter((/** @type {any} */ level) => level.game === "mines").length);
  await cards.first().locator("fewest-board svg").first().waitFor();
  assert.equal(await bench.page.locator("dialog[open] [data-source]:visible").count(), 0, "there is no catalogue");
  await bench.page.click("dialog[open] [data-game='']");
  await comes(() => cards.count(), levels.length);
  await bench.page.fill("#gallery-search", "ROUND the wa");
  await comes(() => cards.evaluateAll((found) => found.map((card) => card.getAttribute("data-level"))), ["snake/round-the-wall"]);
});

onPage("the pictures of covered boards do not show what is covered", async (bench) => {
  await bench.choose("mines");
  await bench.page.click("[data-does=gallery]");
  const cards = bench.page.locator("dialog[open] [data-level]");
  await cards.first().locator("fewest-board svg use[href='#lid']").first().waitFor();
  assert.equal(await cards.locator("fewest-board use[href='#mine']").count(), 0);
});
