// The identity API as the page uses it: operations by name, JSON in and out, and one session.
//
// The same rules as Sources/IdentityClient, and the same machine for the session. Credentials never
// pass through here in either direction: the client adds them to calls and takes them out of
// answers. The session is of the kind `cookie`: no script ever sees a refresh token.

import { StorageProblem } from "../problems.js";
import { failure, unsent, unserved } from "./answers.js";
import { prepared } from "./calls.js";
import { Kept } from "./kept.js";
import { Prover } from "./proof.js";
import { RENEWAL_TIME, Renewal, markFor } from "./renewal.js";
import { Session, kindOf, underCookieLock } from "./session.js";
import { operations } from "./table.js";
import { isTokenRefusal, redacted, tokensIn } from "./tokens.js";
import { send } from "./transport.js";

export class IdentityClient {
  #session;
  #renewal;
  #storage;
  #kept;
  #options;
  #prover = null;
  /** Of the installation, in memory only: it is opened again by its key. */
  #installation = null;
  #heldNews = null;
  #news = new BroadcastChannel("portico.session");

  /**
   * @param machine an instance of the module, for the session alone.
   * @param options `server` (`origin`, and the newest `nonce`, which outlives this client),
   *   `language`, `appVersion`, `isOffline()`, and `tell(news)`, called with `{fact, value}` and
   *   `{signal}`.
   */
  constructor(machine, storage, options) {
    this.#storage = storage;
    this.#kept = new Kept(storage);
    this.#options = options;
    this.#renewal = new Renewal((call) => this.#send(call), this.#about);
    this.#session = new Session(machine, storage, {
      refresh: (action, signal) => this.#renewal.refresh(action, signal),
      deliver: (action) => this.#renewal.deliver(action),
      tell: (status) => this.#tell(newsOf(status)),
      changed: () => this.#news.postMessage("changed"),
    });
    this.#news.onmessage = () => this.#session.look();
  }

  /** Gets what the session's facts are now. */
  async facts() {
    const { status = "unreadable", cause = null } = await this.#session.known();
    return { session: status, signOutCause: cause };
  }

  /**
   * Reads what is stored and tells the session's status; then tells the server what it is owed. To
   * be called at launch, when the page comes to the front, and when the network comes back.
   */
  async wake() {
    await this.#session.feed("woke");
    await this.#session.stored;
    if (!(await this.#session.known()).family) return;
    try {
      const pair = await this.#storage.deviceKey();
      // A session that is bound to another key is over.
      await this.#session.feed("key", { key: pair ? (await this.#proverOf(pair)).thumbprint : "none" });
    } catch (problem) {
      kindOf(problem);
    }
  }

  /** Secure storage was emptied: nothing is left, the device key included. */
  async forget() {
    this.#prover = this.#installation = null;
    await this.#session.look();
  }

  /** Ends what runs. */
  close() {
    this.#session.close();
    this.#news.close();
  }

  /**
   * Performs an operation of the identity API, or one of the client's own (docs/capabilities.md).
   *
   * @param parameters what goes into `{…}` of the path, into the body, or for GET into the query.
   * @param options `key` (stands for the intent), `timeout` (milliseconds), `signal`.
   * @returns `{status, value}`, without credentials; or `{failed}`: `notSent`, `lost`, `timedOut` or
   *   `interrupted`.
   */
  async perform(name, parameters = {}, { key, timeout = 30_000, signal } = {}) {
    if (key !== undefined && !/^[!-~]{1,128}$/.test(key)) {
      return failure("badParameters", { field: "Idempotency-Key" });
    }
    const call = { name, parameters, key, ends: performance.now() + timeout, signal };
    try {
      switch (name) {
        case "launch":
          return await this.#launch(call);
        case "extendSession":
        case "refreshSession":
          return this.#extended(await this.#need({}, call));
        case "automaticLogin":
          return await this.#automaticLogin(call);
        case "signOut":
        case "logout":
        case "clearSession":
          return await this.#signOut(call);
        default:
          return Object.hasOwn(operations, name)
            ? await this.#once(call)
            : failure("unknownOperation");
      }
    } catch (problem) {
      // Something of secure storage belongs into the call, or its answer into secure storage.
      if (problem instanceof StorageProblem) return { failed: "interrupted" };
      throw problem;
    }
  }

  // Calls

  async #once(call) {
    const operation = operations[call.name];
    const { failed, ...made } = await prepared(operation, call.parameters, {
      installation: () => this.#kept.installationID(),
      challenges: () => this.#kept.challenges(),
    });
    if (failed) return failure(...failed);
    const ready = { ...call, ...made, operation };
    if (operation.by === "access") return this.#authorized(ready);
    if (!operation.cookie) return this.#finish(await this.#send(ready), ready);
    // Another tab's renewal must not put its cookie in the place of a new one.
    const locked = await underCookieLock(call, () => this.#send(ready));
    return this.#finish(locked, ready);
  }

  /** ACC-7: with an access token that works; a refused one is renewed once. */
  async #authorized(call) {
    let began, refused;
    for (;;) {
      const reply = await this.#need({ family: began, refused }, call);
      if (reply.do !== "serve") {
        const isNobody = reply.why === "signedOut" && began === undefined;
        if (isNobody && call.operation.forInstallation) return this.#forInstallation(call);
        return this.#answerFor(reply);
      }
      const { access, crumb } = reply;
      const outcome = await this.#send({ ...call, access, crumb });
      // Only the refresh token's refusal ends a session; this one may just have been too old.
      if (!isTokenRefusal(outcome) || refused) return this.#finish(outcome, call);
      refused = access;
      began = reply.family;
    }
  }

  /** Beside nobody who is signed in: the session of the installation, opened again where it is over. */
  async #forInstallation(call) {
    for (let isAnew = false; ; isAnew = true) {
      if (isAnew || !this.#installation || this.#installation.ends <= performance.now()) {
        const { ends, signal } = call;
        const opened = await this.#once({ name: "rLogin", parameters: {}, ends, signal });
        if (opened.failed || opened.status >= 300) return opened;
      }
      if (!this.#installation) return failure("malformedAnswer");
      const { access, crumb } = this.#installation;
      const outcome = await this.#send({ ...call, access, crumb });
      if (!isTokenRefusal(outcome) || isAnew) return this.#finish(outcome, call);
    }
  }

  async #send({ name, ends, ...call }) {
    const { server, language, isOffline } = this.#options;
    if (isOffline()) return { failed: "notSent" };
    const prover = await this.#proverOf(await this.#storage.deviceKey({ creates: true }));
    const outcome = await send(operations[name], { ...call, server, language, prover, ends });
    if (outcome.status < 500 && name !== "logout") this.#session.feed("reached");
    return outcome;
  }

  async #proverOf(pair) {
    this.#prover ??= await Prover.of(pair);
    return this.#prover;
  }

  /** Stores what an answer holds before anybody hears of it (SEC "Secrets on the device"). */
  async #finish(outcome, call) {
    if (outcome.failed) return unsent(outcome);
    const { name } = call;
    const { status, value } = outcome;
    if (status >= 300) return redacted(status, value, name);
    const found = tokensIn(value);
    if (found === undefined) return failure("malformedAnswer");
    if (found === null) await this.#kept.keepChallenge(value, call);
    else if (name === "rLogin") {
      this.#installation = { ...found, ends: performance.now() + found.lifetime / 2 };
    } else {
      const refusal = await this.#adopt(found);
      if (refusal) return refusal;
      if (name === "doLogin") await this.#kept.keepMarketLogin(value, call.body);
    }
    if (name === "deleteUser" && call.parameters.verification_code) {
      await this.#end({ cause: "account_deleted", everywhere: false }, RENEWAL_TIME);
    }
    return redacted(status, value, name);
  }

  async #adopt(found) {
    if (!found.family) return failure("malformedAnswer");
    const members = { ...found, mark: markFor(found.crumb), key: this.#prover.thumbprint };
    const reply = await this.#session.ask("signedIn", members, RENEWAL_TIME);
    if (reply.do !== "finished") return this.#answerFor(reply);
    if (reply.failed) return { failed: "interrupted" };
    await this.#kept.dropChallenges();
    return null;
  }

  // The session

  #need(members, { ends, signal }) {
    return this.#session.ask("needed", members, ends - performance.now(), signal);
  }

  get #about() {
    return { platform: "web", app_version: this.#options.appVersion };
  }

  // The operations that are the client's own

  /** ENT-2: takes the cookie and returns everything; without a session only whether this version may
   * go on. That it may not, and that the session is over, are failures. */
  async #launch(call) {
    const before = this.#renewal.count;
    const reply = await this.#need({ launch: true }, call);
    const answer = this.#renewal.count > before ? this.#renewal.launchAnswer : null;
    if (reply.do === "serve") return this.#told(answer ?? { failed: "lost" });
    if (reply.why !== "signedOut") return this.#answerFor(reply);
    // Refused just now: the answer says so itself.
    if (answer?.value?.failure) return this.#told(answer);
    if (answer) return this.#answerFor(reply);
    const outcome = await this.#send({ ...call, body: this.#about });
    return unsent(outcome) ?? this.#told(redacted(outcome.status, outcome.value, call.name));
  }

  #told(answer) {
    if (answer.value?.update === "update_required") {
      this.#tell([{ signal: "updateRequired" }]);
      return failure("updateRequired");
    }
    return answer.value?.failure ? { status: 401, value: answer.value.failure } : answer;
  }

  #extended(reply) {
    if (reply.do !== "serve") return this.#answerFor(reply);
    const { family, crumb, guid } = reply;
    const value = {
      status: "success", description: "The session is usable", sessionId: family,
      crumb: crumb || undefined, guid: guid || undefined,
    };
    return { status: 200, value };
  }

  /** MKT-4: the stored session; where there is none or the server refuses it, the grant that is bound
   * to the device key. A network failure stays one, and destroys nothing. */
  async #automaticLogin(call) {
    this.#heldNews ??= [];
    const reply = await this.#need({}, call);
    const parameters = await this.#kept.marketLogin();
    if (reply.why !== "signedOut" || !parameters) {
      this.#release(true);
      return this.#extended(reply);
    }
    if (call.parameters.mkt_handle) parameters.mkt_handle = call.parameters.mkt_handle;
    const answer = await this.#once({ ...call, name: "doLogin", parameters });
    this.#release(Boolean(answer.failed) || answer.status >= 300);
    return answer;
  }

  async #signOut({ parameters, ends, signal }) {
    const { family } = await this.#session.known();
    const wanted = parameters.sessionId;
    const done = { status: 200, value: { status: "success", description: "Signed out" } };
    // A repetition that comes after somebody has signed in again ends nothing.
    if (wanted && family && wanted !== family) return done;
    const everywhere = String(parameters.logout_all) === "true";
    const cause = /^.{1,64}$/.test(parameters.cause ?? "")
      ? parameters.cause
      : everywhere ? "logout_everywhere" : "logout";
    const isStored = await this.#end({ cause, everywhere }, ends - performance.now(), signal);
    if (!isStored) return { failed: "interrupted" };
    this.#installation = null;
    await this.#kept.dropPerson();
    return done;
  }

  async #end(members, timeout, signal) {
    const reply = await this.#session.ask("signOut", members, timeout, signal);
    return reply.do === "finished" && !reply.failed;
  }

  /** Why there was no token. */
  #answerFor(reply) {
    return unserved(reply, this.#renewal.retryAt);
  }

  // What the app is told

  #tell(news) {
    if (this.#heldNews) this.#heldNews.push(news);
    else for (const item of news) this.#options.tell(item);
  }

  /** @param isOver false: another session has taken its place, and only how it stands now counts. */
  #release(isOver) {
    const held = this.#heldNews ?? [];
    this.#heldNews = null;
    for (const news of isOver ? held : held.slice(-1)) this.#tell(news);
  }
}

function newsOf({ status, cause = null }) {
  const news = [{ fact: "signOutCause", value: cause }, { fact: "session", value: status }];
  return status === "revoked" ? [...news, { signal: "sessionExpired" }] : news;
}
