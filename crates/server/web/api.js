// Asking the server: one POST a question; long work is followed as a job, and cancelled when nobody waits for
// it any more. A server out of reach is looked for until it answers.
import { lang, t } from "./words.js";
/** @import {CataloguePage, JobState, ToldProblem} from "./types.js" */

/**
 * @param {number} milliseconds
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const gone = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", gone);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", gone, { once: true });
  });
}

/** So long after it was lost it is looked for first, and at the longest later on; in milliseconds. */
const [SOON, LATE] = [1000, 30_000];

/** Fires `back` when the server answers again. */
export const reach = new EventTarget();

let isLost = false;
let wait = SOON;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** The server did not answer. */
export function lost() {
  if (isLost) return;
  isLost = true;
  wait = SOON;
  later = setTimeout(seek, wait);
}

async function seek() {
  if (!isLost) return;
  clearTimeout(later);
  wait = Math.min(wait * 2, LATE);
  later = setTimeout(seek, wait);
  const answer = await fetch("/api/v1/games", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer?.ok || !isLost) return;
  clearTimeout(later);
  isLost = false;
  reach.dispatchEvent(new Event("back"));
}

addEventListener("online", seek);
addEventListener("focus", seek);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && seek());

const ROOT = "/api/v1/";
/** The status of a text that is no level. */
export const NO_LEVEL = 422;
/** The status where there was no answer at all. */
export const OUT_OF_REACH = 0;
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
  /** @param {number} status @param {Partial<ToldProblem>} told @param {number | null} retryAfter */
  constructor(status, told, retryAfter = null) {
    super(told.detail ?? told.title ?? `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    this.told = told;
    this.retryAfter = retryAfter;
  }

  /** What is wrong, and what would be right where somebody knows that. */
  get words() {
    const { advice, drawn } = this.told;
    if (drawn) return drawn.replace(/`(\d+),(\d+)`/g, (_, row, column) => t("row {row}, column {column}", { row: Number(row) + 1, column: Number(column) + 1 }));
    return advice ? t("{fault}: {advice}", { fault: this.message, advice }) : this.message;
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
 * What there is to say about a question that failed; nothing where nobody waits for it any more.
 * Whatever else was thrown is a fault of the page, and must not be told as one of the level.
 * @param {unknown} error
 */
export function problemOf(error) {
  if (isAbort(error)) return null;
  if (error instanceof Problem) return error;
  throw error;
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
  const body = await reached(answer.text());
  return answer.headers.get("content-type")?.includes("ndjson") ? parsed(body) : [JSON.parse(body)];
}

/**
 * One object a line.
 * @param {string} lines
 */
function parsed(lines) {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/**
 * The answer of a verb that speaks in plain text.
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 */
export async function askText(verb, text, params, waiting) {
  const answer = await answered(verb, text, params, waiting);
  return reached(answer.text());
}

/**
 * The answer of a verb that draws.
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 */
export async function askBlob(verb, text, params, waiting) {
  const answer = await answered(verb, text, params, waiting);
  return reached(answer.blob());
}

/** Whether the server has a catalogue. @returns {Promise<boolean>} */
export async function hasCatalogue() {
  const health = await sent(`${ROOT}health`);
  return JSON.parse(await reached(health.text())).catalogue;
}

/**
 * Some levels of the catalogue; what is empty is not asked for.
 * @param {Params} params
 * @param {AbortSignal} signal
 * @returns {Promise<CataloguePage>}
 */
export async function catalogue(params, signal) {
  const wanted = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ""));
  const page = await sent(`${ROOT}catalogue?${queryOf(wanted)}`, { signal });
  return JSON.parse(await reached(page.text()));
}

/**
 * @param {string} verb
 * @param {LevelText} text
 * @param {Params} [params]
 * @param {Waiting} [waiting]
 */
async function answered(verb, text, params = {}, waiting = {}) {
  const url = `${ROOT}${verb}?${queryOf(params)}`;
  const response = await sent(url, { method: "POST", body: text, signal: waiting.signal });
  return response.status === 202 ? finished(jobOf(response), waiting) : response;
}

/** What is asked for, and in which language. @param {Params} params */
function queryOf(params) {
  const query = new URLSearchParams();
  /** @type {Params} */
  const flags = { ...params, lang: lang() };
  for (const [name, value] of Object.entries(flags)) {
    if (value !== null && value !== undefined && value !== false) query.set(name, String(value));
  }
  return query;
}

/**
 * What the server answers, once it is not too busy.
 * @param {string} url
 * @param {RequestInit} [request]
 */
async function sent(url, request) {
  for (let tries = 1; ; tries += 1) {
    const response = await reached(fetch(url, request));
    if (response.ok) return response;
    const refusal = await problem(response);
    if (response.status !== 429 || tries === TRIES) throw refusal;
    await pause((refusal.retryAfter ?? 1) * 1000, request?.signal);
  }
}

/**
 * What passes over the network; where it is cut, that is said in words and not in the browser's.
 * @template T
 * @param {Promise<T>} passing
 */
async function reached(passing) {
  try {
    return await passing;
  } catch (error) {
    if (isAbort(error)) throw error;
    lost();
    throw new Problem(OUT_OF_REACH, { detail: t("The page cannot reach its server.") });
  }
}

/** Where a job is followed. @param {Response} response */
function jobOf(response) {
  const job = response.headers.get("location");
  if (!job) throw new Problem(500, { detail: "a job without a place" });
  return job;
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
      const answer = await sent(`${job}/answer`, { signal });
      if (answer.status !== 202) return answer;
      await pause(POLL, signal);
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
