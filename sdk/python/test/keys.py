"""Asks for the published keys twice, as JSON: python3 keys.py ADDRESS"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import momo_client  # noqa: E402

payments = momo_client.Client(sys.argv[1], "key")
statuses = []
found = []
for _ in range(2):
    found.append(payments.get_jwks())
    statuses.append(payments.last_response.status)
print(json.dumps([*found, statuses]))
