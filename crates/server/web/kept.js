// What the browser keeps for the page: in all tabs from one visit to the next, and in this tab across
// reloads. A browser that keeps nothing, or has no space left, shows the page all the same.

/** Where the chosen language is kept. */
export const LANGUAGE = "fewest.language";
/** Where the chosen colours are kept. */
export const THEME = "fewest.theme";

/** @param {string} name @param {() => Storage} [storage] */
export function recall(name, storage = () => localStorage) {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Whether it is kept: some browsers keep nothing, and none more than a few megabytes. @param {string} name @param {string} value @param {() => Storage} [storage] */
export function keep(name, value, storage = () => localStorage) {
  try {
    storage().setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name @param {() => Storage} [storage] */
export function forget(name, storage = () => localStorage) {
  try {
    storage().removeItem(name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** What this tab keeps across reloads. */
export const tab = () => sessionStorage;

/** A value that was kept as JSON, or null. @param {string} name @param {() => Storage} [storage] @returns {any} */
export function recallValue(name, storage) {
  try {
    return JSON.parse(recall(name, storage) ?? "null");
  } catch {
    return null;
  }
}
