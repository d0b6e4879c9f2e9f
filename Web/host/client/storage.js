// What this browser keeps for the client, apart from any flow: two keys that no script can read out,
// and values that are sealed under one of them.
//
// That is weaker than a phone's secure storage: a script that runs in this page can use the keys. It
// keeps values away from whoever reads the profile's files, and from other origins.

import { settled } from "../journal.js";
import { StorageProblem } from "../problems.js";

const encoder = new TextEncoder();
const NAME = "portico.client";
const VALUES = "values";
const SEAL_KEY = "key.seal";
const DEVICE_KEY = "key.device";
const MARK_KEY = "key.mark";

/** There, but not to be understood: damaged, or sealed under a key that is gone. */
export class Corrupt extends StorageProblem {
  constructor() {
    super(new Error("it was changed or damaged"));
    this.name = "Corrupt";
  }
}

export class SecureStorage {
  #database = null;

  /** Runs a body that reads and writes while no other tab does. */
  exclusively(body) {
    return navigator.locks.request("portico.storage", body);
  }

  /** @returns the bytes, or null where there are none; throws where they cannot be read. */
  async read(name) {
    const sealed = await this.#get(name);
    if (sealed === undefined) return null;
    const key = await this.#get(SEAL_KEY);
    if (!key || !(sealed.data instanceof ArrayBuffer)) throw new Corrupt();
    try {
      return new Uint8Array(await crypto.subtle.decrypt(cipher(name, sealed.iv), key, sealed.data));
    } catch {
      throw new Corrupt();
    }
  }

  async readText(name) {
    const bytes = await this.read(name);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Writes all the values or none, and is done when they outlive a loss of power. Null removes. */
  async write(values) {
    const key = await this.#key();
    const rows = await Promise.all(
      Object.entries(values).map(async ([name, value]) => {
        if (value === null) return [name, null];
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const bytes = typeof value === "string" ? encoder.encode(value) : value;
        return [name, { iv, data: await crypto.subtle.encrypt(cipher(name, iv), key, bytes) }];
      }),
    );
    await this.#put(rows);
  }

  /** Names that begin with a prefix. */
  async names(prefix) {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return this.#reading((values) => values.getAllKeys(range));
  }

  /** The device key (RFC 9449), or null: made where `creates` says so. */
  async deviceKey({ creates = false } = {}) {
    if (!creates) return (await this.#get(DEVICE_KEY)) ?? null;
    return this.#made(DEVICE_KEY, () =>
      crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]),
    );
  }

  /** The HMAC of a text under a key that no script can read. */
  async mark(text) {
    const key = await this.#made(MARK_KEY, () =>
      crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
    );
    const mark = await crypto.subtle.sign("HMAC", key, encoder.encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(mark)));
  }

  /** Removes everything, keys included. */
  async wipe() {
    await this.exclusively(async () => {
      const database = await this.#open();
      await finished(database, (values) => values.clear());
    });
  }

  close() {
    this.#database?.then((database) => database.close()).catch(() => {});
    this.#database = null;
  }

  /** Looked up again each time: another tab may have emptied the storage. */
  #key() {
    return this.#made(SEAL_KEY, () =>
      crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]),
    );
  }

  /** A key; where another tab made one meanwhile, that is the key. */
  async #made(name, make) {
    const found = await this.#get(name);
    if (found) return found;
    const fresh = await make();
    return navigator.locks.request(`portico.${name}`, async () => {
      const other = await this.#get(name);
      if (!other) await this.#put([[name, fresh]]);
      return other ?? fresh;
    });
  }

  #get(name) {
    return this.#reading((values) => values.get(name));
  }

  async #reading(ask) {
    try {
      const database = await this.#open();
      return await settled(ask(database.transaction(VALUES).objectStore(VALUES)));
    } catch (cause) {
      throw cause instanceof StorageProblem ? cause : new StorageProblem(cause);
    }
  }

  async #put(rows) {
    const database = await this.#open();
    await finished(database, (values) => {
      for (const [name, value] of rows) {
        if (value === null) values.delete(name);
        else values.put(value, name);
      }
    });
  }

  #open() {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(VALUES);
      request.onsuccess = () => {
        // Another tab may want to remove it.
        request.result.onversionchange = () => this.close();
        resolve(request.result);
      };
      request.onerror = () => reject(new StorageProblem(request.error));
    }).catch((problem) => {
      // Perhaps it can be opened later.
      this.#database = null;
      throw problem;
    });
    return this.#database;
  }
}

/** The name is sealed with the value: nobody can put one value in the place of another. */
function cipher(name, iv) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(name) };
}

function finished(database, change) {
  return new Promise((resolve, reject) => {
    const fail = (cause) => reject(new StorageProblem(cause));
    try {
      const transaction = database.transaction(VALUES, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => fail(transaction.error);
      change(transaction.objectStore(VALUES));
    } catch (cause) {
      fail(cause);
    }
  });
}
