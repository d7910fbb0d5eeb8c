// A catalogue to be served: a copy, so that nobody changes the file that everyone has. It is kept as the
// first version of catalogues wrote it, for those are read for ever: thirty small levels that ship, each said
// to be a quarter harder than the one before.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = mkdtempSync(join(tmpdir(), "fewest-catalogue-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Thirty small levels that ship, the harder the later. */
export const CATALOGUE = join(folder, "levels.db");
copyFileSync(fileURLToPath(new URL("levels.db", import.meta.url)), CATALOGUE);
