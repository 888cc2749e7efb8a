"""A receiver of webhooks with PyJWT (pip install "pyjwt[crypto]"): python3 receiver.py

PORT, MOMO_URL and MOMO_KEY are its settings. It prints what it has verified.
"""

import hashlib
import hmac
import json
import os
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

MOMO_URL = os.environ.get("MOMO_URL", "http://localhost:8000")
MOMO_KEY = os.environ.get("MOMO_KEY", "none")
FRESH_SECONDS = 600
DAY_SECONDS = 86_400
LARGEST_BODY_BYTES = 65_536
CLAIMS = ["service_tx_id", "event", "application", "body_sha256"]

one_question = threading.Lock()
published = {"keys": {}, "revoked": [], "application": None}
etag = ""
asked_at = tried_at = float("-inf")


def find_key(kid, is_doubted=False):
    """The published keys are asked for every ten minutes, and good for a day without an answer.

    A new key, or one whose signature does not fit, is asked for at most every 30 seconds.
    """
    if is_due(kid, is_doubted):
        with one_question:
            # Another thread may have asked meanwhile.
            if is_due(kid, is_doubted):
                ask()
    if time.monotonic() - asked_at > DAY_SECONDS:
        raise OSError("the keys cannot be asked for")
    if kid in published["revoked"]:
        raise jwt.InvalidTokenError("the key was revoked")
    if kid not in published["keys"]:
        raise jwt.InvalidTokenError("the key is not published")
    return published["keys"][kid]


def is_due(kid, is_doubted):
    now = time.monotonic()
    if now - asked_at > DAY_SECONDS:
        return True
    is_trusted = kid in published["keys"] and not is_doubted
    return now - asked_at > (FRESH_SECONDS if is_trusted else 30) and now - tried_at > 30


def ask():
    """An answer of 304 says that the set is the present one."""
    global published, etag, asked_at, tried_at
    request = urllib.request.Request(
        f"{MOMO_URL}/api/v1/security/jwks.json",
        headers={"X-API-Key": MOMO_KEY, "If-None-Match": etag},
    )
    tried_at = now = time.monotonic()
    try:
        with urllib.request.urlopen(request, timeout=2) as answer:
            found = json.load(answer)
            etag = answer.headers.get("ETag", "")
        published = {
            "keys": {jwk.key_id: jwk.key for jwk in jwt.PyJWKSet.from_dict(found).keys},
            "revoked": found.get("revoked", []),
            "application": found.get("application"),
        }
        asked_at = now
    except urllib.error.HTTPError as error:
        if error.code == 304:
            asked_at = now
    except OSError:
        pass  # What is known is good enough while the service cannot be asked.


def verify(token, body):
    """The payload of a webhook that is to be trusted; otherwise an InvalidTokenError."""
    header = jwt.get_unverified_header(token)
    if header.get("typ") != "JWT":
        raise jwt.InvalidTokenError("the token is not one of a webhook")
    kid = header.get("kid")
    try:
        claims = read_claims(token, find_key(kid))
    except jwt.InvalidSignatureError:
        # A service that is set up anew gives the key ids of the earlier one again.
        claims = read_claims(token, find_key(kid, is_doubted=True))
    if not hmac.compare_digest(claims["body_sha256"], hashlib.sha256(body).hexdigest()):
        raise jwt.InvalidTokenError("the body is not the one that was signed")
    payload = json.loads(body)
    if payload["service_tx_id"] != claims["service_tx_id"]:
        raise jwt.InvalidTokenError("the token is for another transaction")
    if payload["event"] != claims["event"]:
        raise jwt.InvalidTokenError("the token is for another event")
    if claims["application"] != published["application"]:
        raise jwt.InvalidTokenError("the payment is of another application")
    return payload


def read_claims(token, key):
    return jwt.decode(
        token,
        key,
        algorithms=["RS256"],
        issuer="service-payments",
        leeway=60,
        options={"require": ["exp", "iat", "iss", *CLAIMS]},
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > LARGEST_BODY_BYTES:
            return self.answer(413)
        body = self.rfile.read(length)
        try:
            payload = verify(self.headers.get("X-Service-Signature", ""), body)
        except jwt.InvalidTokenError as error:
            print(f"REFUSED: {error}", flush=True)
            return self.answer(401)
        print(f"{payload['event']} {payload['reference']} verified", flush=True)
        # The same event may come more than once: credit a service_tx_id once.
        if payload["event"] == "payment.succeeded" and payload["direction"] == "deposit":
            print(f"credit {payload['reference']}", flush=True)
        return self.answer(200)

    def answer(self, status):
        body = json.dumps({"received": status == 200}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Only what was verified or refused is told."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
    print(f"Receiver on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
