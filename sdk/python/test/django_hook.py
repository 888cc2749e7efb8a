"""Handles webhooks from standard input, as JSON [{headers, body}], with Debian's Django and the view
of a file, and prints the statuses: python3 django_hook.py VIEW_FILE ADDRESS
"""

import json
import pathlib
import sys

import django
from django.conf import settings

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
_, view_file, address = sys.argv
settings.configure(
    SECRET_KEY="test", ALLOWED_HOSTS=["testserver"], MOMO_URL=address, MOMO_KEY="key"
)
django.setup()

from django.test import RequestFactory  # noqa: E402

credited = []


def credit_once(reference, service_tx_id):
    if service_tx_id not in credited:
        credited.append(service_tx_id)


view = {"credit_once": credit_once}
exec(compile(pathlib.Path(view_file).read_text(), view_file, "exec"), view)
factory = RequestFactory()
statuses = []
for webhook in json.load(sys.stdin):
    headers = {
        "HTTP_" + name.upper().replace("-", "_"): value
        for name, value in webhook["headers"].items()
    }
    request = factory.post(
        "/hooks/payments", webhook["body"].encode(), content_type="application/json", **headers
    )
    statuses.append(view["payment_hook"](request).status_code)
print(json.dumps({"statuses": statuses, "credited": credited}))
