// A board that becomes no level while somebody plays or watches: the board is the one of now, what
// was known of the one before is gone, and the reason is told.

import assert from "node:assert/strict";
import { WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

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
