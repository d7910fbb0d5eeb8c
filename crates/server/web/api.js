// Asking the server: one POST a question; long work is followed as a job, and cancelled when
// nobody waits for it any more.

import { lang } from "./words.js";
/** @import {Info, JobState, Sample} from "./types.js" */

const ROOT = "/api/v1/";
/** So often a busy server is asked again before its refusal is passed on. */
const TRIES = 6;
/** How often a job is looked at where its events cannot be heard. */
const POLL = 500;

/**
 * @typedef {Record<string, string | number | boolean | null | undefined>} Params
 * @typedef {{signal?: AbortSignal, onProgress?: (state: JobState) => void}} Waiting
 * @typedef {string | Uint8Array<ArrayBuffer>} LevelText
 */

/** What the server has to say against a question, and where in it. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} told
   * @param {number | null} retryAfter
   */
  constructor(status, told, retryAfter = null) {
    super(told.detail ?? told.title ?? `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    /** @type {string} */
    this.title = told.title ?? "";
    /** @type {string} */
    this.detail = told.detail ?? this.message;
    /** @type {string | null} */
    this.advice = told.advice ?? null;
    /** @type {string | null} */
    this.where = told.where ?? null;
    /** @type {number | null} */
    this.line = told.line ?? null;
    /** @type {number | null} */
    this.column = told.column ?? null;
    /** @type {number | null} */
    this.width = told.width ?? null;
    this.retryAfter = retryAfter;
  }
}

/**
 * Whether nobody waits for the answer any more: no fault at all.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * The answer of a verb about a level: one object.
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 * @returns {Promise<any>}
 */
export async function ask(verb, text, params, waiting) {
  return (await askLines(verb, text, params, waiting))[0];
}

/**
 * The answers of a verb where there are several: one object a line.
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 * @returns {Promise<any[]>}
 */
export async function askLines(verb, text, params, waiting) {
  const answer = await answered(verb, text, params, waiting);
  const body = await answer.text();
  if (!answer.headers.get("content-type")?.includes("ndjson")) return [JSON.parse(body)];
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line));
}

/**
 * The answer of a verb that speaks in plain text.
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 */
export async function askText(verb, text, params, waiting) {
  return (await answered(verb, text, params, waiting)).text();
}

/**
 * The answer of a verb that draws.
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 */
export async function askBlob(verb, text, params, waiting) {
  return (await answered(verb, text, params, waiting)).blob();
}

/** @type {Promise<Info[]> | undefined} */
let knownGames;
/** @type {Promise<Sample[]> | undefined} */
let knownLevels;

/** Every game there is. */
export function games() {
  knownGames ??= got("games").then(async (response) => {
    const lines = (await response.text()).split("\n");
    return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  });
  return knownGames;
}

/** The levels that ship. */
export function levels() {
  knownLevels ??= got("levels").then((response) => response.json());
  return knownLevels;
}

/** @param {string} what */
async function got(what) {
  const response = await fetch(ROOT + what);
  if (!response.ok) throw await problem(response);
  return response;
}

/**
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 */
async function answered(verb, text, params = {}, waiting = {}) {
  const query = new URLSearchParams();
  /** @type {Params} */
  const flags = { ...params, lang: lang() };
  for (const [name, value] of Object.entries(flags)) {
    if (value !== null && value !== undefined && value !== false) query.set(name, String(value));
  }
  const url = `${ROOT}${verb}?${query}`;
  const { signal } = waiting;
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, { method: "POST", body: text, signal });
    if (response.status === 202) return finished(placeOf(response), waiting);
    if (response.ok) return response;
    const refusal = await problem(response);
    if (response.status !== 429 || tries === TRIES) throw refusal;
    await pause((refusal.retryAfter ?? 1) * 1000, signal);
  }
}

/** @param {Response} response */
function placeOf(response) {
  const place = response.headers.get("location");
  if (!place) throw new Problem(500, { detail: "a job without a place" });
  return place;
}

/**
 * What a job answers in the end.
 * @param {string} job
 * @param {Waiting} waiting
 */
async function finished(job, { signal, onProgress }) {
  const cancel = () => void fetch(job, { method: "DELETE", keepalive: true }).catch(() => {});
  try {
    signal?.throwIfAborted();
    await heard(job, signal, onProgress);
    for (;;) {
      const answer = await fetch(`${job}/answer`, { signal });
      if (answer.status === 202) await pause(POLL, signal);
      else if (answer.ok) return answer;
      else throw await problem(answer);
    }
  } catch (error) {
    if (isAbort(error)) cancel();
    throw error;
  }
}

/**
 * Listens until the job has ended, or cannot be heard any more.
 * @param {string} job
 * @param {AbortSignal | undefined} signal
 * @param {((state: JobState) => void) | undefined} onProgress
 */
function heard(job, signal, onProgress) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`${job}/events`);
    const gone = () => {
      events.close();
      reject(signal?.reason ?? new DOMException("", "AbortError"));
    };
    const over = () => {
      events.close();
      signal?.removeEventListener("abort", gone);
      resolve(undefined);
    };
    signal?.addEventListener("abort", gone);
    events.addEventListener("progress", (event) => onProgress?.(JSON.parse(event.data)));
    events.addEventListener("done", over);
    events.addEventListener("error", over);
  });
}

/** @param {Response} response */
async function problem(response) {
  const wait = Number(response.headers.get("retry-after") ?? NaN);
  const told = await response.json().catch((error) => {
    // Nobody waits any more: that is no refusal.
    if (isAbort(error)) throw error;
    return { title: response.statusText };
  });
  return new Problem(response.status, told, Number.isFinite(wait) ? wait : null);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const gone = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", gone);
      resolve(undefined);
    }, milliseconds);
    signal?.addEventListener("abort", gone, { once: true });
  });
}
