// Waiting for a while, or until nobody waits any more.

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
