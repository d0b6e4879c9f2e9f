// Calls under way. Each gives one answer, unless it is cancelled or made anew before that is worked
// off.

import { call, simulatedCall } from "./requests.js";

export class Calls {
  #options;
  /** By request and ticket. */
  #underWay = new Map();
  /** How often each request got a simulated answer: they are used in turn. */
  #counts = new Map();

  /**
   * @param options `isOffline()`, `secretOf(fact, request, ticket)`, `simulated(request)` (the
   *   answers that the flow declares), and `deliver(work)`, which works an answer off in its turn.
   */
  constructor(options) {
    this.#options = options;
  }

  /** Makes a call; `understand(answer)` is called with what comes of it. */
  begin(effect, understand) {
    this.cancel(effect);
    const name = nameOf(effect);
    const own = { controller: new AbortController(), end: null };
    this.#underWay.set(name, own);
    own.end = this.#answerTo(effect, own.controller.signal).then((answer) =>
      this.#options.deliver(() => {
        if (this.#underWay.get(name) !== own) return;
        this.#underWay.delete(name);
        return understand(answer);
      }),
    );
  }

  cancel(effect) {
    const name = nameOf(effect);
    this.#underWay.get(name)?.controller.abort();
    this.#underWay.delete(name);
  }

  cancelAll() {
    for (const { controller } of this.#underWay.values()) controller.abort();
    this.#underWay.clear();
  }

  /** Kept once every call has its answer, and that is worked off. */
  async ended() {
    while (this.#underWay.size > 0) {
      await Promise.all([...this.#underWay.values()].map(({ end }) => end));
    }
  }

  async #answerTo(effect, signal) {
    const { request, ticket } = effect;
    if (this.#options.isOffline()) return { failed: "notSent" };
    if (effect.kind === "http") {
      return call(effect, (fact) => this.#options.secretOf(fact, request, ticket), signal);
    }
    // Until there is a server, operations get the answers that the flow declares.
    const answers = this.#options.simulated(request);
    const count = this.#counts.get(request) ?? 0;
    this.#counts.set(request, count + 1);
    const answer = answers[count % answers.length] ?? { status: 200, delay: 0, body: "{}" };
    return simulatedCall(answer, signal);
  }
}

function nameOf({ request, ticket }) {
  return `${request}/${ticket}`;
}
