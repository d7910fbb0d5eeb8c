// The verdict while somebody draws: growing where it takes long, saying what is missing and what the level claims
// wrongly, and how hard it is; and a server that is busy or out of reach.

import assert from "node:assert/strict";
import { endless } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes, percent } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

onPage("a long search shows how far it is, and ends when the board changes", async (bench) => {
  const running = async () => (await (await fetch(`${bench.url}api/v1/health`)).json()).running;
  await bench.load(endless());
  const bound = async () => Number(/^at least ([\d,]+) moves$/.exec(await bench.read(".par-headline"))?.[1].replaceAll(",", "") ?? 0);
  const looked = async () => Number(/([\d,]+) positions/.exec(await bench.read(".par-words"))?.[1].replaceAll(",", "") ?? 0);
  await comes(async () => (await bound()) > 0, true);
  const [first, seen] = [await bound(), await looked()];
  await comes(async () => (await bound()) > first && (await looked()) > seen, true, "the bound and the positions grow");
  assert.equal(await running(), 1);
  await bench.take("wall");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".par-headline"), "Not a level yet");
  await comes(running, 0, "nobody works at the old board any more");
});

onPage("a long search can be stopped, and keeps what it has proven", async (bench) => {
  await bench.load(endless());
  await bench.page.click("fewest-par button");
  await comes(() => bench.read(".par-headline"), /^at least \d/);
  await comes(() => bench.read(".par-words"), /^stopped · /);
  await comes(async () => (await (await fetch(`${bench.url}api/v1/health`)).json()).running, 0);
});

onPage("a board that is no level yet says what is missing, at its place", async (bench) => {
  const says = async (/** @type {RegExp} */ words) => {
    await comes(() => bench.read(".par-headline"), "Not a level yet");
    await comes(() => bench.read(".par-words"), words);
  };
  const marked = () => bench.page.locator(".stage-board .mark-error").count();
  await bench.choose("snake");
  await bench.fresh();
  await says(/^There is no snake: drag with the tool “snake”/);
  await bench.take("snake");
  await bench.stroke([[2, 2], [2, 0]]);
  await says(/^There is no apple: place it with the tool “apple”/);
  await bench.take("apple");
  await bench.stroke([[0, 6]]);
  assert.equal(await bench.verdict(), "par 6");
  assert.equal(await marked(), 0);

  await bench.choose("portals");
  await bench.fresh();
  await bench.take("portal");
  await bench.stroke([[1, 4]]);
  await says(/^The portal A has no other end: /);
  await comes(marked, 1);
  await comes(() => bench.square([1, 4]), /portal A, The portal A has no other end/);
  await bench.stroke([[3, 2]]);
  assert.equal(await bench.verdict(), "par 10");
  await comes(marked, 0);
});

onPage("a note that cannot be is said at its field", async (bench) => {
  await bench.choose("curling");
  const field = bench.page.locator("#note-throws");
  await field.fill("many");
  await comes(() => bench.read(".par-headline"), "Not a level yet");
  await comes(() => field.getAttribute("aria-invalid"), "true");
  const said = await field.getAttribute("aria-errormessage");
  assert.match(await bench.read(`#${said}`), /^[^`]*whole number[^`]*$/);
  await field.fill("12");
  assert.match(await bench.verdict(), /^par \d/);
  await comes(() => field.getAttribute("aria-invalid"), null);
});

onPage("how hard the level is, with the parts of that", async (bench) => {
  await bench.choose("snake");
  const { difficulty } = await bench.ask("rate");
  await comes(() => bench.read(".par-difficulty"), `difficulty ${difficulty.value.toFixed(1)}`);
  await bench.page.click(".par-rating summary");
  assert.deepEqual(await bench.page.locator(".parts dt").allInnerTexts(), difficulty.parts.map((/** @type {any} */ part) => part.name));
});

