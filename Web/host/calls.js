// Calls under way. Each gives one answer, unless it is cancelled or made again before that is worked
// off.

import { MissingSecret, call, filled, simulatedCall } from "./requests.js";

export class Calls {
  #options;
  /** By request and ticket. */
  #underWay = new Map();
  /** How often each request got a simulated answer: they are used in turn. */
  #counts = new Map();

  /**
   * @param options `isOffline()`, `secretOf(fact, request, ticket)`, `simulated(request)` (the
   *   answers that the flow declares), `late()`, kept once a developer lets an answer arrive,
   *   `deliver(work)`, which works an answer off in its turn, and `performers`: by kind, `(name,
   *   parameters, {key, signal})` to `{status, value}` or `{failed}`. A kind without one gets
   *   simulated answers.
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
    const fault = (problem) => {
      // Of this script: what came of the call nobody knows.
      console.error(problem);
      return { failed: "lost" };
    };
    const answered = this.#answerTo(effect, own.controller.signal).catch(fault);
    own.end = answered.then(async (answer) => {
      await this.#options.late();
      return this.#options.deliver(() => {
        if (this.#underWay.get(name) !== own) return;
        this.#underWay.delete(name);
        return understand(answer);
      });
    });
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
    const secretOf = (fact) => this.#options.secretOf(fact, request, ticket);
    const perform = this.#options.performers[effect.kind];
    if (perform) return this.#performed(perform, effect, secretOf, signal);
    if (this.#options.isOffline()) return { failed: "notSent" };
    if (effect.kind === "http") return call(effect, secretOf, signal);
    const answers = await this.#options.simulated(request);
    const count = this.#counts.get(request) ?? 0;
    this.#counts.set(request, count + 1);
    const answer = answers[count % answers.length] ?? { status: 200, delay: 0, body: "{}" };
    return simulatedCall(answer, signal);
  }

  async #performed(perform, { name, body, key }, secretOf, signal) {
    let parameters;
    try {
      parameters = filled(body, (fact) => {
        const secret = secretOf(fact);
        if (secret === undefined) throw new MissingSecret();
        return secret;
      });
    } catch (problem) {
      if (problem instanceof MissingSecret) return { failed: "interrupted" };
      throw problem;
    }
    const answer = await perform(name, JSON.parse(parameters || "{}"), { key, signal });
    if (answer.failed) return answer;
    return { status: answer.status, body: new TextEncoder().encode(JSON.stringify(answer.value)) };
  }
}

function nameOf({ request, ticket }) {
  return `${request}/${ticket}`;
}
