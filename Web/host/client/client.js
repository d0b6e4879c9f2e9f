// The client of the identity API in a page. ClientMachine decides (Sources/ClientMachine); this performs
// what it asks for: storage, locks, timers, and calls with a proof.
//
// The session is of the kind `cookie`: no script ever sees a refresh token. Reads and writes of storage
// are done one after the other; all else takes its own time. Whatever comes after `close` comes to nothing.

import { hex } from "../machine.js";
import { StorageProblem } from "../problems.js";
import { Prover, randomBytes } from "./proof.js";
import { Corrupt } from "./storage.js";
import { exchange } from "./transport.js";

/** The lock under which one tab at a time speaks to the server with the cookie. */
const COOKIE_LOCK = "portico.cookie";
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NOTHING = new Uint8Array();

export class IdentityClient {
  #machine;
  #storage;
  #options;
  #begun;
  #prover = null;
  #storing = Promise.resolve();
  #lastCall = 0;
  /** By call: what to do with its answer. */
  #waiting = new Map();
  /** By lock: how to let go of it. */
  #locks = new Map();
  #timers = new Map();
  /** By send: what ends it. */
  #sends = new Map();
  #news = new BroadcastChannel("portico.session");
  #isOpen = true;

  /**
   * @param machine an instance of the module, for the client alone.
   * @param options `server` (`origin`, and the newest `nonce`, which outlives this client), `language`, `appVersion`, `isOffline()`, and `tell(news)`,
   *   called with `{fact, value}` and `{signal}`.
   */
  constructor(machine, storage, options) {
    this.#machine = machine;
    this.#storage = storage;
    this.#options = options;
    const { appVersion, server } = options;
    const profile = { platform: "web", appVersion, nonce: server.nonce };
    this.#begun = machine.call("portico_client_begin", [JSON.stringify(profile)]);
    this.#news.onmessage = () => this.#feed("storeChanged");
  }

  /** Gets what the session's facts are now. */
  async facts() {
    const facts = await this.#machine.text("portico_client_facts", [], ...clocks());
    return facts ? JSON.parse(facts) : { session: "unreadable", signOutCause: null };
  }

  /**
   * Reads what is stored and tells the session's status; then tells the server what it is owed. To
   * be called at launch, when the page comes to the front, and when the network comes back.
   */
  async wake() {
    await this.#feed("woke");
    await this.#stored();
  }

  /** A third party led back to the page, with this query (CMP-7): it is kept, and then the flow is told. */
  async returned(query) {
    await this.#feed("returned", {}, encoder.encode(query));
    await this.#stored();
  }

  /** Kept once storage has nothing to do any more. */
  async #stored() {
    for (let last; last !== this.#storing; await last) last = this.#storing;
  }

  /** Secure storage was emptied: nothing is left, the device key included. */
  forget() {
    this.#prover = null;
    return this.#feed("emptied");
  }

