"""Passkeys made with the parts of python-fido2, which none of us wrote: client data, authenticator data, COSE keys and
attestation objects are its own. Each field can be told to lie."""

import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2.cose import ES256, RS256, EdDSA
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

ALGORITHMS = ("ES256", "EdDSA", "RS256")
FLAG = AuthenticatorData.FLAG


class Passkey:
    def __init__(self, algorithm="ES256", counts=False):
        self.id = os.urandom(32)
        self.user_handle = None
        self.count = 1 if counts else 0
        self.algorithm = algorithm
        if algorithm == "ES256":
            self.key = ec.generate_private_key(ec.SECP256R1())
            self.cose = ES256.from_cryptography_key(self.key.public_key())
        elif algorithm == "EdDSA":
            self.key = ed25519.Ed25519PrivateKey.generate()
            self.cose = EdDSA.from_cryptography_key(self.key.public_key())
        else:
            self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            self.cose = RS256.from_cryptography_key(self.key.public_key())

    def sign(self, message):
        if self.algorithm == "ES256":
            return self.key.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm == "EdDSA":
            return self.key.sign(message)
        return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())

    def client_data(self, kind, options, **lies):
        return CollectedClientData.create(
            type=lies.get("type", kind), challenge=lies.get("challenge", options["challenge"]),
            origin=lies["origin"], cross_origin=lies.get("cross_origin", False),
        )

    def create(self, options, origin, flags=FLAG.UP | FLAG.UV, rp=None, **lies):
        """What `navigator.credentials.create` would return, as the API takes it."""
        self.user_handle = options["user_handle"]
        client = self.client_data("webauthn.create", options, origin=origin, **lies)
        data = AuthenticatorData.create(
            sha256((rp or options["rp_id"]).encode()), flags | FLAG.AT, self.count,
            AttestedCredentialData.create(b"\0" * 16, self.id, self.cose),
        )
        attestation = AttestationObject.create(lies.get("format", "none"), data, {})
        return {
            "id": websafe_encode(self.id), "client_data": websafe_encode(client),
            "attestation_object": websafe_encode(bytes(attestation)),
        }

    def get(self, options, origin, flags=FLAG.UP | FLAG.UV, rp=None, **lies):
        """What `navigator.credentials.get` would return."""
        client = self.client_data("webauthn.get", options, origin=origin, **lies)
        if self.count:
            self.count += 1
        # Not by its class, which makes none whose flags announce what is not there.
        data = sha256((rp or options["rp_id"]).encode()) + struct.pack(">BI", flags, self.count)
        signature = bytearray(self.sign(data + sha256(client)))
        signature[-1] ^= lies.get("noise", 0)
        return {
            "id": websafe_encode(self.id), "client_data": websafe_encode(client),
            "authenticator_data": websafe_encode(data),
            "signature": websafe_encode(bytes(signature)),
            "user_handle": lies.get("user_handle", self.user_handle),
        }
