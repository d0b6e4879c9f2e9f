// What outlives a kill, in IndexedDB: the journal record and the preferences of one flow.
//
// Every write looks at the owner's mark in the same transaction. So a tab that was displaced writes
// nothing any more, even if it does not know yet that it was displaced.

/** Storage cannot be opened, or did not take a write; what was stored before stays. */
export class StorageProblem extends Error {
  constructor(cause) {
    super(describe(cause), { cause });
    this.name = "StorageProblem";
  }
}

/** Another tab owns the flow now. */
export class Displaced extends Error {
  constructor() {
    super("another tab owns this flow now");
    this.name = "Displaced";
  }
}

const RECORDS = "records";
const PREFERENCES = "preferences";

export class Journal {
  #database;
  #mark;

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
      const entries = names.map((name, place) => [name, values[place]]);
      return { bytes: bytes ?? null, preferences: new Map(entries) };
    } catch (cause) {
      throw new StorageProblem(cause);
    }
  }

  /** Writes the journal; forced: it is on disk when the promise is kept. */
  write(bytes, isForced) {
    return this.#transact(isForced ? "strict" : "relaxed", (records) => {
      records.put(bytes, "journal");
    });
  }

  /** Keeps a preference, or removes it where the JSON text is `null`. */
  writePreference(name, json) {
    return this.#transact("relaxed", (_, preferences) => {
      if (json === "null") preferences.delete(name);
      else preferences.put(json, name);
    });
  }

  /** Keeps bytes that cannot be used out of the way, so that nothing overwrites them. */
  setAside(bytes) {
    return this.#transact("strict", (records) => {
      records.put(bytes, "unusable");
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

function describe(cause) {
  if (!cause) return "the storage failed";
  if (cause.name === "QuotaExceededError") return "the storage is full";
  return `the storage does not answer (${cause.name}: ${cause.message})`;
}
