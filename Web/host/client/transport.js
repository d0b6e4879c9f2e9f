// One request of the identity API, by fetch.

import { readBody } from "../requests.js";

/**
 * Sends a request with a fresh proof.
 *
 * @param call an action `send`, with `origin` and `language`.
 * @param signal aborts it; nobody waits for the answer then.
 * @returns `{status, type, nonce, bytes}`, or `{failed}`: `lost` or `timedOut`.
 */
export async function exchange(call, prover, signal) {
  const { method, nonce, access } = call;
  const url = call.origin + call.path;
  const late = AbortSignal.timeout(call.time);
  try {
    const proof = await prover.proof({ method, url, nonce, access });
    const response = await fetch(call.query ? `${url}?${call.query}` : url, {
      method,
      headers: { ...call.headers, "Accept-Language": call.language, DPoP: proof },
      body: call.body || undefined,
      signal: AbortSignal.any([signal, late]),
      // The cookie goes with the few calls that it is for, and never beside an access token that it
      // could be confused with.
      credentials: call.takesCookie ? "same-origin" : "omit",
      cache: "no-store",
      redirect: "manual",
      referrerPolicy: "no-referrer",
    });
    const header = (name) => response.headers.get(name) ?? "";
    return {
      status: response.status, type: header("Content-Type"), nonce: header("DPoP-Nonce"),
      bytes: await readBody(response),
    };
  } catch {
    return { failed: late.aborted ? "timedOut" : "lost" };
  }
}
