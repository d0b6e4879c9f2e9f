// Proofs of possession (RFC 9449) by this browser's key, and the key's thumbprint (RFC 7638).

const encoder = new TextEncoder();

/** Signs proofs by a key pair of Web Crypto whose private half cannot be read out. */
export class Prover {
  #pair;
  #members;
  thumbprint;

  static async of(pair) {
    const { x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
    const prover = new Prover();
    prover.#pair = pair;
    // In the order of RFC 7638 section 3.2, which the thumbprint needs.
    prover.#members = { crv: "P-256", kty: "EC", x, y };
    prover.thumbprint = await digest(JSON.stringify(prover.#members));
    return prover;
  }

  /**
   * @param call `method`, `url` without query, and, where there are such, `nonce` and `access`
   *   token.
   * @returns a compact JWS.
   */
  async proof({ method, url, nonce, access }) {
    const head = { alg: "ES256", jwk: this.#members, typ: "dpop+jwt" };
    const claims = {
      htm: method, htu: url, iat: Math.floor(Date.now() / 1000), jti: randomName(),
    };
    if (nonce) claims.nonce = nonce;
    if (access) claims.ath = await digest(access);
    const text = `${base64(JSON.stringify(head))}.${base64(JSON.stringify(claims))}`;
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const { privateKey } = this.#pair;
    const signature = await crypto.subtle.sign(algorithm, privateKey, encoder.encode(text));
    return `${text}.${base64(new Uint8Array(signature))}`;
  }
}

/** 128 random bits. */
export function randomBytes() {
  return crypto.getRandomValues(new Uint8Array(16));
}

/** The same as a name. */
export function randomName() {
  return base64(randomBytes());
}

async function digest(text) {
  return base64(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}

/** Base64url without padding (RFC 4648 section 5). */
function base64(value) {
  const bytes = typeof value === "string" ? encoder.encode(value) : value;
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
