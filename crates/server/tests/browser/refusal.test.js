// The server busy or out of reach: what the page says then, and that it goes on afterwards.

import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

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
  await comes(() => bench.read("fewest-gallery [role=status]"), "The page cannot reach its server.");
  await bench.page.keyboard.press("Escape");
  await refuse(bench, "health", 429, 2);
  await bench.page.click("[data-does=gallery]");
  await comes(async () => (await bench.page.locator("fewest-gallery li").count()) > 0, true);
});
