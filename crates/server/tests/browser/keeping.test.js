// What was drawn is there again the next time: whatever other tabs do, whatever links were opened.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes, Workbench } from "./workbench.js";

const OWN = "game: curling\ntitle: Own\n\nS.G\n";
const FRIENDS = "game: curling\ntitle: A friend's\n\nG..S\n";

/** Waits until the level is kept. @param {Workbench} bench @param {string} text */
function kept(bench, text) {
  return comes(() => bench.page.evaluate(() => localStorage.getItem("fewest.1.level")), text);
}

onPage("a tab where nothing was drawn does not replace what was drawn in another", async (bench) => {
  const other = new Workbench(await bench.page.context().newPage(), bench.url);
  await other.visit();
  await bench.load(OWN);
  await kept(bench, OWN);
  await other.page.goto("about:blank");
  assert.equal(await bench.page.evaluate(() => localStorage.getItem("fewest.1.level")), OWN);
});

onPage("each tab finds on the shelf what the other drew", async (bench) => {
  const other = new Workbench(await bench.page.context().newPage(), bench.url);
  await other.visit();
  await other.load("game: mines\n\nEM\n");
  await kept(other, "game: mines\n\nEM\n");
  await bench.load(OWN);
  await kept(bench, OWN);
  await bench.choose("mines");
  assert.deepEqual(await bench.rows(), ["EM"]);
});

onPage("a link that is only looked at leaves one's own level kept", async (bench) => {
  await bench.load(OWN);
  await kept(bench, OWN);
  const link = `${bench.url}#level=${encodeURIComponent(FRIENDS)}`;
  await bench.page.goto("about:blank");
  await bench.visit(link);
  await comes(() => bench.text(), FRIENDS);
  await bench.page.reload();
  await bench.page.waitForSelector("body.ready");
  await comes(() => bench.text(), FRIENDS);
  await bench.page.goto("about:blank");
  await bench.visit();
  assert.equal(await bench.text(), OWN);
  await bench.page.goto(link);
  await comes(() => bench.text(), FRIENDS);
  await bench.page.fill("input.title", "Mine now");
  await kept(bench, FRIENDS.replace("A friend's", "Mine now"));
});

onPage("a browser that keeps nothing more is told of once", async (bench) => {
  const heard = await bench.page.evaluateHandle(() => {
    const heard = { tries: 0, toasts: /** @type {string[]} */ ([]) };
    Storage.prototype.setItem = () => {
      heard.tries += 1;
      throw new DOMException("", "QuotaExceededError");
    };
    const watch = new MutationObserver((changes) => heard.toasts.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((note) => note.textContent ?? ""))));
    watch.observe(/** @type {Element} */ (document.querySelector("[data-toasts]")), { childList: true });
    return heard;
  });
  const tries = () => heard.evaluate(({ tries }) => tries);
  await bench.load(OWN);
  await comes(() => bench.read("[data-toasts]"), /^The browser cannot keep the level/);
  const before = await tries();
  await bench.choose("mines");
  await bench.choose("curling");
  assert.equal(await bench.text(), OWN);
  await comes(async () => (await tries()) > before, true, "it was tried again");
  assert.equal(await heard.evaluate(({ toasts }) => toasts.length), 1);
});
