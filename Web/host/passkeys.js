// Passkeys, as the browser makes and shows them (WebAuthn Level 3, sections 5.1.3, 5.1.4, 5.1.10 and 5.1.4.2 for autofill).
//
// It is fetched when a flow first asks for one, and imports nothing. What the server asked for comes as it came from
// there; the server judges what is answered, so nothing is judged here.

const answer = (status, value = {}) => ({ status, body: JSON.stringify(value) });

/** What went wrong, by the name that WebAuthn has for it. */
const REFUSALS = {
  // Cancelled, timed out, or nothing here that fits: a page is not told which (section 14.5.1).
  NotAllowedError: answer(403, { code: "not_allowed" }),
  AbortError: answer(403, { code: "not_allowed" }),
  // An authenticator that has one of the excluded passkeys.
  InvalidStateError: answer(409, { code: "invalid_state" }),
  // A page outside the relying party's domain.
  SecurityError: answer(403, { code: "security" }),
};
/** No authenticator that can do it, or no such call. */
const unavailable = answer(404, { code: "unavailable" });

const CALLS = { autofillPasskey, canCreatePasskey, createPasskey, getPasskey, signalUnknownPasskey };
/** Milliseconds after which autofill asks for another challenge: before the server's is over. */
const RENEWAL = 240_000;

/** What a person chose among the suggestions of a field, until `getPasskey` asks for it. */
let chosen = null;

/**
 * @param name of the capability.
 * @param body its parameters.
 * @param signal aborts it: nobody waits for the answer then.
 * @param options `begin()`, which asks the server for what a sign-in shows (`beginPasskeySignIn`; `{status, body}`), and
 *   `tell(news)`.
 * @returns `{status, body}`.
 */
export async function performPasskeyCall(name, body, signal, options) {
  if (!globalThis.PublicKeyCredential) return unavailable;
  try {
    return await CALLS[name](body, signal, options);
  } catch (problem) {
    return REFUSALS[problem.name] ?? unavailable;
  }
}

/** Whether there is an authenticator here that needs nothing plugged in. */
async function canCreatePasskey() {
  return (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()) ? answer(200) : unavailable;
}

/** Among the suggestions of the fields that have the token `webauthn`, until one is chosen. */
async function autofillPasskey(_, signal, { begin, tell }) {
  chosen = null;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return unavailable;
  for (;;) {
    await shown(signal);
    const asked = await begin();
    if (asked.status !== 200) return unavailable;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(RENEWAL)]);
    try {
      chosen = await assertion(JSON.parse(asked.body), limit, "conditional");
      tell({ signal: "passkeyChosen" });
      return answer(200);
    } catch (problem) {
      if (problem.name !== "TimeoutError") throw problem;
    }
  }
}

/** Kept while somebody sees the page: nobody chooses anything in a hidden one. */
function shown(signal) {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener("visibilitychange", resolve, { once: true, signal });
  });
}

async function createPasskey({ options }, signal) {
  const made = await navigator.credentials.create({
    signal,
    publicKey: {
      challenge: bytes(options.challenge),
      rp: { id: options.rp_id, name: options.rp_name },
      user: {
        id: bytes(options.user_handle), name: options.user_name, displayName: options.user_name,
      },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: descriptors(options.excluded),
      authenticatorSelection: {
        residentKey: "required", userVerification: options.user_verification,
      },
    },
  });
  return answer(200, {
    id: made.id,
    client_data: text(made.response.clientDataJSON),
    attestation_object: text(made.response.attestationObject),
  });
}

async function getPasskey({ options }, signal) {
  const value = chosen ?? (await assertion(options, signal));
  chosen = null;
  return answer(200, value);
}

async function assertion(options, signal, mediation) {
  const { id, response } = await navigator.credentials.get({
    signal,
    ...(mediation && { mediation }),
    publicKey: {
      challenge: bytes(options.challenge),
      rpId: options.rp_id,
      userVerification: options.user_verification,
      allowCredentials: descriptors(options.allowed),
    },
  });
  return {
    id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle?.byteLength && { user_handle: text(response.userHandle) }),
  };
}

async function signalUnknownPasskey({ rp_id, id }) {
  if (!PublicKeyCredential.signalUnknownCredential) return unavailable;
  await PublicKeyCredential.signalUnknownCredential({ rpId: rp_id, credentialId: id });
  return answer(200);
}

const descriptors = (ids) => ids.map((id) => ({ type: "public-key", id: bytes(id) }));

/** Of base64url. */
function bytes(encoded) {
  const plain = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
