"""How webhooks fare whose keys are to be asked for, and how often and how long that is."""

import json
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import momo_webhooks  # noqa: E402

given = json.load(sys.stdin)


class Scene:
    """A verifier that has the keys; afterwards the service does what the scene says."""

    def __init__(self, answer):
        self.asked = 0
        self._answers = [given["jwks"]]
        self._answer = answer
        self.verifier = momo_webhooks.Verifier(self._jwks)
        self.verify("genuine")
        self.asked = 0

    def _jwks(self):
        self.asked += 1
        return self._answers.pop() if self._answers else self._answer()

    def verify(self, name):
        webhook = given["webhooks"][name]
        try:
            payload = self.verifier.verify(webhook["headers"], webhook["body"].encode())
            return payload["reference"]
        except momo_webhooks.WebhookError as error:
            return error.code
        except OSError as error:
            return type(error).__name__

    def verify_together(self, name, times):
        found = []
        threads = [
            threading.Thread(target=lambda: found.append(self.verify(name))) for _ in range(times)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return found

    def timed(self, name):
        started = time.monotonic()
        found = self.verify(name)
        return [found, time.monotonic() - started < 4]

    def pass_seconds(self, seconds):
        real = time.monotonic
        momo_webhooks.time = type("Later", (), {"time": time.time, "monotonic": lambda: real() + seconds})


def away():
    raise ConnectionRefusedError("no connection")


def silent():
    time.sleep(60)


def scene(answer, seconds):
    momo_webhooks.time = time
    found = Scene(answer)
    found.pass_seconds(seconds)
    return found


stale = scene(silent, 3_600)
results = {"stale": stale.timed("genuine")}

unknown = scene(silent, 60)
waiting = threading.Thread(target=unknown.verify, args=("unknown",))
waiting.start()
time.sleep(0.2)
results["meanwhile"] = [unknown.verify("genuine"), waiting.is_alive()]
waiting.join()
results["unknown"] = [unknown.timed("unknown"), unknown.asked]

lost = scene(away, 60)
results["away"] = [[lost.verify("unknown") for _ in range(3)], lost.asked]

renewed = scene(lambda: given["other"], 60)
results["renewed"] = [renewed.verify("other"), renewed.verify("genuine"), renewed.asked]
young = scene(lambda: given["other"], 0)
results["young"] = [young.verify("other"), young.asked]

MINUTE, HOUR = 60, 3_600
revoked = scene(lambda: given["revoked"], 9 * MINUTE)
results["nine_minutes"] = [revoked.verify("genuine"), revoked.asked]
revoked.pass_seconds(11 * MINUTE)
results["eleven_minutes"] = [revoked.verify_together("genuine", 3), revoked.asked]
listed = scene(lambda: given["listed"], 11 * MINUTE)
results["listed"] = listed.verify("genuine")

day = scene(away, 23 * HOUR)
results["away_for_hours"] = [[day.verify("genuine") for _ in range(5)], day.asked]
day.pass_seconds(23 * HOUR + MINUTE)
results["a_minute_later"] = [day.verify("genuine"), day.asked]
day.pass_seconds(25 * HOUR)
results["away_for_a_day"] = day.verify("genuine")
print(json.dumps(results))
