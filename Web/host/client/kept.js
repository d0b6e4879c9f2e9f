// What the client keeps in secure storage beside the session and the device key.

import { Challenges } from "./challenges.js";
import { randomName } from "./proof.js";
import { kindOf } from "./session.js";

const CHALLENGES = "challenges";
const MARKET_LOGIN = "market-login";
const INSTALLATION = "installation";

export class Kept {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  async challenges() {
    // What lies there damaged is of no use to anybody, and a new challenge takes its place.
    return Challenges.read(await this.#storage.readText(CHALLENGES).catch(orCorrupt));
  }

  async keepChallenge(value, { name, body }) {
    await this.#storage.exclusively(async () => {
      const challenges = await this.challenges();
      if (!challenges.take(value, name, body)) return;
      await this.#storage.write({ [CHALLENGES]: challenges.text });
    });
  }

  /** What led to a session is over; that it stays a little longer does no harm. */
  async dropChallenges() {
    await this.#storage.write({ [CHALLENGES]: null }).catch(kindOf);
  }

  /** The parameters of the grant that is bound to the device key (MKT-4); null where there is none. */
  async marketLogin() {
    const text = await this.#storage.readText(MARKET_LOGIN).catch(() => null);
    return text ? JSON.parse(text) : null;
  }

  /** Whoever signed in to a market may do so again by the device key. A session that may only set a
   * password is no such login. */
  async keepMarketLogin(value, { user_name, mkt_handle }) {
    if (value.must_set_password === true || !user_name || !mkt_handle) return;
    const login = JSON.stringify({ user_name, mkt_handle });
    // Without it the form shows the next time.
    await this.#storage.write({ [MARKET_LOGIN]: login }).catch(kindOf);
  }

  /** After a sign-out. */
  async dropPerson() {
    await this.#storage.write({ [CHALLENGES]: null, [MARKET_LOGIN]: null }).catch(kindOf);
  }

  /** 128 random bits, drawn at the first use; the unit of experiments. */
  installationID() {
    return this.#storage.exclusively(async () => {
      const found = await this.#storage.readText(INSTALLATION).catch(orCorrupt);
      if (found) return found;
      const drawn = randomName();
      await this.#storage.write({ [INSTALLATION]: drawn });
      return drawn;
    });
  }
}

/** Null where what lies there is damaged. */
function orCorrupt(problem) {
  if (problem.name === "Corrupt") return null;
  throw problem;
}
