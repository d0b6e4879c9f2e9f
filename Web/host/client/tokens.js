// What an answer says about tokens, and what of it a flow may see.

import { codes } from "./table.js";

const CREDENTIALS = ["accesstoken", "idtoken", "refreshtoken", "token", "mail_token"];
const LONGEST_LIFE = 31_536_000;

/**
 * The tokens of an answer that opens or extends a session.
 *
 * @returns null where there are none; undefined where there are, and something about them is not
 *   what it has to be. A refresh token in a body is such: ours lies in the cookie.
 */
export function tokensIn(answer) {
  const holder = answer?.accesstoken === undefined ? answer?.tokens : answer;
  if (holder === null || holder === undefined) return null;
  const texts = ["idtoken", "crumb", "guid", "sessionId"].map((name) => holder[name] ?? "");
  const [identity, crumb, guid, family] = texts;
  // What goes into a header has to be visible ASCII.
  const isFit = (text) => typeof text === "string" && /^[!-~]{0,16384}$/.test(text);
  if (!isFit(holder.accesstoken) || !holder.accesstoken || !texts.every(isFit)) return undefined;
  // A minute where the server does not say how long it is good.
  const seconds = holder.expires_in ?? 60;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_LIFE) return undefined;
  if (holder.refreshtoken) return undefined;
  const access = holder.accesstoken;
  return { access, identity, crumb, guid, family, lifetime: seconds * 1000 };
}

/** The answer without its credentials, at any depth. */
export function redacted(status, value, operation) {
  const names = operation === "login" ? [...CREDENTIALS, "session"] : CREDENTIALS;
  return { status, value: without(value, names) };
}

function without(value, names) {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, without(item, names)]));
}

/** Whether an access token was refused, so that another one may help. */
export function isTokenRefusal({ status, value }) {
  const number = value?.error_code;
  return status === 401 && (number === codes.unauthorized || number === codes.sessionExpired);
}
