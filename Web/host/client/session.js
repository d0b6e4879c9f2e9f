// One session: SessionMachine as WebAssembly, and what it asks for: storage, locks, two calls.
//
// The machine decides. Reads and changes of what is stored are done one after the other; all else
// takes its own time. Whatever comes after `close` comes to nothing.

import { MachineProblem, Status } from "../machine.js";
import { StorageProblem } from "../problems.js";
import { Corrupt } from "./storage.js";

/** The lock under which one tab at a time speaks to the server with the cookie. */
const COOKIE_LOCK = "portico.cookie";
/** Milliseconds that nobody waits longer for that lock. */
const LOCK_TIME = 20_000;
const STORED = "session";
/** The numbers are those of `StorageProblem` in SessionMachine. */
const PROBLEMS = { full: 1, corrupt: 2, broken: 3 };
/** And these those of `DeliveryAnswer`. */
export const Delivery = { settled: 0, unheard: 1, refused: 2 };

export class Session {
  #machine;
  #storage;
  #options;
  #storing = Promise.resolve();
  #lastCaller = 0;
  #waiters = new Map();
  /** By attempt: how to let go of the lock. */
  #locks = new Map();
  #renewal = null;
  /** The timer until a sign-out is told again. */
  #pause;
  #isOpen = true;

  /**
   * @param machine an instance of the module.
   * @param options `refresh(action, signal)` and `deliver(action)`, which make the two calls,
   *   `tell(status)`, and `changed()`, for other tabs.
   */
  constructor(machine, storage, options) {
    this.#machine = machine;
    this.#storage = storage;
    this.#options = options;
  }

