// A test on a page that nobody has used before. A fault that nobody would see fails it all the same.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launch, serve } from "./program.js";
import { PATIENCE, Workbench } from "./workbench.js";

/** @typedef {import("playwright-core").BrowserContextOptions} Look how the browser is set up */

/** A test that takes longer hangs. */
const LONGEST = 300_000;

/** @type {ReturnType<typeof serve> | undefined} */
let serving;
/** @type {ReturnType<typeof launch> | undefined} */
let browser;

/** @type {string[]} */
let flags = [];

/** Has the program started with these flags. @param {string[]} more */
export function serveWith(...more) {
  flags = more;
}

/** The address of the program, started when it is needed first. */
export async function server() {
  serving ??= serve(flags);
  return (await serving).url;
}

after(async () => {
  await (await browser)?.close();
  await (await serving)?.end();
});

/** A page, and what went wrong behind it. @typedef {{page: import("playwright-core").Page, faults: string[]}} Visited */

/** The page that the tests use one after another which want it to look as usual. @type {Visited | undefined} */
let usual;

/** @param {string} name @param {(bench: Workbench) => Promise<void>} act @param {Look} [look] */
export function onPage(name, act, look) {
  test(name, { timeout: LONGEST }, async () => {
    if (look) return withPage(act, look);
    usual ??= await opened({});
    const { page } = usual;
    try {
      await forgotten(usual);
      await done(usual, act);
    } catch (error) {
      // Whatever it left behind is of no concern to the next.
      usual = undefined;
      await page.context().close();
      throw error;
    }
  });
}

/**
 * What somebody does who has never been here.
 * @param {(bench: Workbench) => Promise<void>} act @param {Look} [look] @param {string} [address]
 */
export async function withPage(act, look = {}, address) {
  const visited = await opened(look);
  try {
    await done(visited, act, address);
  } finally {
    await visited.page.context().close();
  }
}

/** @param {Look} look @returns {Promise<Visited>} */
async function opened(look) {
  const url = await server();
  browser ??= launch();
  const context = await (await browser).newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 }, ...look });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  return { page, faults: watch(page, url) };
}

/** Has a browser forget that anybody has been here: to make another takes longer than most tests. @param {Visited} visited */
async function forgotten({ page, faults }) {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.mouse.move(0, 0);
  // The page keeps its level when it is left: what it keeps is thrown away where it is not.
  await page.goto(`${await server()}api`);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  faults.length = 0;
}

/** @param {Visited} visited @param {(bench: Workbench) => Promise<void>} act @param {string} [address] */
async function done({ page, faults }, act, address) {
  try {
    const bench = new Workbench(page, await server());
    await bench.visit(address);
    await act(bench);
  } catch (error) {
    // What went wrong behind the page is often why.
    if (faults.length > 0 && error instanceof Error) error.message += `\n${faults.join("\n")}`;
    throw error;
  }
  assert.deepEqual(faults, [], "nothing goes wrong behind the page");
}

/**
 * What goes wrong behind the page, as it happens.
 * @param {import("playwright-core").Page} page @param {string} url
 */
function watch(page, url) {
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.stack ?? error}`));
  page.on("console", (message) => {
    // The browser itself logs every refusal; a board that is no level yet is refused by 422.
    const isRefusal = / status of 422 /.test(message.text()) && message.location().url.startsWith(`${url}api/v1/`);
    if (message.type() === "error" && !isRefusal) faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) faults.push(`another host: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}
