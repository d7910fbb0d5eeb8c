// What was drawn is there again: after a reload, in another tab, beneath a link, and after another level has
// taken its place; what was known of the one before is gone.

import assert from "node:assert/strict";
import { WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes, Workbench } from "./workbench.js";

const OWN = "game: curling\ntitle: Own\n\nS.G\n";
const FRIENDS = "game: curling\ntitle: A friend's\n\nG..S\n";

/** The texts of the recent levels, the newest first. @param {Workbench} bench @returns {Promise<string[]>} */
function recent(bench) {
  return bench.page.evaluate(() => {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith("fewest.2.level."));
    const levels = kept.map((key) => JSON.parse(localStorage.getItem(key) ?? ""));
    return levels.sort((one, other) => other.time - one.time).map(({ text }) => text);
  });
}

/** Draws a wall at each place of a new portal maze of two rows. @param {Workbench} bench @param {import("./workbench.js").Place[]} places */
async function draw(bench, ...places) {
  await bench.choose("portals");
  await bench.fresh(2, 4);
  await bench.take("wall");
  for (const place of places) await bench.stroke([place]);
  return bench.text();
}

/** @param {Workbench} bench */
async function reload(bench) {
  await bench.page.reload();
  await bench.page.waitForSelector("body.ready");
}

/** @param {Workbench} bench @param {number} nth */
async function openRecent(bench, nth) {
  await bench.page.click("[data-does=gallery]");
  await bench.page.click("dialog[open] [data-source=recent]");
  await bench.page.locator("dialog[open] .card-button").nth(nth).click();
}

onPage("a drawing under a new board and an opened level comes back by undo, also after a reload", async (bench) => {
  const drawn = await draw(bench, [0, 1], [1, 2]);
  await bench.page.click("[data-does=new]");
  await bench.page.click("[data-does=gallery]");
  await bench.page.locator("dialog[open] .card-button").first().click();
  const opened = await bench.text();
  await reload(bench);
  assert.equal(await bench.text(), opened, "this tab's level is there");
  await bench.page.keyboard.press("Control+z");
  await bench.page.keyboard.press("Control+z");
  assert.equal(await bench.text(), drawn, "undo goes back past Open and New");
  await bench.page.keyboard.press("Control+z");
  assert.deepEqual(await bench.rows(), [".#..", "...."], "and on along the strokes before");
  await reload(bench);
  await bench.page.keyboard.press("Control+y");
  assert.equal(await bench.text(), drawn, "redo is kept as well");
});

onPage("a drawing that was replaced is among the recent levels", async (bench) => {
  const first = await draw(bench, [0, 1]);
  const second = await draw(bench, [1, 1]);
  await comes(() => recent(bench), [second, first]);
  await bench.visit();
  await openRecent(bench, 1);
  assert.equal(await bench.text(), first);
  await bench.take("wall");
  await bench.stroke([[0, 2]]);
  const third = await bench.text();
  await comes(() => recent(bench), [third, second, first], "a change makes another level of it");
  await bench.page.click("[data-does=gallery]");
  await bench.page.click("dialog[open] [data-source=recent]");
  const cards = bench.page.locator("dialog[open] [data-level]");
  await comes(() => cards.count(), 3);
  assert.match(await cards.first().innerText(), /Untitled level\s+.*2 × 4 · (now|\d+ seconds? ago)/);
  await cards.first().getByRole("button", { name: "Remove Untitled level from the list" }).click();
  await comes(() => cards.count(), 2);
  assert.deepEqual(await recent(bench), [second, first]);
  await bench.page.click("dialog[open] [data-does=restore]");
  await comes(() => cards.count(), 3);
  assert.deepEqual(await recent(bench), [third, second, first]);
});

onPage("every tab has its own level, and none writes over another's", async (bench) => {
  const other = new Workbench(await bench.page.context().newPage(), bench.url);
  await other.visit();
  await bench.load(OWN);
  await comes(() => recent(bench), [OWN]);
  const before = await other.text();
  await reload(other);
  assert.equal(await other.text(), before, "where nothing was drawn, the level stays, too");
  assert.deepEqual(await recent(bench), [OWN], "and does not count as drawn");
  await other.load(FRIENDS);
  await comes(() => recent(bench), [FRIENDS, OWN]);
  await reload(bench);
  await reload(other);
  assert.deepEqual([await bench.text(), await other.text()], [OWN, FRIENDS]);
  await bench.page.fill("input.title", "Mine");
  await comes(() => recent(bench), [OWN.replace("Own", "Mine"), FRIENDS], "what is drawn further after a reload is the same level");
});

onPage("a tab that was duplicated draws a level of its own", async (bench) => {
  const drawn = await draw(bench, [0, 1]);
  await comes(() => recent(bench), [drawn]);
  const [page] = await Promise.all([bench.page.waitForEvent("popup"), bench.page.evaluate(() => void window.open(location.href))]);
  const other = new Workbench(page, bench.url);
  await page.waitForSelector("body.ready");
  assert.equal(await other.text(), drawn, "it begins with the same level");
  await other.page.fill("input.title", "There");
  await bench.page.fill("input.title", "Here");
  const [there, here] = [await other.text(), await bench.text()];
  await comes(async () => (await recent(bench)).sort(), [there, here].sort());
  await reload(other);
  await other.page.keyboard.press("Control+z");
  assert.equal(await other.text(), drawn);
  await other.page.fill("input.title", "There again");
  await comes(async () => (await recent(bench)).sort(), [await other.text(), here].sort());
});