onPage("a claim that is wrong is told, and put right by a button", async (bench) => {
  await bench.load("game: curling\npar: 7\n\n2.3\n\nsolution: L\n");
  await comes(() => bench.page.locator(".par-claim").allInnerTexts(), /claims par 7; it is 1/);
  await bench.page.getByRole("button", { name: "Correct it" }).click();
  await comes(() => bench.text(), /^par: 1$/m);
  await comes(async () => (await bench.page.locator(".par-claim").allInnerTexts()).join(), /^The level's own solution/);
  await bench.page.getByRole("button", { name: "Replace it" }).click();
  await comes(() => bench.text(), /solution: R\n$/);
  await bench.rated();
  assert.equal(await bench.page.locator(".par-claim").count(), 0);
});

onPage("the rating counts the moves that lose at once", async (bench) => {
  await bench.load("game: curling\n\n#..S..G\n");
  await bench.rated();
  await bench.page.click(".par-rating summary");
  const { counts } = await bench.ask("rate");
  assert.ok(counts.keep_win < 1, "a throw up leaves the board");
  const tally = await bench.page.locator(".tally").innerText();
  assert.match(tally, new RegExp(`moves that keep the win\\s+${percent(counts.keep_win)}`));
});

const SHORT = "game: curling\n\n2.3\n";

/**
 * From now on a question is refused with a status, or cut off where that is 0: so many times, then
 * it is answered again. The browser is never asked, so that it does not log what is meant to happen.
 * @param {Workbench} bench @param {string} question @param {number} status @param {number} [times]
 */
function refuse(bench, question, status, times = Infinity) {
  return bench.page.evaluate(({ question, status, times }) => {
    const page = /** @type {any} */ (window);
    page.served ??= window.fetch;
    let left = times;
    window.fetch = async (url, request) => {
      const isMeant = String(url).startsWith(`/api/v1/${question}`) || String(url).startsWith(`/${question}/`);
      if (!isMeant || left <= 0) return page.served(url, request);
      left -= 1;
      if (status === 0) throw new TypeError("Failed to fetch");
      return new Response(JSON.stringify({ status, detail: "not now" }), { status, headers: { "retry-after": "0" } });
    };
  }, { question, status, times: Math.min(times, 1e9) });
}

onPage("a refusal that is not about the level is not told as a fault of the level", async (bench) => {
  await refuse(bench, "solve", 413);
  await bench.load(SHORT);
  await comes(() => bench.read(".par-headline"), "No verdict");
  await comes(() => bench.read(".par-words"), "not now");
  await refuse(bench, "", 0, 0);
  await bench.page.getByRole("button", { name: "Try again" }).click();
  await comes(() => bench.read(".par-headline"), "par 1");
});

onPage("a server that was away is found again by itself, by the verdict and by a game", async (bench) => {
  await bench.mode("play");
  await refuse(bench, "", 0);
  await bench.load(SHORT.replace("2.3", "2..3"));
  await comes(() => bench.read(".par-words"), "The page cannot reach its server.");
  await comes(() => bench.read("fewest-play .outcome"), "The page cannot reach its server.");
  await refuse(bench, "", 0, 0);
  await comes(() => bench.read(".par-headline"), "par 1");
  await comes(() => bench.read("fewest-play .outcome"), "");
  await bench.page.keyboard.press("ArrowRight");
  await comes(() => bench.read("fewest-play .outcome"), /^Won in 1 /);
});

onPage("without the words of another language the page keeps its own", async (bench) => {
  await refuse(bench, "words", 0);
  await bench.page.click("[data-does=language]");
  await comes(() => bench.read("[data-toasts]"), /^The language stays/);
  await comes(() => bench.page.getAttribute("html", "lang"), "en");
  await refuse(bench, "words", 0, 0);
  await bench.page.click("[data-does=language]");
  await comes(() => bench.page.getAttribute("html", "lang"), "zh");
});

onPage("a server that was busy or away for a while is asked again", async (bench) => {
  await refuse(bench, "health", 0, 1);
  await bench.page.click("[data-does=gallery]");
  await comes(() => bench.read("dialog[open] [role=status]"), "The page cannot reach its server.");
  await bench.page.keyboard.press("Escape");
  await refuse(bench, "health", 429, 2);
  await bench.page.click("[data-does=gallery]");
  await comes(async () => (await bench.page.locator("dialog[open] li").count()) > 0, true);
});
