// What the client answers by itself, in the server's form.

import { failures } from "./table.js";

/** @param name of a row of the table. */
export function failure(name, more = {}) {
  const [status, error_code, code, description] = failures[name];
  return { status, value: { status: "failure", error_code, code, description, ...more } };
}

/** The answer to a call that got none of the server's; null for others. */
export function unsent({ failed }) {
  if (failed === "malformed") return failure("malformedAnswer");
  return failed ? { failed } : null;
}

/**
 * In the words of the flow: why there was no token.
 *
 * @param retryAt when the server would extend the session that it did not extend, if it said so.
 */
export function unserved({ why, cause }, retryAt) {
  switch (why) {
    case "signedOut":
      return failure("signedOut", cause ? { cause } : {});
    case "sessionChanged":
      return failure("sessionChanged");
    case "malformed":
      return failure("malformedAnswer");
    case "notExtended":
      return failure("notExtended", retryAt ? { retry_at: retryAt } : {});
    default:
      return { failed: why ?? "interrupted" };
  }
}
