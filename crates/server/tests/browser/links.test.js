// Links that somebody made by hand: whatever stands behind the `#`, the page is there.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** A tab where nothing but the link was ever open. @param {import("./workbench.js").Workbench} bench @param {string} text */
async function follow(bench, text) {
  await bench.page.goto("about:blank");
  await bench.visit(`${bench.url}#level=${encodeURIComponent(text)}`);
}

onPage("a link to what is no level says so, and leaves the page as it was", async (bench) => {
  const before = await bench.text();
  for (const text of ["hello", "game: chess\n\n..\n", "game: snake\n\n1@.\n..\n"]) {
    await follow(bench, text);
    await comes(() => bench.read("fewest-open .fault"), /\S/);
    assert.doesNotMatch(await bench.read("fewest-open .fault"), /--/, "no flag of the command");
    assert.equal(await bench.page.inputValue("#open-text"), text);
    assert.equal(await bench.text(), before);
  }
  await follow(bench, "");
  await comes(() => bench.read("[data-toasts]"), /The link is broken/);
  assert.match(await bench.verdict(), /^par/);
});

onPage("a link may hold any text that is read, and several levels", async (bench) => {
  await follow(bench, "[[-1,-1],[-1,3]]");
  await comes(() => bench.text(), /^game: ladders\n/);
  await comes(() => bench.rows(), [". .", ". 3"]);
  await follow(bench, "game: curling\ntitle: First\n\nS.G\n---\ngame: curling\ntitle: Second\n\nG.S\n");
  await bench.page.getByRole("button", { name: "Second" }).click();
  await comes(() => bench.rows(), ["G.S"]);
});
