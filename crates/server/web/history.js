// The past and the future of a value that is never changed in place: undo and redo.

/**
 * @template T
 * @typedef {{label: string, value: T}} Step what was done, and the value on the other side of it
 */

/** @template T */
export class History {
  /** @type {Step<T>[]} */
  #past = [];
  /** @type {Step<T>[]} */
  #future = [];
  /** @type {unknown} */
  #merge;
  #weigh;
  #most;

  /**
   * Keeps as many steps as weigh no more than `most` together, and always the last one.
   * @param {(value: T) => number} weigh @param {number} most
   */
  constructor(weigh, most) {
    this.#weigh = weigh;
    this.#most = most;
  }

  /** What undo would take back, or nothing. */
  get undoLabel() {
    return this.#past.at(-1)?.label;
  }

  /** What redo would do again, or nothing. */
  get redoLabel() {
    return this.#future.at(-1)?.label;
  }

  /**
   * Remembers the value as it was before a step. Steps that follow each other with the same
   * `merge` are one: a stroke of the brush is undone as a whole.
   * @param {string} label @param {T} before @param {unknown} [merge]
   */
  push(label, before, merge) {
    this.#future = [];
    const goesOn = merge !== undefined && merge === this.#merge && this.#past.length > 0;
    this.#merge = merge;
    if (goesOn) return;
    this.#past.push({ label, value: before });
    let weight = this.#past.reduce((sum, step) => sum + this.#weigh(step.value), 0);
    while (weight > this.#most && this.#past.length > 1) {
      weight -= this.#weigh(/** @type {Step<T>} */ (this.#past.shift()).value);
    }
  }

  /** The last steps of the past and of the future that together weigh no more than `most`, to be kept. @param {number} most */
  lastSteps(most) {
    let left = most;
    const last = (/** @type {Step<T>[]} */ steps) => {
      let from = steps.length;
      while (from > 0 && this.#weigh(steps[from - 1].value) <= left) {
        from -= 1;
        left -= this.#weigh(steps[from].value);
      }
      return steps.slice(from);
    };
    return { past: last(this.#past), future: last(this.#future) };
  }

  /** Takes up steps that were kept. @param {{past: Step<T>[], future: Step<T>[]}} steps */
  resume({ past, future }) {
    this.#past = past;
    this.#future = future;
  }

  /** Goes back one step. @param {T} now @returns {Step<T> | undefined} */
  undo(now) {
    return this.#go(this.#past, this.#future, now);
  }

  /** Goes forward one step. @param {T} now @returns {Step<T> | undefined} */
  redo(now) {
    return this.#go(this.#future, this.#past, now);
  }

  /** @param {Step<T>[]} from @param {Step<T>[]} to @param {T} now */
  #go(from, to, now) {
    const step = from.pop();
    this.#merge = undefined;
    if (step) to.push({ label: step.label, value: now });
    return step;
  }
}
