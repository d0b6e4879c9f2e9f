// The machine's calls as methods. Runs in browsers and in Node; knows no page, storage or network.
//
// The machine comes in parts (docs/decisions/0023-first-launch-in-the-browser.md). A call that meets a missing
// one is undone, waits for it, and is done again: so each call happens wholly or not at all, whatever the
// first part holds. Calls are worked off one after the other, in the order in which they are made.

import { restOf } from "./parts.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Bytes by which a memory grows. */
const PAGE = 65_536;

/** What a call returns instead of a result: numbers of `Status` in Web/Machine/Instance.swift. */
export const Status = Object.freeze({
  misused: 1,
  badFlow: 2,
  badRecord: 3,
  badInput: 4,
  nothing: 5,
  /** The call is to be undone, and done again with the table of telephone numbers. */
  needsPhones: 6,
});

/** A call did nothing. `status` is one of `Status`, `code` the stable name of what is wrong. */
export class MachineProblem extends Error {
  constructor(status, code, message) {
    super(message);
    this.name = "MachineProblem";
    this.status = status;
    this.code = code;
  }
}

/** Thrown where a call needs the table of telephone numbers. */
class MissesPhones extends Error {}

/**
 * What instances are made of. Both functions may be called several times; what they promise is waited for.
 *
 * @typedef {object} Parts
 * @property {WebAssembly.Module} first
 * @property {(name: string) => Promise<WebAssembly.Module>} whole gets the machine without gaps; `name` is the
 *   file that fills them
 * @property {() => Promise<Uint8Array>} phones gets the table of telephone numbers
 * @property {Promise<void>} [filled] kept once `whole` was got: no call has to come upon a gap then
 */

/** One running flow. A trap ends it: any call may then throw WebAssembly.RuntimeError. */
export class Machine {
  #parts;
  #exports;
  #module;
  /** The file that fills the module's gaps; undefined once it has none. */
  #rest;
  /** Whether the flow asks for numbers, and their table is not there. */
  #lacksPhones = false;
  #turn = Promise.resolve();

  /** Makes an instance of the parts; dropping it is a kill. */
  static async start(parts) {
    const machine = new this(parts);
    await machine.#begin();
    parts.filled?.then(() => machine.#fillInTurn());
    return machine;
  }

  constructor(parts) {
    this.#parts = parts;
    this.#module = parts.first;
    this.#rest = restOf(parts.first);
  }

  /** @returns a description of the flow: name, version, languages, facts. */
  async load(bytes) {
    const description = await this.#json("portico_load", [bytes]);
    this.#lacksPhones = description.phones;
    return description;
  }

  /** The regions that have a calling code. */
  regions() {
    return this.#json("portico_regions", []);
  }

  /**
   * Makes the country picker.
   *
   * @param names pairs of region and name, in the order of the list.
   * @param device the device's region, or null.
   * @returns `{preselected, sections: [{title, rows: [{region, name, code, flag}]}]}`.
   */
  countries(names, device) {
    return this.#json("portico_countries", [JSON.stringify({ names, device })]);
  }

  /** @returns the regions that a search in the country picker finds, the best first. */
  findCountries(typed) {
    return this.#json("portico_find_countries", [typed]);
  }

  /** @returns a text as a QR code: `{size, path}`, the path of an SVG whose unit is a module. */
  qr(words) {
    return this.#json("portico_qr", [words]);
  }

  /**
   * Launches the loaded flow out of what is stored. `next` then says what to perform.
   *
   * @returns what is wrong with what was stored: `{aside: why}` where the journal cannot be used.
   */
  begin(launch, journal) {
    return this.#json("portico_begin", [JSON.stringify(launch), journal]);
  }

  /** Takes in what happened; @returns the first action to perform, or null. */
  take(line, body = "") {
    return this.#action("portico_take", [line, body]);
  }

  /**
   * @param result what came of the last action: undefined for done, `false` for failed, or what was read.
   * @returns the next action, or null when all is done.
   */
  next(result) {
    return this.#action("portico_next", [result === undefined ? "" : JSON.stringify(result)]);
  }

  async #action(...call) {
    const line = await this.text(...call);
    return line === "" ? null : JSON.parse(line);
  }

  /** The bytes that the last `writeRecord` is about. */
  frame() {
    return this.call("portico_frame", []);
  }

