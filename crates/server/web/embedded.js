// Answers that the page needs at once, by their addresses. The server writes this file when it joins
// the page's modules; see `files.rs`.

/** @type {Record<string, string>} */
export const embedded = {};
