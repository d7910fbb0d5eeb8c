// Which keys a mode may take: none while somebody writes, chooses, or answers a dialog.

const TAKEN =
  "input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [role=tablist], [role=menu]";

/** @param {KeyboardEvent} event */
export function isTaken(event) {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(TAKEN) != null || document.querySelector("dialog[open]") !== null;
}

/**
 * Undo and redo as the keyboard says them: 1 forwards, -1 back, 0 for any other key.
 * @param {KeyboardEvent} event
 */
export function undoKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return 0;
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) return 1;
  return key === "z" ? -1 : 0;
}
