"""Gives the client what it must withstand, and prints the results as JSON:
python3 faults.py DRIPPING_BODY DRIPPING_HEAD BUSY
"""

import json
import pathlib
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import momo_client  # noqa: E402

_, *dripping, busy = sys.argv


def outcome_of(call):
    try:
        return call()
    except (ValueError, momo_client.NoAnswerError, momo_client.ApiError) as error:
        return type(error).__name__


started = time.monotonic()
dripped = [
    outcome_of(momo_client.Client(one, "key", attempt_timeout=0.5, retries=0).get_health)
    for one in dripping
]
seconds = time.monotonic() - started

request = {"reference": "order-1"}
momo_client.time.sleep = lambda _: request.update(reference="order-2")
payments = momo_client.Client(busy, "key", retries=2)
sent = outcome_of(lambda: payments.create_deposit(request))
errors = [
    momo_client.ApiError(400, {}, body)
    for body in ({"detail": ["x"]}, {"detail": [{"loc": "b"}], "code": 5}, {"detail": {"a": 1}})
]
print(
    json.dumps(
        {
            "dripped": [*dripped, seconds < 7],
            "sent": sent,
            "ids": [outcome_of(lambda: payments.get_transaction(id)) for id in ("", ".", "..")],
            "uuid": outcome_of(lambda: payments.get_transaction(uuid.UUID(int=1))),
            "errors": [[str(error), error.code, error.issues] for error in errors],
        }
    )
)
