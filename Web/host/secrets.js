// The secrets of one running flow.
//
// What an answer brought, such as the handle of a session, is sealed into this browser's storage and
// outlives a reload. What a person typed stays in memory only (MKT-7: never in storage that a script
// could read): a reload loses it, and the machine is told so at the next launch.

export class Secrets {
  #storage;
  #prefix;
  #typed = new Map();

  /** @param storage a SecureStorage. */
  constructor(storage, flow) {
    this.#storage = storage;
    this.#prefix = `secret.${flow}.`;
  }

  async names() {
    const stored = await this.#storage.names(this.#prefix);
    const names = stored.map((name) => name.slice(this.#prefix.length));
    return [...new Set([...names, ...this.#typed.keys()])];
  }

  /** @returns a value for each name, or null. */
  read(names) {
    return Promise.all(
      names.map((name) => this.#typed.get(name) ?? this.#storage.readText(this.#prefix + name)),
    );
  }

  /** What tells a secret from others without saying what it is. */
  mark(secret, name) {
    return this.#storage.mark(`${name}\0${secret}`);
  }

  /** @param changes of `{name, value, typed}`; without a value the name is erased. */
  async write(changes) {
    const stored = new Set(await this.#storage.names(this.#prefix));
    const values = {};
    for (const { name, value = null, typed } of changes) {
      const place = this.#prefix + name;
      if (value !== null && !typed) values[place] = value;
      else if (stored.has(place)) values[place] = null;
    }
    if (Object.keys(values).length > 0) await this.#storage.write(values);
    for (const { name, value, typed } of changes) {
      if (typed) this.#typed.set(name, value);
      else this.#typed.delete(name);
    }
  }
}
