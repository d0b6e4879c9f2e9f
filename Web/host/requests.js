// One call of a plan, by fetch. The answer is `{status, body}`, or `{failed}` with how it failed,
// as the machine classifies them.

/** Beyond this an answer is malformed; one byte more is read, so that the machine sees it. */
export const ANSWER_BYTES = 1 << 20;
const FORBIDDEN_HEADERS = new Set(["authorization", "cookie", "host"]);

/**
 * Makes an HTTP call.
 *
 * @param plan an effect `perform` of kind `http`.
 * @param secretOf the secret of a fact, or undefined.
 * @param signal aborts it; nobody waits for the answer then.
 */
export async function call(plan, secretOf, signal) {
  const url = permittedURL(plan.url);
  if (!url) return { failed: "notSent" };
  let headers, body;
  try {
    const isSecretHere = (fact) => secret(fact, url, secretOf);
    headers = headersOf(plan, isSecretHere);
    body = filled(plan.body, isSecretHere);
  } catch (problem) {
    if (problem instanceof MissingSecret) return { failed: "interrupted" };
    throw problem;
  }
  const hasBody = body !== "" && plan.name !== "GET" && plan.name !== "HEAD";
  if (hasBody && !headers.has("content-type")) {
    const kind = plan.form ? "application/x-www-form-urlencoded" : "application/json";
    headers.set("content-type", kind);
  }
  try {
    const response = await fetch(url, {
      method: plan.name,
      headers,
      body: hasBody ? body : undefined,
      signal,
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      // Not followed. Unlike "error" it tells a redirect, which is a malformed answer, from a lost
      // one.
      redirect: "manual",
      referrerPolicy: "no-referrer",
    });
    if (response.type === "opaqueredirect") return { status: 302, body: new Uint8Array() };
    return { status: response.status, body: await readBody(response) };
  } catch {
    // A page is not told whether anything was sent.
    return { failed: "lost" };
  }
}

/** HTTPS, or HTTP on loopback; null for anything else. */
export function permittedURL(text) {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const isPermitted = url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
  return isPermitted && !url.username && !url.password ? url : null;
}

/** A secret that is gone, or may not go there. */
export class MissingSecret extends Error {}

/** The page's own origin is the only one that a secret may go to. */
function secret(fact, url, secretOf) {
  const value = url.origin === location.origin ? secretOf(fact) : undefined;
  if (value === undefined) throw new MissingSecret();
  return value;
}

function headersOf(plan, secretOf) {
  const headers = new Headers();
  for (const { name, value } of plan.headers) {
    if (!FORBIDDEN_HEADERS.has(name.toLowerCase())) headers.set(name, filled(value, secretOf));
  }
  if (plan.key) headers.set("Idempotency-Key", plan.key);
  return headers;
}

/** Puts secrets into their places. */
export function filled(parts, secretOf) {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return encoded(secretOf(part.secret), part.encoding);
    })
    .join("");
}

/** The numbers are those of `RequestPlan.SecretEncoding`. */
function encoded(secret, encoding) {
  switch (encoding) {
    case 1:
      return percentEncoded(secret);
    case 2:
      return JSON.stringify(secret);
    default:
      return secret;
  }
}

/** RFC 3986 section 2.3: everything but unreserved characters. */
export function percentEncoded(text) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase(),
  );
}

/** At most one byte more than `ANSWER_BYTES`. */
export async function readBody(response) {
  if (!response.body) return new Uint8Array();
  const chunks = [];
  let count = 0;
  const reader = response.body.getReader();
  while (count <= ANSWER_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    count += value.length;
  }
  if (count > ANSWER_BYTES) await reader.cancel();
  const body = new Uint8Array(Math.min(count, ANSWER_BYTES + 1));
  let place = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, body.length - place);
    body.set(part, place);
    place += part.length;
  }
  return body;
}

/** Answers in place of a server, as the flow declares; after a delay. */
export function simulatedCall(answer, signal) {
  return new Promise((resolve) => {
    const body = new TextEncoder().encode(answer.body);
    const timer = setTimeout(() => resolve({ status: answer.status, body }), answer.delay);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
