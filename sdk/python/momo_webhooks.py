"""Verification of webhooks of the Mobile Money Payment Service, in one file: copy it.

It needs Python 3.9 or later and the package `cryptography`.

    verifier = momo_webhooks.Verifier(payments.get_jwks)
    payload = verifier.verify(request.headers, request.body)

With secret=os.environ.get("MOMO_SECRET") it checks the headers of Standard Webhooks too; a secret
that is named but not set is a ValueError. Make one verifier for the whole process: it keeps the
published keys.
"""

import base64
import binascii
import hashlib
import hmac
import json
import threading
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers

ISSUER = "service-payments"
# A key that was stolen and revoked is believed no longer than this.
FRESH_SECONDS = 600
# The same while the service cannot be asked.
LONGEST_SECONDS = 86_400
# Made-up key ids do not make us ask more often; nor does a service that is away.
LEAST_BETWEEN_SECONDS = 30
# The sender of a webhook waits five seconds for all of its receiver's work.
PATIENCE_SECONDS = 2
# How old a delivery with a secret may be: as long as a token is valid.
LIFETIME_SECONDS = 300
SHORTEST_KEY_BYTES = 16

_NOT_GIVEN = object()


class WebhookError(Exception):
    """The webhook is not genuine: answer 401 and do nothing else. `code` says why."""

    def __init__(self, code):
        self.code = code
        super().__init__(f"The webhook is not trusted: {code}")


class Verifier:
    """Says whether a webhook is genuine, by the published keys, the secret, or both."""

    def __init__(self, jwks=None, secret=_NOT_GIVEN, clock_skew=60):
        """`jwks` gives the key set: a client's get_jwks. A secret that is named must be set."""
        self._hmac_key = None if secret is _NOT_GIVEN else _hmac_key(secret)
        if jwks is None and self._hmac_key is None:
            raise ValueError("Give jwks, secret or both")
        self._keys = None if jwks is None else _Keys(jwks)
        self._skew = clock_skew

    def verify(self, headers, body):
        """The payload of a genuine webhook; otherwise a WebhookError.

        `headers` is a mapping with names in any letter case, `body` the bytes as they came.
        """
        found = {name.lower(): value for name, value in headers.items()}
        if self._hmac_key is not None:
            self._check_hmac(found, body)
        claims = None if self._keys is None else self._check_token(found)
        if claims is not None and claims.get("body_sha256") != hashlib.sha256(body).hexdigest():
            raise WebhookError("other_body")
        payload = _read_json(body)
        if claims is not None:
            if payload.get("service_tx_id") != claims.get("service_tx_id"):
                raise WebhookError("other_transaction")
            if payload.get("event") != claims.get("event"):
                raise WebhookError("other_event")
        return payload

    def _check_token(self, headers):
        parts = _header(headers, "x-service-signature").split(".")
        if len(parts) != 3:
            raise WebhookError("malformed")
        head, body, signature = parts
        header = _read_json(_decode(head))
        # No other algorithm, whatever the token claims: with `none` or HS256 anyone could sign.
        if header.get("alg") != "RS256":
            raise WebhookError("wrong_algorithm")
        # The same keys sign alerts to those who run the service.
        if header.get("typ") != "JWT":
            raise WebhookError("wrong_type")
        kid, signed, mark = header.get("kid"), f"{head}.{body}".encode(), _decode(signature)
        if not _fits(self._keys.find(kid), signed, mark):
            if not _fits(self._keys.find(kid, is_doubted=True), signed, mark):
                raise WebhookError("wrong_signature")
        claims = _read_json(_decode(body))
        if claims.get("iss") != ISSUER:
            raise WebhookError("other_sender")
        begin, end = claims.get("iat"), claims.get("exp")
        if not isinstance(begin, int) or not isinstance(end, int):
            raise WebhookError("malformed")
        self._check_age(begin, end)
        if not isinstance(claims.get("event"), str):
            raise WebhookError("other_event")
        # All applications share the keys, and any can name your address in its own payment.
        application = claims.get("application")
        own = self._keys.application or application
        if not isinstance(application, str) or application != own:
            raise WebhookError("other_application")
        return claims

    def _check_hmac(self, headers, body):
        webhook_id = _header(headers, "webhook-id")
        at = _header(headers, "webhook-timestamp")
        given = _header(headers, "webhook-signature")
        # Not isdigit alone: it takes digits that int refuses, and int refuses very long texts.
        if not (at.isascii() and at.isdigit() and len(at) <= 20):
            raise WebhookError("malformed")
        signed = f"{webhook_id}.{at}.".encode() + body
        mark = base64.b64encode(hmac.new(self._hmac_key, signed, "sha256").digest())
        # While a secret is replaced there may be several signatures; one that fits is enough.
        wanted = b"v1," + mark
        if not any(hmac.compare_digest(wanted, one.encode()) for one in given.split(" ")):
            raise WebhookError("wrong_signature")
        self._check_age(int(at), int(at) + LIFETIME_SECONDS)

    def _check_age(self, begin, end):
        now = time.time()
        if now > end + self._skew:
            raise WebhookError("too_old")
        if begin > now + self._skew:
            raise WebhookError("from_the_future")


