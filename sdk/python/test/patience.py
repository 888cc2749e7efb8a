"""How long a webhook waits when the keys are due again and the service does not answer."""

import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import momo_webhooks  # noqa: E402

given = json.load(sys.stdin)
headers, body = given["webhook"]["headers"], given["webhook"]["body"].encode()
answers = [given["jwks"]]


def jwks():
    if answers:
        return answers.pop()
    time.sleep(60)


verifier = momo_webhooks.Verifier(jwks)
verifier.verify(headers, body)
momo_webhooks.FRESH_SECONDS = momo_webhooks.LEAST_BETWEEN_SECONDS = 0
started = time.monotonic()
payload = verifier.verify(headers, body)
print(json.dumps([payload["reference"], round(time.monotonic() - started)]))
