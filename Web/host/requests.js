// One call of a flow, by fetch. The answer is `{status, body}`, or `{failed}` with how it failed,
// as the machine classifies them.

/** Beyond this an answer is malformed; one byte more is read, so that the machine sees it. */
const ANSWER_BYTES = 1 << 20;
// `Authorization` is written by the machine alone, for `bearer`.
const FORBIDDEN_HEADERS = new Set(["cookie", "host"]);

/**
 * Makes an HTTP call.
 *
 * @param call an action `perform` of kind `http`.
 * @param signal aborts it; nobody waits for the answer then.
 */
export async function send(call, signal) {
  const url = permittedURL(call.url);
  if (!url) return { failed: "notSent" };
  // The page's own origin is the only one that a secret may go to.
  if (call.secret && url.origin !== location.origin) return { failed: "interrupted" };
  const headers = headersOf(call);
  const hasBody = call.body !== "" && call.name !== "GET" && call.name !== "HEAD";
  if (hasBody && !headers.has("content-type")) {
    const kind = call.form ? "application/x-www-form-urlencoded" : "application/json";
    headers.set("content-type", kind);
  }
  try {
    const response = await fetch(url, {
      method: call.name,
      headers,
      body: hasBody ? call.body : undefined,
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

function headersOf({ headers, key }) {
  const sent = new Headers();
  for (const [name, value] of headers) {
    if (!FORBIDDEN_HEADERS.has(name.toLowerCase())) sent.set(name, value);
  }
  if (key) sent.set("Idempotency-Key", key);
  return sent;
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
    const timer = setTimeout(() => resolve(answer), answer.delay);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