class _Keys:
    """Keeps the published keys for ten minutes, and for a day if the service cannot be asked."""

    def __init__(self, jwks):
        self._jwks = jwks
        self._lock = threading.Lock()
        self._keys, self._revoked, self.application = {}, (), None
        self._asked_at = self._tried_at = float("-inf")
        # The question that is under way, and why the last one has no answer.
        self._asking = self._failure = None

    def find(self, kid, is_doubted=False):
        """The signature of a doubted key did not fit: a new service gives key ids again."""
        if not isinstance(kid, str):
            raise WebhookError("unknown_key")
        now = time.monotonic()
        age = now - self._asked_at
        is_usable = age <= LONGEST_SECONDS
        is_known = is_usable and kid in self._keys
        if age > (FRESH_SECONDS if is_known and not is_doubted else LEAST_BETWEEN_SECONDS):
            if not is_usable or now - self._tried_at > LEAST_BETWEEN_SECONDS:
                self._ask()
            failure = self._failure
            # What is known is good enough if the service cannot be asked now.
            if failure and not is_known:
                raise failure.with_traceback(None)
        if kid in self._revoked:
            raise WebhookError("revoked_key")
        key = self._keys.get(kid)
        if key is None:
            raise WebhookError("unknown_key")
        return key

    def _ask(self):
        """One question at a time for all threads, none of which waits for long."""
        with self._lock:
            if self._asking is None:
                self._asking = threading.Thread(target=self._fetch, daemon=True)
                self._asking.start()
            asking = self._asking
        asking.join(PATIENCE_SECONDS)
        if asking.is_alive():
            self._end(asking, TimeoutError(f"no keys within {PATIENCE_SECONDS} seconds"))

    def _fetch(self):
        failure, now = None, time.monotonic()
        try:
            self._keep(self._jwks(), now)
        except Exception as error:  # Raised in the threads that wait.
            failure = error
        self._end(threading.current_thread(), failure)

    def _end(self, asking, failure):
        with self._lock:
            if self._asking is asking:
                self._asking, self._failure, self._tried_at = None, failure, time.monotonic()

    def _keep(self, found, now):
        self._revoked = tuple(found.get("revoked", ()))
        self._keys = {
            jwk["kid"]: RSAPublicNumbers(_number(jwk["e"]), _number(jwk["n"])).public_key()
            for jwk in found["keys"]
            if jwk["kty"] == "RSA"
        }
        self.application = found.get("application")
        self._asked_at = now


def _fits(key, signed, mark):
    try:
        key.verify(mark, signed, padding.PKCS1v15(), hashes.SHA256())
        return True
    except InvalidSignature:
        return False


def _hmac_key(secret):
    """With a secret that is not set the key would be empty, and anyone could sign."""
    try:
        key = base64.b64decode((secret or "").removeprefix("whsec_"), validate=True)
        if len(key) >= SHORTEST_KEY_BYTES:
            return key
    except binascii.Error:
        pass
    raise ValueError("The secret must be whsec_ and the base64 of at least 16 bytes")


def _header(headers, name):
    value = headers.get(name)
    if not value:
        raise WebhookError("missing_signature")
    return value


def _decode(part):
    try:
        return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise WebhookError("malformed") from None


def _number(text):
    return int.from_bytes(_decode(text), "big")


def _read_json(text):
    try:
        value = json.loads(text)
    except (ValueError, UnicodeDecodeError):
        value = None
    if not isinstance(value, dict):
        raise WebhookError("malformed")
    return value
