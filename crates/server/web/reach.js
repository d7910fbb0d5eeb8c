// The server out of reach: it is looked for, ever more seldom and whenever somebody comes back to
// the page, until it answers.

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