  /** Of a replay: @returns the line of the trace. */
  launch(line) {
    return this.text("portico_launch", [line]);
  }

  /** @returns the line of the trace. */
  step(line) {
    return this.text("portico_step", [line]);
  }

  /** Milliseconds since 1970, or null when time alone changes nothing. */
  async nextDeadline() {
    const deadline = await this.#inTurn(() => this.#exports.portico_next_deadline());
    return deadline < 0 ? null : deadline;
  }

  /** The answers that the flow declares for a simulated server. */
  simulated(request) {
    return this.#json("portico_simulated", [request]);
  }

  /** The screen as JSON; equal screens are equal texts. */
  screen(now, language) {
    return this.text("portico_screen", [language], now);
  }

  /** A call by its name, for what is no flow too (client/client.js). */
  call(name, parts, ...first) {
    return this.#inTurn(() => this.#call(name, parts, ...first));
  }

  /** The same, with a result that is text. */
  async text(name, parts, ...first) {
    return text(await this.call(name, parts, ...first));
  }

  async #json(...call) {
    return JSON.parse(await this.text(...call));
  }

  #inTurn(work) {
    const done = this.#turn.then(() => this.#complete(work));
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Does something wholly: as often as it meets what is missing. */
  async #complete(work) {
    for (;;) {
      const isLacking = this.#lacksPhones || this.#rest !== undefined;
      const before = isLacking ? this.#memory.slice() : null;
      try {
        return work();
      } catch (problem) {
        if (problem instanceof MissesPhones && this.#lacksPhones) await this.#getPhones(before);
        // It may stand in a gap. Where the whole machine stops too, that counts.
        else if (problem instanceof WebAssembly.RuntimeError && this.#rest) await this.#fill(before);
        else throw problem;
      }
    }
  }

  #fillInTurn() {
    this.#turn = this.#turn.then(() => this.#rest && this.#fill(this.#memory)).catch(() => {});
  }

  async #fill(memory) {
    this.#module = await this.#parts.whole(this.#rest);
    this.#rest = undefined;
    await this.#begin(memory);
  }

  async #getPhones(memory) {
    const table = await this.#parts.phones();
    await this.#begin(memory);
    await this.#complete(() => this.#take(table));
    this.#lacksPhones = false;
  }

  #take(table) {
    try {
      this.#call("portico_phones", [table]);
    } catch (problem) {
      // What waits for the table would take it for a problem of its own.
      if (problem instanceof MachineProblem) throw new Error(problem.message, { cause: problem });
      throw problem;
    }
  }

  /**
   * Makes a fresh instance: nothing but the memory tells one from another between two calls, for
   * then the stack is empty.
   */
  async #begin(memory) {
    const { exports } = await WebAssembly.instantiate(this.#module);
    if (memory) {
      exports.memory.grow((memory.length - exports.memory.buffer.byteLength) / PAGE);
      new Uint8Array(exports.memory.buffer).set(memory);
    }
    this.#exports = exports;
  }

  get #memory() {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  /** Copies the parts in, calls with `first` and the parts' lengths, and copies the result out. */
  #call(name, parts, ...first) {
    const arrays = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
    const count = arrays.reduce((sum, array) => sum + array.length, 0);
    const start = this.#exports.portico_input(count) >>> 0;
    if (start === 0) {
      throw new MachineProblem(Status.misused, "tooLarge", "too long for the machine");
    }
    let place = start;
    for (const array of arrays) {
      this.#bytes(place, array.length).set(array);
      place += array.length;
    }
    const status = this.#exports[name](...first, ...arrays.map((array) => array.length));
    const result = this.#output();
    if (status === 0) return result;
    if (status === Status.needsPhones) throw new MissesPhones();
    const { error, message } = JSON.parse(text(result));
    throw new MachineProblem(status, error, message);
  }

  #output() {
    const count = this.#exports.portico_output_length();
    return this.#bytes(this.#exports.portico_output() >>> 0, count).slice();
  }

  /** Made again each time: the memory's buffer changes when it grows. */
  #bytes(start, count) {
    return new Uint8Array(this.#exports.memory.buffer, start, count);
  }
}

function text(bytes) {
  return decoder.decode(bytes);
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
