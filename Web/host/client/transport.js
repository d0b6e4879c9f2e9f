// One call of the identity API over fetch: address, headers, proof, and reading what came.

import { ANSWER_BYTES, percentEncoded, readBody } from "../requests.js";
import { codes } from "./table.js";

/** A nonce longer than this is none. */
const NONCE_LENGTH = 512;

/**
 * Sends an operation with a fresh proof; once more for each nonce that the server asks for, for then
 * it has done nothing.
 *
 * @param operation a row of the table.
 * @param call `path`, `query`, `body`, `installation`, `access` token, `crumb`, idempotency `key`,
 *   `server` (`origin`, `nonce`), `language`, `prover`, `ends` (a time of `performance.now`) and `signal`.
 * @returns `{status, value}`, or `{failed}`: `lost`, `timedOut`, `malformed`.
 */
export async function send(operation, call) {
  for (let newProofs = 0; ; newProofs++) {
    const left = call.ends - performance.now();
    if (left <= 0) return { failed: "timedOut" };
    const outcome = await sendOnce(operation, call, left);
    const isAboutProof =
      outcome.status === 401 &&
      [codes.proofNonceRequired, codes.proofDuplicate].includes(outcome.value?.error_code);
    if (!isAboutProof || newProofs === 2) return outcome;
  }
}

async function sendOnce(operation, call, left) {
  const { server, access, signal } = call;
  const { method } = operation;
  const url = server.origin + (call.path ?? operation.path);
  const proof = await call.prover.proof({ method, url, nonce: server.nonce, access });
  const late = AbortSignal.timeout(left);
  try {
    const response = await fetch(url + queryOf(call.query ?? []), {
      method,
      headers: headersOf(operation, call, proof),
      body: call.body && JSON.stringify(call.body),
      signal: signal ? AbortSignal.any([signal, late]) : late,
      // The cookie goes with the few calls that it is for, and never beside an access token that it
      // could be confused with.
      credentials: operation.cookie ? "same-origin" : "omit",
      cache: "no-store",
      redirect: "manual",
      referrerPolicy: "no-referrer",
    });
    const nonce = response.headers.get("DPoP-Nonce") ?? "";
    if (nonce && nonce.length <= NONCE_LENGTH) server.nonce = nonce;
    return read(response, await readBody(response));
  } catch {
    return { failed: late.aborted ? "timedOut" : "lost" };
  }
}

function headersOf(operation, { access, crumb, key, language, body, installation }, proof) {
  const headers = { Accept: "application/json", "Accept-Language": language, DPoP: proof };
  if (access) headers.Authorization = `DPoP ${access}`;
  if (installation) headers["Portico-Installation"] = installation;
  if (key) headers["Idempotency-Key"] = key;
  if (crumb && operation.changes) headers["Portico-Crumb"] = crumb;
  // Also without a body: a form could not send this.
  if (body || operation.changes) headers["Content-Type"] = "application/json";
  return headers;
}

function queryOf(pairs) {
  const text = pairs.map((pair) => pair.map(percentEncoded).join("=")).join("&");
  return text && `?${text}`;
}

function read(response, bytes) {
  const { status } = response;
  if (response.type === "opaqueredirect" || status < 200 || (status >= 300 && status < 400)) {
    return { failed: "malformed" };
  }
  if (bytes.length > ANSWER_BYTES) return { failed: "malformed" };
  if (bytes.length === 0) return { status, value: {} };
  const [type] = (response.headers.get("Content-Type") ?? "").toLowerCase().split(/[; ]/);
  const value = type === "application/json" ? parsed(bytes) : undefined;
  if (value !== undefined) return { status, value };
  // A proxy in front says "busy" in its own words; a success in others' words is none.
  return status >= 500 ? { status, value: {} } : { failed: "malformed" };
}

/** Undefined for what is no JSON. */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
