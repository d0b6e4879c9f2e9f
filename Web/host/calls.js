// Calls under way. Each gives one answer, unless it is cancelled before that is worked off.

import { send, simulatedCall } from "./requests.js";

export class Calls {
  #options;
  /** By the number of the send. */
  #underWay = new Map();
  /** How often each request got a simulated answer: they are used in turn. */
  #counts = new Map();

  /**
   * @param options `isOffline()`, `simulated(request)` (the answers that the flow declares), `late()`,
   *   kept once a developer lets an answer arrive, `answered(call, answer)`, called with what comes of a
   *   call, `isSimulated`, where plain HTTP calls get simulated answers too, and `handlers`: by kind, `(name, body, {key, signal})` to `{status, body}` or `{failed}`. A
   *   kind without one gets simulated answers.
   */
  constructor(options) {
    this.#options = options;
  }

  /** Makes a call: an action `perform`. */
  begin(call) {
    const own = { controller: new AbortController(), end: null, isOffer: call.name === "autofillPasskey" };
    this.#underWay.set(call.send, own);
    const fault = (problem) => {
      // Of this script: what came of the call nobody knows.
      console.error(problem);
      return { failed: "lost" };
    };
    const answered = this.#answerTo(call, own.controller.signal).catch(fault);
    own.end = answered.then(async (answer) => {
      await this.#options.late();
      if (!this.#underWay.has(call.send)) return;
      await this.#options.answered(call, answer);
      this.#underWay.delete(call.send);
    });
  }

  cancel({ send }) {
    this.#underWay.get(send)?.controller.abort();
    this.#underWay.delete(send);
  }

  cancelAll() {
    for (const { controller } of this.#underWay.values()) controller.abort();
    this.#underWay.clear();
  }

  /** Kept once every call has its answer, and that is worked off; but for one that offers something, perhaps for ever. */
  async ended() {
    for (;;) {
      const awaited = [...this.#underWay.values()].filter(({ isOffer }) => !isOffer);
      if (awaited.length === 0) return;
      await Promise.all(awaited.map(({ end }) => end));
    }
  }

  async #answerTo(call, signal) {
    const handler = this.#options.handlers[call.kind];
    if (handler) {
      return handler(call.name, call.body, { key: call.key, signal });
    }
    if (this.#options.isOffline()) return { failed: "notSent" };
    if (call.kind === "http" && !this.#options.isSimulated) return send(call, signal);
    const answers = await this.#options.simulated(call.request);
    const count = this.#counts.get(call.request) ?? 0;
    this.#counts.set(call.request, count + 1);
    const answer = answers[count % answers.length] ?? { status: 200, delay: 0, body: "{}" };
    return simulatedCall(answer, signal);
  }
}
