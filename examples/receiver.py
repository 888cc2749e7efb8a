"""A receiver of webhooks with PyJWT (pip install "pyjwt[crypto]"): python3 receiver.py

PORT, MOMO_URL and MOMO_KEY are its settings. It prints what it has verified.
"""

import hashlib
import hmac
import json
import os
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

MOMO_URL = os.environ.get("MOMO_URL", "http://localhost:8000")
MOMO_KEY = os.environ.get("MOMO_KEY", "none")
DAY_SECONDS = 86_400
LARGEST_BODY_BYTES = 65_536

keys = {}
application = None
asked_at = 0.0


def find_key(kid):
    """The published keys are kept for a day; a new one is asked for, at most every 30 seconds."""
    global application, asked_at
    age = time.monotonic() - asked_at
    if age > DAY_SECONDS or (kid not in keys and (age > 30 or not keys)):
        request = urllib.request.Request(
            f"{MOMO_URL}/api/v1/security/jwks.json", headers={"X-API-Key": MOMO_KEY}
        )
        with urllib.request.urlopen(request, timeout=5) as answer:
            published = json.load(answer)
        application = published.get("application")
        for jwk in jwt.PyJWKSet.from_dict(published).keys:
            keys[jwk.key_id] = jwk.key
        asked_at = time.monotonic()
    if kid not in keys:
        raise jwt.InvalidTokenError("the key is not published")
    return keys[kid]


def verify(token, body):
    """The payload of a webhook that is to be trusted; otherwise an InvalidTokenError."""
    kid = jwt.get_unverified_header(token).get("kid")
    claims = jwt.decode(
        token,
        find_key(kid),
        algorithms=["RS256"],
        leeway=60,
        options={"require": ["exp", "iat", "service_tx_id", "body_sha256"]},
    )
    if not hmac.compare_digest(claims["body_sha256"], hashlib.sha256(body).hexdigest()):
        raise jwt.InvalidTokenError("the body is not the one that was signed")
    payload = json.loads(body)
    if payload["service_tx_id"] != claims["service_tx_id"]:
        raise jwt.InvalidTokenError("the token is for another transaction")
    if claims.get("application", application) != application:
        raise jwt.InvalidTokenError("the payment is of another application")
    return payload


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
        # The same event may come more than once: credit a service_tx_id once.
        print(f"{payload['event']} {payload['reference']} verified", flush=True)
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
