// The two calls that the session asks for: one presents the cookie, one tells the server that it is
// over. What came of them is said in the machine's words.

import { randomName } from "./proof.js";
import { Delivery, kindOf, underCookieLock } from "./session.js";
import { codes } from "./table.js";
import { redacted, tokensIn } from "./tokens.js";

/** Milliseconds that a renewal may take, whoever waits for it. */
export const RENEWAL_TIME = 15_000;

export class Renewal {
  #send;
  #about;
  /** How many there were. */
  count = 0;
  /** The launch call that the last one was, without credentials; null for another. */
  launchAnswer = null;
  /** What the server said when it did not extend the session and did not end it either. */
  retryAt;

  /**
   * @param send makes a call, and adds what proves the device.
   * @param about what a launch tells of this page.
   */
  constructor(send, about) {
    this.#send = send;
    this.#about = about;
  }

  async refresh({ launch, family, crumb }, signal) {
    this.count += 1;
    this.launchAnswer = null;
    this.retryAt = undefined;
    const name = launch ? "launch" : "refreshSession";
    const ends = performance.now() + RENEWAL_TIME;
    const body = launch ? this.#about : {};
    let outcome;
    try {
      outcome = await this.#send({ name, body, crumb, ends, signal });
    } catch (problem) {
      return { answer: "storage", problem: kindOf(problem) };
    }
    if (outcome.failed) return { answer: outcome.failed };
    const { status, value } = outcome;
    if (launch) this.launchAnswer = redacted(status, value, name);
    const isGood = status < 300;
    const refusal = isGood ? launch && value?.failure : (value ?? {});
    if (refusal) return this.#refusal(refusal, status);
    const found = tokensIn(value);
    // Without the cookie there is nothing that could ever be extended.
    if (found === null && launch) return { answer: "refused", cause: "cookie_lost" };
    if (!found || (found.family && found.family !== family)) return { answer: "malformed" };
    return { answer: "extended", ...found, mark: markFor(found.crumb || crumb) };
  }

  #refusal(value, status) {
    const number = value.error_code;
    if (codes.signsOut.includes(number)) {
      return { answer: "refused", cause: String(value.cause ?? "refused").slice(0, 64) };
    }
    if (number === codes.malformed && value.field === "refreshtoken") {
      return { answer: "refused", cause: "cookie_lost" };
    }
    if (number === codes.proofNonceRequired || number === codes.proofDuplicate) {
      return { answer: "wantsNewProof" };
    }
    this.retryAt = value.retry_at;
    return { answer: "answered", status };
  }

  /** @returns a `Delivery`. */
  async deliver({ mark, everywhere }) {
    const call = {
      name: "logout", body: {}, crumb: mark.slice(mark.indexOf(".") + 1),
      query: everywhere ? [["logout_all", "true"]] : [], ends: performance.now() + RENEWAL_TIME,
    };
    const outcome = await underCookieLock(call, () => this.#send(call)).catch((problem) => {
      kindOf(problem);
      return { failed: "interrupted" };
    });
    if (outcome.failed) return Delivery.unheard;
    const number = outcome.value?.error_code;
    // Another session's cookie has taken its place, or none is left: nobody can present it any more.
    const isGone = number === codes.crumbInvalid || number === codes.unauthorized;
    const isSettled = outcome.status < 300 || isGone || codes.signsOut.includes(number);
    return isSettled ? Delivery.settled : Delivery.refused;
  }
}

/** Stands for the refresh token that no script sees, with the crumb that its cookie needs. */
export function markFor(crumb) {
  return `${randomName()}.${crumb}`;
}
