"""An authenticator app that is not ours (RFC 6238)."""

import base64
import hmac
import struct


def totp(secret, seconds, digits=6, period=30):
    """RFC 6238 with HMAC-SHA-1, from a secret in base32."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    mac = hmac.new(key, struct.pack(">Q", int(seconds) // period), "sha1").digest()
    number = struct.unpack(">I", mac[(mac[-1] & 15) : (mac[-1] & 15) + 4])[0] & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)
