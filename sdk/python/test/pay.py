"""Uses every operation of a real service and prints the results, as JSON:
python3 pay.py ADDRESS KEY CALLBACK_URL
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import momo_client  # noqa: E402

_, address, key, callback_url = sys.argv
payments = momo_client.Client(address, key)
PLAYER = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"


def request(reference, **more):
    base = {
        "player_id": PLAYER,
        "msisdn": "+237670000000",
        "amount_xaf": 500,
        "operator": "mtn",
        "reference": reference,
    }
    return {**base, **more}


def refusal_of(call):
    try:
        return call()
    except momo_client.ApiError as error:
        return [type(error).__name__, error.status, error.code, bool(error.request_id)]
    except (ValueError, momo_client.NotSettledError) as error:
        return [type(error).__name__, str(error)]


deposit = payments.create_deposit(request("commande-é", callback_url=callback_url))
service_tx_id = deposit["service_tx_id"]
repeated = payments.create_deposit(request("commande-é", amount_xaf=900))
replay = [payments.last_response.is_replayed, payments.last_response.differs]
waited = refusal_of(lambda: payments.wait_for(service_tx_id, timeout=1))[0]
event = payments.simulate_outcome(service_tx_id, "succeeded")["webhook_event"]
for reference in ("two", "three"):
    payments.create_deposit(request(reference))
days = {"from": "2026-01-01", "to": "2099-01-01", "limit": 1}
print(
    json.dumps(
        {
            "is_same": repeated["service_tx_id"] == service_tx_id,
            "replay": replay,
            "waited": waited,
            "state": payments.wait_for(service_tx_id)["state"],
            "event": event,
            "withdrawal": payments.create_withdrawal(request("out"))["status"],
            "refund": payments.create_refund(
                service_tx_id, {"reference": "back", "amount_xaf": 100}
            )["refund_of"]
            == service_tx_id,
            "listed": [one["reference"] for one in payments.player_transactions(PLAYER, limit=1)],
            "moved": [one["amount_xaf"] for one in payments.movements(**days)],
            "sent": [one["event"] for one in payments.webhooks(limit=1)],
            "operator": payments.detect_operator({"msisdn": "6 90 00 00 01"})["operator"],
            "countries": [
                payments.list_providers()["country_code"],
                payments.list_provider_health()["country_code"],
            ],
            "keys": [
                payments.get_callback_public_key()["key_id"],
                payments.get_jwks()["keys"][0]["kid"],
            ],
            "phone": "/sandbox/phones/" in payments.open_phone({"msisdn": "670000000"})["url"],
            "health": payments.get_health()["status"],
            "clock": payments.advance_clock(1)["seconds"],
            "replayed": payments.replay_webhook(service_tx_id)["dispatched"],
            "small": refusal_of(lambda: payments.create_deposit(request("s", amount_xaf=1))),
            "no_provider": refusal_of(
                lambda: payments.create_deposit(request("n", msisdn="+237679990021"))
            ),
            "stranger": refusal_of(
                lambda: momo_client.Client(address, "x").get_transaction(service_tx_id)
            ),
            "unset": refusal_of(lambda: momo_client.Client(address, None)),
        }
    )
)
