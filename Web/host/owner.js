// One owner for each flow and browser profile, by Web Locks. The lock says who runs; the owner's
// mark in the journal keeps a displaced tab from writing.

/**
 * Asks to run a flow alone.
 *
 * `onOwn` is called when this tab may run, at once or once the other tab is gone; it gets a
 * function that lets go. `onOther` is called when another tab runs it, at first or because it took
 * over; it gets a function that takes the flow over.
 */
export class Ownership {
  #name;
  #onOwn;
  #onOther;
  #waiting = null;

  constructor(name, { onOwn, onOther }) {
    this.#name = name;
    this.#onOwn = onOwn;
    this.#onOther = onOther;
  }

  async begin() {
    const isFree = await this.#hold({ ifAvailable: true });
    if (!isFree) this.#wait();
  }

  /**
   * @returns false when the lock was not to be had. Otherwise it comes back once the lock is let go
   *   or lost.
   */
  async #hold(options) {
    try {
      return await navigator.locks.request(this.#name, options, async (lock) => {
        if (!lock) return false;
        this.#waiting = null;
        await new Promise((letGo) => this.#onOwn(letGo));
        return true;
      });
    } catch (problem) {
      if (problem.name !== "AbortError") throw problem;
      // Lost to another tab; or the wait ended because this tab takes over, and #hold runs again.
      if (!options.signal?.aborted) this.#wait();
      return true;
    }
  }

  /** Goes on by itself when the other tab is gone. */
  #wait() {
    this.#waiting = new AbortController();
    this.#onOther(() => this.#takeOver());
    this.#hold({ signal: this.#waiting.signal });
  }

  #takeOver() {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#hold({ steal: true });
  }
}
