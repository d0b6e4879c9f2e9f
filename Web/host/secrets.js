// The secrets of one running flow.
//
// What an answer brought, such as the handle of a session, is sealed into this browser's storage and
// outlives a reload. What a person typed stays in memory only (MKT-7: never in storage that a script
// could read): a reload loses it, and the machine is told so at the next launch.

import { StorageProblem } from "./journal.js";

export class Secrets {
  #storage;
  #prefix;
  #typed = new Map();
  #stored = new Map();
  /** The stored ones that are in storage. */
  #kept = new Set();
  #sealed = new Map();

  /**
   * Reads what is stored of a flow.
   * @param storage a SecureStorage, or null for memory only.
   */
  static async open(storage, flow) {
    const secrets = new Secrets(storage, `secret.${flow}.`);
    await secrets.#read();
    return secrets;
  }

  constructor(storage = null, prefix = "") {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  /** Whether storage could not be read. That is not the same as being empty (CMP-4). */
  isUnreadable = false;

  /** The facts whose secrets are there. */
  get names() {
    return [...this.#stored.keys()];
  }

  async #read() {
    try {
      for (const name of (await this.#storage?.names(this.#prefix)) ?? []) {
        const fact = name.slice(this.#prefix.length);
        this.#stored.set(fact, await this.#storage.readText(name));
        this.#kept.add(fact);
      }
    } catch (problem) {
      if (!(problem instanceof StorageProblem)) throw problem;
      this.isUnreadable = true;
    }
  }

  /** What a person typed last, not stored yet. */
  type(fact, secret) {
    if (secret === "") this.#typed.delete(fact);
    else this.#typed.set(fact, secret);
  }

  /** Keeps a secret that came with an answer. */
  async keep(fact, secret) {
    await this.#storage?.write({ [this.#prefix + fact]: secret });
    this.#stored.set(fact, secret);
    this.#kept.add(fact);
  }

  async store(fact, from) {
    const typed = this.#typed.get(from);
    const secret = typed ?? this.#stored.get(from);
    if (secret === undefined) return;
    if (typed === undefined && this.#kept.has(from)) return this.keep(fact, secret);
    await this.#remove(fact);
    this.#stored.set(fact, secret);
  }

  /** What was typed and never submitted goes with its screen. */
  forget(fact) {
    this.#typed.delete(fact);
  }

  async erase(fact) {
    await this.#remove(fact);
    this.#stored.delete(fact);
    this.#typed.delete(fact);
  }

  async #remove(fact) {
    if (this.#kept.has(fact)) await this.#storage?.write({ [this.#prefix + fact]: null });
    this.#kept.delete(fact);
  }

  /** Freezes what a request sends of a typed secret. */
  seal(fact, request, ticket) {
    const secret = this.#typed.get(fact) ?? this.#stored.get(fact);
    if (secret !== undefined) this.#sealed.set(key(fact, request, ticket), secret);
  }

  unseal(request, ticket) {
    for (const name of this.#sealed.keys()) {
      if (name.endsWith(key("", request, ticket))) this.#sealed.delete(name);
    }
  }

  /** The secret that a request sends, or undefined. */
  find(fact, request, ticket) {
    return this.#sealed.get(key(fact, request, ticket)) ?? this.#stored.get(fact);
  }
}

function key(fact, request, ticket) {
  return `${fact}/${request}/${ticket}`;
}
