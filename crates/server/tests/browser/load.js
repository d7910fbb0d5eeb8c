// How the page loads: what it fetches, and when its first board is there. By hand, on a slow network:
// `node load.js [PROGRAM…]` measures each program in turn and prints medians.

import { fileURLToPath } from "node:url";
import { launch, PROGRAM, serve } from "./program.js";

/** The network that is measured on: latency in milliseconds, bytes a second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** How often each is measured. */
const RUNS = 7;
const LOCALES = ["en-GB", "zh-CN"];

/**
 * What one load of the page took: its requests up to the first verdict with the bytes that came for
 * each, and the milliseconds from the start of the navigation until the board is painted and its
 * verdict is requested.
 * @typedef {{requests: Requested[], milliseconds: number}} Load
 * @typedef {{address: string, method: string, status: number, bytes: number, isCached: boolean}} Requested
 */

/**
 * A page whose loads are recorded.
 * @param {import("playwright-core").BrowserContext} context
 */
export async function recorded(context) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  /** @type {Map<string, Requested>} */
  let requests = new Map();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { pathname, protocol } = new URL(request.url);
    if (/^http/.test(protocol)) requests.set(requestId, { address: pathname, method: request.method, status: 0, bytes: 0, isCached: false });
  });
  const change = (/** @type {string} */ id, /** @type {Partial<Requested>} */ known) => Object.assign(requests.get(id) ?? {}, known);
  devtools.on("Network.requestServedFromCache", ({ requestId }) => change(requestId, { isCached: true }));
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    change(requestId, response.fromDiskCache ? { status: response.status, isCached: true } : { status: response.status });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => change(requestId, { bytes: encodedDataLength }));
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.body?.classList.contains("ready") || !document.querySelector(".stage-board [role=gridcell]")) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });

  /** @param {() => Promise<unknown>} go @returns {Promise<Load>} */
  const load = async (go) => {
    requests = new Map();
    await go();
    await page.waitForSelector("body.ready fewest-par:not([aria-busy])");
    const milliseconds = await page.evaluate(async () => {
      const shown = () => performance.getEntriesByName("shown")[0];
      while (!shown()) await new Promise(requestAnimationFrame);
      const asked = performance.getEntriesByType("resource").find(({ name }) => name.includes("/api/v1/solve"));
      return Math.max(shown().startTime, asked?.startTime ?? Infinity);
    });
    return { requests: [...requests.values()], milliseconds };
  };
  return { page, devtools, load };
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

/** Prints one row for loads of the same kind. @param {string} name @param {Load[]} loads */
function print(name, loads) {
  const sent = loads.map(({ requests }) => requests.filter(({ isCached }) => !isCached));
  const count = median(sent.map((requests) => requests.length));
  const bytes = median(sent.map((requests) => requests.reduce((sum, request) => sum + request.bytes, 0)));
  const times = loads.map(({ milliseconds }) => Math.round(milliseconds));
  const [least, most] = [Math.min(...times), Math.max(...times)];
  console.log(`${name.padEnd(20)} ${String(count).padStart(4)} requests ${(bytes / 1000).toFixed(1).padStart(7)} kB ${String(median(times)).padStart(6)} ms (${least} to ${most})`);
}

/** @param {string} program */
async function measure(program) {
  const { url, end } = await serve([], program);
  const browser = await launch();
  console.log(program);
  for (const locale of LOCALES) {
    /** @type {{first: Load[], again: Load[]}} */
    const loads = { first: [], again: [] };
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
      const { page, devtools, load } = await recorded(context);
      await devtools.send("Network.emulateNetworkConditions", SLOW);
      loads.first.push(await load(() => page.goto(url)));
      loads.again.push(await load(() => page.reload()));
      await context.close();
    }
    print(`${locale}, first visit`, loads.first);
    print(`${locale}, reload`, loads.again);
  }
  await browser.close();
  await end();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const programs = process.argv.slice(2);
  for (const program of programs.length > 0 ? programs : [PROGRAM]) await measure(program);
}
