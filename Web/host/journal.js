// What outlives a kill, in IndexedDB: the journal record and the preferences of one flow.
//
// Every write looks at the owner's mark in the same transaction. So a tab that was displaced writes
// nothing any more, even if it does not know yet that it was displaced.

import { Displaced, StorageProblem } from "./problems.js";

const RECORDS = "records";
const PREFERENCES = "preferences";

export class Journal {
  #database;
  #mark;
  /** The bytes that were there at the launch. */
  #found;

  /** Opens the storage of a flow and makes the caller its owner. */
  static async open(flow) {
    const database = await opened(`portico.${flow}`);
    const mark = crypto.randomUUID();
    const journal = new Journal(database, mark);
    await journal.#transact("strict", (records) => records.put(mark, "owner"), { claims: true });
    return journal;
  }

  constructor(database, mark) {
    this.#database = database;
    this.#mark = mark;
  }

  /** @returns the journal's bytes or null, and the preferences as JSON texts by name. */
  async read() {
    try {
      const transaction = this.#database.transaction([RECORDS, PREFERENCES], "readonly");
      const preferences = transaction.objectStore(PREFERENCES);
      const [bytes, names, values] = await Promise.all([
        settled(transaction.objectStore(RECORDS).get("journal")),
        settled(preferences.getAllKeys()),
        settled(preferences.getAll()),
      ]);
      this.#found = bytes;
      const entries = names.map((name, place) => [name, values[place]]);
      return { bytes: bytes ?? null, preferences: new Map(entries) };
    } catch (cause) {
      throw new StorageProblem(cause);
    }
  }

  /** Writes the journal, always in the place of what was there; forced: it is on disk when the promise is kept. */
  write(bytes, { forced }) {
    return this.#transact(forced ? "strict" : "relaxed", (records) => {
      records.put(bytes, "journal");
    });
  }

  /** Keeps a preference, or removes it where there is no JSON text. */
  writePreference(name, json) {
    return this.#transact("relaxed", (_, preferences) => {
      if (json === undefined) preferences.delete(name);
      else preferences.put(json, name);
    });
  }

  /** Keeps what `read` found out of the way, so that nothing overwrites it. */
  setAside() {
    return this.#transact("strict", (records) => {
      records.put(this.#found, "unusable");
      records.delete("journal");
    });
  }

  /** As after a reinstall: nothing is there. */
  erase() {
    return this.#transact("strict", (records, preferences) => {
      records.delete("journal");
      records.delete("unusable");
      preferences.clear();
    });
  }

  close() {
    this.#database.close();
  }

  #transact(durability, change, { claims = false } = {}) {
    return new Promise((resolve, reject) => {
      let isDisplaced = false;
      const fail = (cause) => reject(isDisplaced ? new Displaced() : new StorageProblem(cause));
      try {
        const stores = [RECORDS, PREFERENCES];
        const transaction = this.#database.transaction(stores, "readwrite", { durability });
        const records = transaction.objectStore(RECORDS);
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => fail(transaction.error);
        // Both at once: what a displaced tab has written goes with the transaction.
        const owner = records.get("owner");
        owner.onsuccess = () => {
          isDisplaced = !claims && owner.result !== this.#mark;
          if (isDisplaced) transaction.abort();
          else transaction.commit();
        };
        try {
          change(records, transaction.objectStore(PREFERENCES));
        } catch (cause) {
          fail(cause);
          transaction.abort();
        }
      } catch (cause) {
        fail(cause);
      }
    });
  }
}

function opened(name) {
  return new Promise((resolve, reject) => {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(RECORDS);
        request.result.createObjectStore(PREFERENCES);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new StorageProblem(request.error));
      request.onblocked = () => reject(new StorageProblem(new Error("another tab holds it")));
    } catch (cause) {
      reject(new StorageProblem(cause));
    }
  });
}

export function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