  /** Ends what runs. Whoever still waits hears `lost`. */
  close() {
    this.#isOpen = false;
    for (const answer of this.#waiting.values()) answer({ failed: "lost" });
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const controller of this.#sends.values()) controller.abort();
    for (const letGo of this.#locks.values()) letGo();
    this.#news.close();
  }

  /**
   * Performs an operation of the identity API, or one of the client's own (docs/capabilities.md).
   *
   * @param parameters JSON: what goes into `{…}` of the path, into the body, or for GET into the query.
   * @param options `key` (stands for the intent), `timeout` (milliseconds), `signal`.
   * @returns `{status, body}`, without credentials; or `{failed}`: `notSent`, `lost`, `timedOut` or
   *   `interrupted`.
   */
  perform(name, parameters, { key, timeout = 30_000, signal } = {}) {
    const id = ++this.#lastCall;
    return new Promise((resolve) => {
      if (!this.#isOpen) return resolve({ failed: "lost" });
      this.#waiting.set(id, resolve);
      signal?.addEventListener("abort", () => this.#feed("cancelled", { id }), { once: true });
      this.#feed("call", { id, name, key, timeout }, encoder.encode(parameters));
    });
  }

  /** Tells the machine what happened, in the order of the calls, and begins what is to be done. */
  async #feed(input, members = {}, bytes = NOTHING) {
    if (!this.#isOpen) return;
    const random = hex(randomBytes());
    const line = JSON.stringify({ now: clocks(), random, input, ...members });
    await this.#begun;
    const actions = JSON.parse(await this.#machine.text("portico_client", [line, bytes]));
    for (const action of actions) if (this.#isOpen) this.#perform(action);
  }

  #perform(action) {
    const { id } = action;
    switch (action.do) {
      case "store":
        return this.#inOrder(() => this.#store(action));
      case "lookForKey":
        return this.#inOrder(() => this.#lookForKey());
      case "takeLock":
        return this.#takeLock(action);
      case "releaseLock":
        this.#locks.get(id)?.();
        return this.#locks.delete(id);
      case "send":
        return this.#send(action);
      case "cancelSend":
        this.#sends.get(id)?.abort();
        return this.#sends.delete(id);
      case "startTimer":
        clearTimeout(this.#timers.get(id));
        return this.#timers.set(id, setTimeout(() => this.#feed("timePassed", { id }), action.time));
      case "stopTimer":
        clearTimeout(this.#timers.get(id));
        return this.#timers.delete(id);
      case "answer":
        this.#waiting.get(id)?.(action);
        return this.#waiting.delete(id);
      case "tell":
        return this.#tell(action);
    }
  }

  #tell({ facts = {}, signal, text }) {
    for (const [fact, value] of Object.entries(facts)) this.#options.tell({ fact, value });
    if (signal) this.#options.tell({ signal, text });
  }

  // Storage

  #inOrder(work) {
    this.#storing = this.#storing.then(() => (this.#isOpen ? work() : undefined));
  }

  async #store({ id, item, onlyReads }) {
    const work = () => this.#rewrite(id, item);
    let problem;
    try {
      await (onlyReads ? work() : this.#storage.exclusively(work));
    } catch (cause) {
      problem = nameOf(cause);
    }
    await this.#feed("stored", { id, problem });
  }

  /** Reads, asks and writes; no other tab does so while this one writes (CMP-2). */
  async #rewrite(id, item) {
    const { bytes, ...found } = await this.#found(item);
    const parts = [JSON.stringify({ id, ...found }), bytes ?? NOTHING];
    const answer = await this.#machine.call("portico_client_writes", parts);
    const end = answer.indexOf(10);
    const { items, removes, makesRoom } = JSON.parse(decoder.decode(answer.subarray(0, end)));
    if (items.length === 0) return;
    const rows = (value) => Object.fromEntries(items.map((name) => [name, value]));
    const value = removes ? null : answer.slice(end + 1);
    try {
      await this.#storage.write(rows(value));
    } catch (cause) {
      if (!makesRoom || nameOf(cause) !== "full") throw cause;
      await this.#storage.write(rows(null));
      await this.#storage.write(rows(value)).catch(nameOf);
    }
    if (item === "session") this.#news.postMessage("changed");
  }

  async #found(item) {
    try {
      const bytes = await this.#storage.read(item);
      return { bytes, isThere: bytes !== null };
    } catch (cause) {
      return { problem: nameOf(cause) };
    }
  }

  // The device key

  async #lookForKey() {
    try {
      const pair = await this.#storage.deviceKey();
      await this.#feed("keyKnown", { key: pair ? (await this.#proverOf(pair)).thumbprint : "" });
    } catch (cause) {
      // Not to be read now; so nothing is known about it.
      nameOf(cause);
    }
  }

  async #proverOf(pair) {
    this.#prover ??= await Prover.of(pair);
    return this.#prover;
  }

  // Locks and calls

  #takeLock({ id, time }) {
    const taken = () => {
      if (!this.#isOpen) return undefined;
      // The machine may let go of it at once.
      return new Promise((letGo) => {
        this.#locks.set(id, letGo);
        this.#feed("lockTaken", { id });
      });
    };
    navigator.locks
      .request(COOKIE_LOCK, { signal: AbortSignal.timeout(time) }, taken)
      .catch(() => this.#feed("lockMissed", { id }));
  }

  async #send({ id, ...call }) {
    const controller = new AbortController();
    this.#sends.set(id, controller);
    const { bytes, ...outcome } = await this.#outcome(call, controller.signal);
    if (this.#sends.delete(id)) await this.#feed("answered", { id, ...outcome }, bytes);
  }

  async #outcome(call, signal) {
    const { server, language, isOffline } = this.#options;
    if (isOffline()) return { failed: "notSent" };
    let prover;
    try {
      prover = await this.#proverOf(await this.#storage.deviceKey({ creates: true }));
    } catch (cause) {
      return { failed: "unsigned", problem: nameOf(cause) };
    }
    await this.#feed("keyKnown", { key: prover.thumbprint });
    const outcome = await exchange({ ...call, origin: server.origin, language }, prover, signal);
    server.nonce = outcome.nonce || server.nonce;
    return outcome;
  }
}

/** The steady clock, which goes on in a page only, and the wall clock, in whole milliseconds. */
function clocks() {
  return [Math.round(performance.now()), Date.now()];
}

/** What is wrong with storage, in the machine's words; any other problem is thrown. */
function nameOf(problem) {
  if (problem instanceof Corrupt) return "corrupt";
  if (!(problem instanceof StorageProblem)) throw problem;
  return problem.cause?.name === "QuotaExceededError" ? "full" : "broken";
}
