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

/** Whether it is kept: some browsers keep nothing, and none more than a few megabytes. @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