  /** Gets what is known now: `status`, `cause`, and of a session `family`, `crumb` and `guid`. */
  async known() {
    return JSON.parse(await this.#machine.text("portico_session_known", [], ...clocks()));
  }

  /**
   * Asks the machine for something, and waits until it is answered or the time is over.
   *
   * @returns the action `serve`, `refuse` or `finished`.
   */
  ask(input, members, timeout, signal) {
    const caller = ++this.#lastCaller;
    return new Promise((resolve, reject) => {
      const giveUp = (why) => {
        if (!this.#waiters.has(caller)) return;
        this.feed("gaveUp", { caller });
        this.#answer({ caller, do: "refuse", why });
      };
      const timer = setTimeout(() => giveUp("timedOut"), Math.max(timeout, 0));
      signal?.addEventListener("abort", () => giveUp("lost"), { once: true });
      this.#waiters.set(caller, { resolve, timer });
      if (!this.#isOpen) return giveUp("lost");
      this.feed(input, { caller, ...members }).catch(reject);
    });
  }

  /** Tells the machine what happened, in the order of the calls, and begins what is to be done. */
  async feed(input, members = {}, stored = null) {
    if (!this.#isOpen) return;
    const line = JSON.stringify({ now: clocks(), input, ...members });
    const parts = [line, stored ?? new Uint8Array()];
    const actions = JSON.parse(await this.#machine.text("portico_session", parts));
    for (const action of actions) if (this.#isOpen) this.#do(action);
  }

  /** Reads again what is stored, which another tab may have changed. */
  look() {
    this.#inOrder(() => this.#read(0));
    return this.stored;
  }

  /** Kept once everything is read and written that was asked for so far. */
  get stored() {
    return this.#storing;
  }

  close() {
    const waiting = [...this.#waiters.keys()];
    for (const caller of waiting) this.#answer({ caller, do: "refuse", why: "lost" });
    this.#isOpen = false;
    clearTimeout(this.#pause);
    this.#renewal?.abort();
    for (const letGo of this.#locks.values()) letGo();
    this.#locks.clear();
  }

  #answer(action) {
    const waiter = this.#waiters.get(action.caller);
    this.#waiters.delete(action.caller);
    clearTimeout(waiter?.timer);
    waiter?.resolve(action);
  }

  #do(action) {
    switch (action.do) {
      case "read":
        return this.#inOrder(() => this.#read(action.number));
      case "change":
        return this.#inOrder(() => this.#change(action));
      case "takeLock":
        return this.#takeLock(action.attempt);
      case "releaseLock":
        // What was presented under it and has no answer yet is of no use any more: its cookie must
        // not come after the one of another sign-in.
        this.#renewal?.abort();
        this.#locks.get(action.attempt)?.();
        return this.#locks.delete(action.attempt);
      case "refresh":
        return this.#refresh(action);
      case "deliver":
        return this.#deliver(action);
      case "deliverLater":
        clearTimeout(this.#pause);
        this.#pause = setTimeout(() => this.feed("timePassed"), action.pause);
        return;
      case "tell":
        return this.#options.tell(action);
      default:
        return this.#answer(action);
    }
  }

  #inOrder(work) {
    this.#storing = this.#storing.then(() => (this.#isOpen ? work() : undefined));
  }

  async #read(number) {
    let stored;
    try {
      stored = await this.#storage.read(STORED);
    } catch (problem) {
      return this.feed("read", { number, problem: kindOf(problem) });
    }
    await this.feed("read", { number }, stored);
  }

  /** Reads, applies and writes while no other tab does (CMP-2). */
  async #change(action) {
    const { change } = action;
    try {
      const superseded = await this.#storage.exclusively(() => this.#apply(action));
      await this.feed("changed", { change, superseded });
      if (!superseded) this.#options.changed();
    } catch (problem) {
      await this.feed("changed", { change, problem: kindOf(problem) });
    }
  }

  async #apply({ change, adopts }) {
    let stored;
    let anew = false;
    try {
      stored = await this.#storage.read(STORED);
    } catch (problem) {
      // A sign-in takes the place of what nobody can read any more; all else leaves it there.
      if (!adopts || !(problem instanceof Corrupt)) throw problem;
      anew = true;
    }
    const line = JSON.stringify({ change, anew });
    try {
      const parts = [line, stored ?? new Uint8Array()];
      const next = await this.#machine.call("portico_session_apply", parts);
      await this.#storage.write({ [STORED]: next });
      return false;
    } catch (problem) {
      if (!(problem instanceof MachineProblem)) throw problem;
      if (problem.status === Status.nothing) return true;
      throw problem.status === Status.badRecord ? new Corrupt() : problem;
    }
  }

  #takeLock(attempt) {
    const taken = () => {
      if (!this.#isOpen) return undefined;
      // The machine may let go of it at once.
      return new Promise((letGo) => {
        this.#locks.set(attempt, letGo);
        this.feed("lockTaken", { attempt });
      });
    };
    navigator.locks
      .request(COOKIE_LOCK, { signal: AbortSignal.timeout(LOCK_TIME) }, taken)
      .catch(() => this.feed("lockMissed", { attempt }));
  }

  async #deliver(action) {
    const answer = await this.#options.deliver(action);
    const [chance] = crypto.getRandomValues(new Uint8Array(1));
    this.feed("delivered", { family: action.family, answer, chance });
  }

  async #refresh(action) {
    const controller = (this.#renewal = new AbortController());
    const answer = await this.#options.refresh(action, controller.signal);
    this.feed("refreshed", { send: action.send, ...answer });
  }
}

/** The steady clock, which goes on in a page only, and the wall clock, in whole milliseconds. */
function clocks() {
  return [Math.round(performance.now()), Date.now()];
}

export function kindOf(problem) {
  if (problem instanceof Corrupt) return PROBLEMS.corrupt;
  if (!(problem instanceof StorageProblem)) throw problem;
  return problem.cause?.name === "QuotaExceededError" ? PROBLEMS.full : PROBLEMS.broken;
}

/** Makes a call that another tab's renewal must not cross. */
export async function underCookieLock({ ends, signal }, work) {
  const late = AbortSignal.timeout(Math.max(ends - performance.now(), 0));
  const signals = signal ? [signal, late] : [late];
  try {
    return await navigator.locks.request(COOKIE_LOCK, { signal: AbortSignal.any(signals) }, work);
  } catch (problem) {
    if (problem.name === "AbortError" || problem.name === "TimeoutError") {
      return { failed: signal?.aborted ? "lost" : "timedOut" };
    }
    throw problem;
  }
}
