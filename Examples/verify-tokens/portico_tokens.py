"""Checks the access tokens of a Portico server in a service of your own.

Needs PyJWT with its `crypto` extra. A token is checked without asking the server, by the keys that it
publishes, so a session that was ended meanwhile is seen only when its token expires: after ten minutes,
or an hour for clients without a device key. Ask the server (`GET /v1/user`) where that is too long.
"""

import base64
import hashlib
import json
import threading
import time
import urllib.parse

import jwt


class TokenRefused(Exception):
    """Answer 401. The text says why, for your log; it holds nothing of the token."""


class TokenVerifier:
    """One for all calls of a service; safe to share between threads."""

    # RFC 9449 section 11.1: a proof is good for a short while, and once.
    PROOF_SECONDS = 60

    def __init__(self, issuer, keys=None, now=time.time):
        """`issuer` is the server's public address, such as https://id.example.com.

        `keys` is where its keys are, if your service reaches it by another address.
        """
        self.issuer = issuer.rstrip("/")
        # Fetched when a token names a key that is not known yet.
        keys = keys or self.issuer + "/.well-known/jwks.json"
        self._keys = jwt.PyJWKClient(keys, lifespan=3600)
        self._now = now
        self._lock = threading.Lock()
        # Of the last two minutes, with the time at which each may be forgotten.
        self._proofs = {}

    def verify(self, authorization, method, url, proof=None, scope="full"):
        """Returns the claims of the token in the header `Authorization`.

        `scope` is what the session may do: everything that its person may, unless you say
        `anonymous` (an installation, no account). `proof` is the header `DPoP`; `method` and `url` are those of the call as the client made it.
        """
        scheme, _, token = (authorization or "").rpartition(" ")
        if scheme.lower() not in ("", "bearer", "dpop"):
            raise TokenRefused(f"there is no scheme {scheme}")
        claims = self._claims(token)
        if claims.get("scope") != scope:
            raise TokenRefused(f"the session is for {claims.get('scope')}")
        bound = claims.get("cnf", {}).get("jkt")
        if bound:
            # RFC 9449 section 7.1: never accepted as a bearer token.
            if scheme.lower() != "dpop":
                raise TokenRefused("a token that is bound to a key comes with the scheme DPoP")
            self._check(proof, token, method, url, bound)
        elif scheme.lower() == "dpop":
            raise TokenRefused("the token is bound to no key")
        return claims

    def _claims(self, token):
        try:
            if jwt.get_unverified_header(token).get("typ") != "at+jwt":
                raise TokenRefused("it is no access token")  # RFC 9068 section 4: an id token, say
            key = self._keys.get_signing_key_from_jwt(token).key
            return jwt.decode(
                token, key, algorithms=["ES256"], issuer=self.issuer, audience=self.issuer,
                options={"require": ["exp", "iat", "sub", "sid"]},
            )
        except jwt.PyJWTError as error:
            raise TokenRefused(str(error)) from None

    def _check(self, proof, token, method, url, thumbprint):
        """RFC 9449 section 4.3."""
        if not proof:
            raise TokenRefused("the header DPoP is missing")
        try:
            header = jwt.get_unverified_header(proof)
            jwk = header.get("jwk", {})
            if header.get("typ") != "dpop+jwt" or header.get("alg") != "ES256" or "d" in jwk:
                raise TokenRefused("it is no proof of possession")
            claims = jwt.decode(
                proof, jwt.PyJWK(jwk).key, algorithms=["ES256"],
                options={"require": ["jti", "htm", "htu", "iat", "ath"], "verify_iat": False},
            )
        except jwt.PyJWTError as error:
            raise TokenRefused(str(error)) from None
        members = {name: jwk.get(name) for name in ("crv", "kty", "x", "y")}
        canonical = json.dumps(members, separators=(",", ":"))
        if _digest(canonical) != thumbprint:
            raise TokenRefused("the proof is made with another key")
        if claims["ath"] != _digest(token):
            raise TokenRefused("the proof is made for another token")
        if claims["htm"] != method or claims["htu"] != _without_query(url):
            raise TokenRefused("the proof is made for another call")
        now = self._now()
        if abs(now - claims["iat"]) > self.PROOF_SECONDS:
            raise TokenRefused("the proof is too old")
        with self._lock:
            self._proofs = {jti: end for jti, end in self._proofs.items() if end > now}
            if claims["jti"] in self._proofs:
                raise TokenRefused("the proof was used before")
            self._proofs[claims["jti"]] = now + 2 * self.PROOF_SECONDS


def _digest(text):
    digest = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _without_query(url):
    return urllib.parse.urlsplit(url)._replace(query="", fragment="").geturl()
