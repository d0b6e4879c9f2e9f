// The machine's calls as methods. Runs in browsers and in Node; knows no page, storage or network.
//
// Lines go in and come out as text and are passed on byte for byte: JSON.parse would round numbers
// of 64 bits.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a call returns instead of a result: numbers of `Status` in Web/Machine/Instance.swift. */
export const Status = Object.freeze({
  misused: 1,
  badFlow: 2,
  badRecord: 3,
  badInput: 4,
  nothing: 5,
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

/** One running flow. A trap ends it: any call may then throw WebAssembly.RuntimeError. */
export class Machine {
  #exports;

  /** Makes an instance of the compiled module; dropping it is a kill. */
  static async start(module) {
    const instance = await WebAssembly.instantiate(module, {});
    return new Machine(instance.exports);
  }

  constructor(exports) {
    this.#exports = exports;
  }

  /** @returns a description of the flow: name, version, languages, facts. */
  load(bytes) {
    return JSON.parse(text(this.#call("portico_load", [bytes])));
  }

  /**
   * Loads a flow, with the table of telephone numbers where a field wants it.
   *
   * @param phones gets the bytes of that table; called only where the flow wants it.
   * @returns the description, as `load`.
   */
  async loadWith(bytes, phones) {
    const description = this.load(bytes);
    if (!description.phones) return description;
    this.#call("portico_phones", [await phones()]);
    return this.load(bytes);
  }

  /** The regions that have a calling code; needs the table of telephone numbers, as what follows. */
  regions() {
    return JSON.parse(text(this.#call("portico_regions", [])));
  }

  /**
   * Makes the country picker.
   *
   * @param names pairs of region and name, in the order of the list.
   * @param device the device's region, or null.
   * @returns `{preselected, sections: [{title, rows: [{region, name, code, flag}]}]}`.
   */
  countries(names, device) {
    return JSON.parse(text(this.#call("portico_countries", [JSON.stringify({ names, device })])));
  }

  /** @returns the regions that a search in the country picker finds, the best first. */
  findCountries(typed) {
    return JSON.parse(text(this.#call("portico_find_countries", [typed])));
  }

  /** Whether a launch may hold a fact with a value, given as JSON. */
  fits(fact, json) {
    try {
      this.#call("portico_fits", [fact, json]);
      return true;
    } catch (problem) {
      if (problem instanceof MachineProblem && problem.status === Status.badInput) return false;
      throw problem;
    }
  }

  /** @returns the line of the trace. */
  launch(line) {
    return text(this.#call("portico_launch", [line]));
  }

  /** @returns the line of the trace. */
  step(line) {
    return text(this.#call("portico_step", [line]));
  }

  /** What to do after a launch or step, in order. */
  effects(language) {
    return JSON.parse(text(this.#call("portico_effects", [language])));
  }

  /** A fact's value as JSON. */
  value(fact) {
    return text(this.#call("portico_value", [fact]));
  }

  /** The bytes to keep as the journal. */
  record() {
    return this.#call("portico_record", []);
  }

  /** @returns the record in a journal's bytes, or null when there is no whole one. */
  readJournal(bytes) {
    try {
      return this.#call("portico_journal_read", [bytes]);
    } catch (problem) {
      if (problem instanceof MachineProblem && problem.status === Status.nothing) return null;
      throw problem;
    }
  }

  /** Milliseconds since 1970, or null when time alone changes nothing. */
  nextDeadline() {
    const deadline = this.#exports.portico_next_deadline();
    return deadline < 0 ? null : deadline;
  }

  /**
   * Understands an answer: `{status, body}` or `{failed}`.
   * @returns the JSON for `answered`, and the secrets by fact, to be stored before that step.
   */
  classify(request, ticket, answer) {
    const { body = new Uint8Array(), ...rest } = answer;
    const line = JSON.stringify({ request, ticket, ...rest });
    const [answered, secrets] = text(this.#call("portico_classify", [line, body])).split("\n");
    return { answered, secrets: JSON.parse(secrets) };
  }

  /** The answers that the flow declares for a simulated server. */
  simulated(request) {
    return JSON.parse(text(this.#call("portico_simulated", [request])));
  }

  /** The screen as JSON; equal screens are equal texts. */
  screen(now, language) {
    return text(this.#call("portico_screen", [language], now));
  }

  /** @returns `{fact, valid}` for a secret as it is typed; without `valid` when it is empty. */
  validity(element, secret) {
    return JSON.parse(text(this.#call("portico_validity", [element, secret])));
  }

  /** A call by its name, for what is no flow (client/session.js). */
  call(name, parts, ...first) {
    return this.#call(name, parts, ...first);
  }

  /** The same, with a result that is text. */
  text(name, parts, ...first) {
    return text(this.#call(name, parts, ...first));
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
    const { error, message } = JSON.parse(text(result));
    throw new MachineProblem(status, error, message);
  }

  #output() {
    const count = this.#exports.portico_output_length();
    return this.#bytes(this.#exports.portico_output() >>> 0, count).slice();
  }

  /** Made anew each time: the memory's buffer changes when it grows. */
  #bytes(start, count) {
    return new Uint8Array(this.#exports.memory.buffer, start, count);
  }
}

function text(bytes) {
  return decoder.decode(bytes);
}

/**
 * A launch line; `facts` are JSON values by name, as texts, and `phones` the flow's `phoneVersion`.
 */
export function launchLine(launch) {
  const { at, entropy, run, facts, secrets = [], phones, record = null } = launch;
  const { isUnreadable = false, isLost = false } = launch;
  const members = [...facts].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const parts = [
    `"at":${at}`,
    `"entropy":"${entropy}"`,
    `"run":"${run}"`,
    `"facts":{${members.join(",")}}`,
    `"secrets":${JSON.stringify(secrets)}`,
  ];
  if (phones) parts.push(`"phones":${JSON.stringify(phones)}`);
  if (isUnreadable) parts.push(`"unreadable":true`);
  if (isLost) parts.push(`"lost":true`);
  if (record) parts.push(`"record":"${hex(record)}"`);
  return `{"launch":{${parts.join(",")}}}`;
}

/** A line with an input, whose JSON members are passed as text. */
export function inputLine(at, entropy, members) {
  return `{"at":${at},"entropy":"${entropy}",${members}}`;
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
