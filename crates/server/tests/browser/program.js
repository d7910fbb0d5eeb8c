// The program that serves the page, and Debian's Chromium that looks at it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const PROGRAM = process.env.FEWEST ?? fileURLToPath(new URL("../../../../target/release/fewest", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts the program at a port that is free. @param {string[]} flags @param {string} [path] */
export async function serve(flags = [], path = PROGRAM) {
  const program = spawn(path, ["serve", "--port", "0", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  program.stdout.setEncoding("utf8");
  const stop = () => program.kill("SIGTERM");
  process.once("exit", stop);
  const said = await Promise.race([once(program.stdout, "data"), once(program, "exit")]);
  const url = /http:\/\/\S+\//.exec(String(said[0]))?.[0];
  assert.ok(url, `${path} serve says where it listens, not ${said[0]}`);
  const end = async () => {
    stop();
    if (program.exitCode === null) await once(program, "exit");
  };
  return { url, end };
}

/** A Chromium with a profile of its own. */
export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}
