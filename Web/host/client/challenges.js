// The tokens of challenges that wait for a code (PHN-4, PHN-9). They are good for verification only,
// and lie in secure storage, so that a challenge outlives a reload with no second message.

export class Challenges {
  /** By kind: `token`, `user_id`, `mail_token`, `mail_user_id`. */
  #rows;

  static read(text) {
    const challenges = new Challenges();
    challenges.#rows = text ? JSON.parse(text) : {};
    return challenges;
  }

  get text() {
    return JSON.stringify(this.#rows);
  }

  /** @param handle the user handle that the flow knows; another one is another challenge. */
  find(slot, handle) {
    const row = this.#rows[slot];
    if (!row) return null;
    if (handle !== undefined && row.user_id !== handle && row.mail_user_id !== handle) return null;
    return row;
  }

  /**
   * Takes what an answer says about a challenge.
   * @returns whether something changed.
   */
  take(answer, operation, sent) {
    const text = (value) => (typeof value === "string" ? value : undefined);
    if (answer === null || typeof answer !== "object") return false;
    switch (operation) {
      case "user":
      case "newUser": {
        const address = sent?.[operation === "user" ? "user_name" : "email"];
        return this.#put("registration", text(answer.registration_id), address, address);
      }
      case "login":
        return this.#put("login", text(answer.session));
      case "beginIdentifier":
        return this.#put("identifier", text(answer.token), answer.user_id);
      case "beginStepUp":
        return this.#put("stepUp", text(answer.token), answer.user_id);
      default: {
        const { token, user_id } = answer.challenge ?? {};
        const phone = this.#rows.phone;
        // The mail's token goes beside the phone's: both are wanted in the end (PHN-10).
        if (operation === "sendSecondProof" && phone && text(token)) {
          Object.assign(phone, { mail_token: token, mail_user_id: user_id });
          return true;
        }
        return this.#put("phone", text(token), user_id);
      }
    }
  }

  #put(slot, token, user_id, needs = "") {
    if (token === undefined || needs === undefined) return false;
    this.#rows[slot] = { token, user_id };
    return true;
  }
}
