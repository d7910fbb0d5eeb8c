// What a visit to the page fetches: few things, none twice, and on the next visit hardly any. How
// long that takes is measured by `load.js`.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { recorded } from "./load.js";
import { launch, serve } from "./program.js";

/** @typedef {import("./load.js").Load} Load */

/** The most that a first visit may fetch besides its questions about the level; bytes with headers. */
const MOST = { "en-GB": { requests: 6, bytes: 110_000 }, "zh-CN": { requests: 7, bytes: 170_000 } };

const [serving, launching] = [serve(), launch()];
after(async () => {
  await (await launching).close();
  await (await serving).end();
});

/** What is fetched, with hashes left out. @param {Load} load */
function fetched({ requests }) {
  return requests.filter(({ method }) => method === "GET").map((request) => ({ ...request, name: request.address.replace(/-[0-9a-f]{16}\./, "-HASH.") }));
}

/** The names of what comes over the network, but for the icon, which a browser fetches when it likes. @param {Load} load */
function names(load) {
  const sent = fetched(load).filter(({ isCached, name }) => !isCached && name !== "/icon-HASH.svg");
  return sent.map(({ name }) => name).sort();
}

for (const [locale, most] of Object.entries(MOST)) {
  test(`a visit fetches little, and the next one only the page: ${locale}`, { timeout: 60_000 }, async () => {
    const { url } = await serving;
    const context = await (await launching).newContext({ locale });
    const { page, load } = await recorded(context);

    const first = await load(() => page.goto(url));
    const files = ["/", "/early-HASH.js", "/main-HASH.js", "/style-HASH.css"];
    assert.deepEqual(names(first), locale === "zh-CN" ? [...files, "/words/zh-HASH.json"] : files);
    const requests = fetched(first);
    const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
    console.log(`${locale}: ${requests.length} requests, ${bytes} bytes`);
    const told = JSON.stringify(requests, null, 1);
    assert.ok(requests.length <= most.requests, told);
    assert.ok(bytes > 0 && bytes <= most.bytes, told);
    // What is fetched ahead of time in a way that cannot be used is fetched again, if only from the cache.
    assert.equal(new Set(requests.map(({ address }) => address)).size, requests.length, told);

    assert.deepEqual(names(await load(() => page.reload())), ["/"]);
    assert.deepEqual(names(await load(() => page.goto(`${url}?anew`))), ["/"]);
    await context.close();
  });
}
