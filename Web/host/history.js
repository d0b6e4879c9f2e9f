// The way back of the browser is the flow's (ONB-12): one entry of the history stands for all that
// can be gone back from. It is left in place where there is no way back; then one press leaves twice.

export class WayBack {
  #goBack;
  #isOpen = false;
  #hasEntry = isOurs(history.state);

  /** @param goBack does what back means now; its promise is kept when that is worked off. */
  constructor(goBack) {
    this.#goBack = goBack;
    addEventListener("popstate", (event) => this.#move(event.state));
  }

  /** @param isOpen whether the flow has a way back from where it is. */
  set(isOpen) {
    this.#isOpen = isOpen;
    if (!isOpen || this.#hasEntry) return;
    history.pushState({ portico: "back" }, "");
    this.#hasEntry = true;
  }

  async #move(state) {
    // Forward, into the entry that was left.
    if (isOurs(state)) return void (this.#hasEntry = true);
    const hadEntry = this.#hasEntry;
    this.#hasEntry = false;
    if (!hadEntry) return;
    if (!this.#isOpen) return history.back();
    await this.#goBack();
    // Where that led to, back may still lead somewhere.
    this.set(this.#isOpen);
  }
}

function isOurs(state) {
  return state?.portico === "back";
}
