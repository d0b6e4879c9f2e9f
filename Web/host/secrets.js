// The secrets of one running flow. A page has no secure storage that scripts cannot read, so they
// live in memory only: a kill or reload loses them, and the machine is told so at the next launch.

export class Secrets {
  #typed = new Map();
  #stored = new Map();
  #sealed = new Map();

  /** What a person typed last, not stored yet. */
  type(fact, secret) {
    if (secret === "") this.#typed.delete(fact);
    else this.#typed.set(fact, secret);
  }

  /** Keeps a secret that came with an answer. */
  keep(fact, secret) {
    this.#stored.set(fact, secret);
  }

  store(fact, from) {
    const secret = this.#typed.get(from) ?? this.#stored.get(from);
    if (secret !== undefined) this.#stored.set(fact, secret);
  }

  /** What was typed and never submitted goes with its screen. */
  forget(fact) {
    this.#typed.delete(fact);
  }

  erase(fact) {
    this.#stored.delete(fact);
    this.#typed.delete(fact);
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