onPage("a page that the browser brings back takes up what another page of its tab has drawn since", async (bench) => {
  await bench.load(OWN);
  await comes(() => recent(bench), [OWN]);
  const comesBack = () => bench.page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await comesBack();
  assert.equal(await bench.text(), OWN);
  await bench.page.evaluate((text) => {
    const kept = JSON.parse(sessionStorage.getItem("fewest.2.tab") ?? "");
    sessionStorage.setItem("fewest.2.tab", JSON.stringify({ ...kept, text }));
  }, FRIENDS);
  await Promise.all([bench.page.waitForEvent("load"), comesBack()]);
  await bench.page.waitForSelector("body.ready");
  assert.equal(await bench.text(), FRIENDS);
});

onPage("a new tab begins with the level drawn last, and choosing a game with that game's", async (bench) => {
  await bench.load("game: mines\n\nEM\n");
  await bench.load(OWN);
  await comes(() => recent(bench), [OWN, "game: mines\n\nEM\n"]);
  const other = new Workbench(await bench.page.context().newPage(), bench.url);
  await other.visit();
  assert.equal(await other.text(), OWN);
  await other.choose("mines");
  assert.deepEqual(await other.rows(), ["EM"]);
  assert.equal((await recent(bench)).length, 2, "to look at them keeps nothing anew");
});

onPage("a link that is only looked at leaves one's own level kept", async (bench) => {
  await bench.load(OWN);
  await comes(() => recent(bench), [OWN]);
  const link = `${bench.url}#level=${encodeURIComponent(FRIENDS)}`;
  await bench.page.goto("about:blank");
  await bench.visit(link);
  await comes(() => bench.text(), FRIENDS);
  await reload(bench);
  await comes(() => bench.text(), FRIENDS);
  await bench.page.goto("about:blank");
  await bench.visit();
  assert.equal(await bench.text(), OWN);
  assert.deepEqual(await recent(bench), [OWN]);
  await bench.page.goto(link);
  await comes(() => bench.text(), FRIENDS);
  await bench.page.fill("input.title", "Mine now");
  const mine = FRIENDS.replace("A friend's", "Mine now");
  await comes(() => recent(bench), [mine, OWN]);
  assert.equal(bench.page.url(), bench.url, "the link is not of this level any more");
  await reload(bench);
  assert.equal(await bench.text(), mine);
});

onPage("the way back from a link leads to the level before, the way forward to the link's", async (bench) => {
  await bench.load(OWN);
  await comes(() => recent(bench), [OWN]);
  await bench.page.goto(`${bench.url}#level=${encodeURIComponent(FRIENDS)}&mode=watch`);
  await comes(() => bench.text(), FRIENDS);
  await bench.entered("watch");
  await bench.page.goto(`${bench.url}#level=${encodeURIComponent("game: curling\n\n2...3\n")}`);
  await comes(() => bench.rows(), ["2...3"]);
  await bench.page.goBack();
  await comes(() => bench.text(), FRIENDS);
  await bench.page.goBack();
  await comes(() => bench.text(), OWN);
  await bench.entered("draw");
  await bench.page.goForward();
  await comes(() => bench.text(), FRIENDS);
  await bench.page.goBack();
  await bench.page.goto(`${bench.url}api`);
  await bench.page.goBack();
  await bench.page.waitForSelector("body.ready");
  await comes(() => bench.text(), OWN);
});

onPage("what an older version of the page kept is taken over", async (bench) => {
  await bench.page.goto(`${bench.url}api`);
  await bench.page.evaluate(([own, mines]) => {
    sessionStorage.clear();
    localStorage.setItem("fewest.1.level", own);
    localStorage.setItem("fewest.1.shelf", JSON.stringify({ curling: own, mines }));
  }, [OWN, "game: mines\n\nEM\n"]);
  await bench.visit();
  assert.equal(await bench.text(), OWN);
  assert.deepEqual(await recent(bench), [OWN, "game: mines\n\nEM\n"]);
  await bench.visit();
  assert.equal((await recent(bench)).length, 2, "once");
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

/** It has no snake, and is smaller. */
const BAD = "game: snake\n\n#.@\n...\n";

onPage("no mode goes on about the level before", async (bench) => {
  const cards = { search: "fewest-watch .caption", heat: "fewest-watch .caption", film: "fewest-watch .caption", play: "fewest-play .outcome" };
  for (const [mode, told] of Object.entries(cards)) {
    await bench.load(WALL);
    await bench.mode(mode === "play" ? "play" : "watch");
    if (mode !== "play") await bench.page.click(`[data-sight=${mode}]`);
    await comes(async () => (await bench.squares()).length, 20);
    await bench.verdict();
    await bench.load(BAD);
    await comes(async () => (await bench.squares()).length, 6, mode);
    await comes(() => bench.read(told), /^There is no snake/, mode);
    assert.equal(await bench.page.locator("fewest-watch .chart:visible, fewest-watch .legend > *").count(), 0, mode);
  }
});
