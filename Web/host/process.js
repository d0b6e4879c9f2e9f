// Runs one flow: gives the machine what happens, and performs what it says, one action after the other.
//
// Whatever happens comes in through the mailbox and is worked off completely, its actions included, before the
// next one. What is written before what, what becomes of a step when storage fails, and when it is tried again
// is the machine's to say (docs/decisions/0001-shape-of-the-engine.md); here it is done. Runs in browsers
// and in Node: storage, clock and all that can be seen outside are passed in.

import { Displaced, StorageProblem } from "./problems.js";
import { MachineProblem, Status } from "./machine.js";

/**
 * What a process performs through.
 *
 * @typedef {object} Ports
 * @property {object} journal `write(bytes, {forced, replaces})`, `setAside()`, `writePreference(name, json)`
 * @property {object} secrets `names()`, `read(names)`, `write(changes)`: all changes or none
 * @property {() => number} now milliseconds since 1970
 * @property {() => string} entropy 64 fresh random bits in hexadecimal digits
 * @property {(action: object) => void} outside what can be seen outside: `perform`, `cancel`, `toast`, …
 * @property {(action: object) => void} performed an action was performed
 * @property {(record: string, trace: string) => void} stepped
 * @property {(problem: StorageProblem | null) => void} stored storage failed, or works again
 * @property {() => Promise<void>} settled everything of a turn was done
 * @property {(problem: Error) => void} broke an error that no part expects: the process is of no use any more
 */

export class Process {
  #machine;
  #ports;
  #mailbox;
  #open;
  #isAlive = true;

  /** @param machine one whose `begin` was called, or will be before this one's. */
  constructor(machine, ports) {
    this.#machine = machine;
    this.#ports = ports;
    this.#mailbox = new Promise((open) => (this.#open = open));
    this.post(async () => this.#perform(await machine.next()));
  }

  /** Performs what the launch led to, then what came in meanwhile. */
  begin() {
    this.#open();
  }

  /** Kept once everything is worked off that came in so far. */
  get settled() {
    return this.#mailbox;
  }

  /** From now on nothing is done and nothing comes in any more. */
  end() {
    this.#isAlive = false;
  }

  /**
   * Puts what happened into the mailbox.
   *
   * @param happened its members, as JSON or as values; see `portico_take`. A function is called in its turn
   *   and returns them, or null for nothing.
   * @returns a promise kept when it was worked off.
   */
  take(happened, body) {
    return this.post(async () => {
      const members = typeof happened === "function" ? await happened() : happened;
      if (!members || !this.#isAlive) return;
      const { now, entropy } = this.#ports;
      const line = JSON.stringify({ at: now(), entropy: entropy(), ...members });
      let first;
      try {
        first = await this.#machine.take(line, body);
      } catch (problem) {
        // Not understood, so nothing changed: such as a tap on what is no longer there.
        if (problem instanceof MachineProblem && problem.status === Status.badInput) return;
        throw problem;
      }
      await this.#perform(first);
    });
  }

  /** Does something in its turn. */
  post(work) {
    const done = this.#mailbox.then(async () => {
      if (this.#isAlive) await work();
    });
    this.#mailbox = done.catch((problem) => this.#ports.broke(problem));
    return this.#mailbox;
  }

  async #perform(action) {
    while (action && this.#isAlive) {
      const result = await this.#attempt(action);
      if (!this.#isAlive) return;
      action = await this.#machine.next(result);
    }
    if (this.#isAlive) await this.#ports.settled();
  }

  /** @returns what the machine wants to hear of it. */
  async #attempt(action) {
    try {
      const result = await this.#do(action);
      this.#ports.performed(action);
      return result;
    } catch (problem) {
      if (!(problem instanceof StorageProblem) || problem instanceof Displaced) throw problem;
      this.#ports.stored(problem);
      return false;
    }
  }

  async #do(action) {
    const { journal, secrets, outside, stepped, stored } = this.#ports;
    switch (action.do) {
      case "readSecretNames":
        return { names: await secrets.names() };
      case "readSecrets":
        return { secrets: await secrets.read(action.names) };
      case "markSecret":
        return { secrets: [await secrets.mark(action.secret, action.name)] };
      case "writeSecrets":
        return void (await secrets.write(action.changes));
      case "setJournalAside":
        return void (await journal.setAside());
      case "writeRecord":
        return void (await journal.write(await this.#machine.frame(), action));
      case "writePreference":
        return void (await journal.writePreference(action.name, action.value));
      case "stepped":
        return void stepped(action.record, action.trace);
      case "caughtUp":
        return void stored(null);
      default:
        return void outside(action);
    }
  }
}
