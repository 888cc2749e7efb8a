"""Verifies webhooks from standard input with the keys of a service, and perhaps a secret:
python3 verify.py ADDRESS KEY [SECRET]
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import momo_client  # noqa: E402
import momo_webhooks  # noqa: E402

_, address, key, *secret = sys.argv
findings = []
try:
    payments = momo_client.Client(address, key, timeout=5)
    given = {"secret": secret[0]} if secret else {}
    verifier = momo_webhooks.Verifier(payments.get_jwks, **given)
    for webhook in json.load(sys.stdin):
        try:
            payload = verifier.verify(webhook["headers"], webhook["body"].encode())
            findings.append(payload["reference"])
        except momo_webhooks.WebhookError as error:
            findings.append(error.code)
except ValueError as error:
    findings.append(str(error))
print(json.dumps(findings))
