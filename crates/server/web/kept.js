// What the browser keeps for the page from one visit to the next. One that keeps nothing, or no
// more, shows the page all the same.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing else is done without it.
  }
}
