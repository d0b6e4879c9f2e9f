// A call with everything in its place but proof and access token.

import { percentEncoded } from "../requests.js";

/**
 * @param operation a row of the table.
 * @param stored `installation()` and `challenges()`, which read secure storage.
 * @returns `path`, `query` (pairs), `body` and `installation` (for a header); or `failed`: a
 *   failure's name and members.
 */
export async function prepared(operation, parameters, stored) {
  const values = { ...parameters };
  // A GET has no body, and logs on the way keep URLs: its installation goes into a header.
  const hasBody = operation.method !== "GET";
  const installation = operation.installation && (await stored.installation());
  if (installation) values.installation_id = hasBody ? installation : undefined;
  // A browser has no push token.
  if (operation.push && !values.mobile_device_token) return { failed: ["noPushToken"] };
  if (operation.challenge && !(await addChallenge(operation.challenge, values, stored))) {
    return { failed: ["noChallenge"] };
  }
  let { path } = operation;
  const query = [];
  const body = {};
  for (const [name, value] of Object.entries(values)) {
    // An empty text is an absent one, but for a choice, which may be empty.
    if (value === null || value === undefined || (value === "" && name !== "value")) continue;
    const isScalar = typeof value !== "object";
    const isInPath = path.includes(`{${name}}`);
    if (!isInPath && hasBody) {
      // All members of a body are texts.
      body[name] = isScalar ? String(value) : value;
    } else if (!isScalar || (isInPath && value === "")) {
      const description = `${name} has to be a text or a number.`;
      return { failed: ["badParameters", { field: name, description }] };
    } else if (isInPath) {
      path = path.replace(`{${name}}`, percentEncoded(String(value)));
    } else {
      query.push([name, String(value)]);
    }
  }
  const [, missing] = /\{(\w+)\}/.exec(path) ?? [];
  if (missing) {
    const description = `${missing} is missing.`;
    return { failed: ["badParameters", { field: missing, description }] };
  }
  // A DELETE has a body only where it says more than its path does.
  const isBare = !hasBody || (operation.method === "DELETE" && Object.keys(body).length === 0);
  return {
    path, query,
    body: isBare ? undefined : body,
    installation: hasBody ? undefined : installation,
  };
}

/** @returns false where there is no call without a challenge, and there is none. */
async function addChallenge(challenge, values, stored) {
  const { slot, member, handle, with: needs, mail, needed } = challenge;
  // An empty text is an absent one, here too.
  if (needs && [undefined, null, ""].includes(values[needs])) return true;
  // A flow may carry the token itself.
  if (values[member] !== undefined) return true;
  const found = (await stored.challenges()).find(slot, values[handle]);
  if (!found) return !needed;
  if (mail && !found.mail_token) return false;
  if (handle === "user_id") delete values.user_id;
  values[member] = found.token;
  if (mail) values.mail_token = found.mail_token;
  return true;
}
