"""A client of the Mobile Money Payment Service, in one file: copy it into your project.

It needs Python 3.9 or later and nothing else. Requests and answers are dictionaries with the
members of docs/interface.md. The API key belongs in a backend.

    payments = momo_client.Client(os.environ.get("MOMO_URL"), os.environ.get("MOMO_KEY"))
    deposit = payments.create_deposit({...})
"""

import http.client
import json
import queue
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime

VERSION = "0.3.0"

# Refused before anything was done: the request was late, or one too many.
NOT_BEGUN = (408, 429)
OUTCOMES = ("succeeded", "failed", "expired")
SHORTEST_PAUSE_SECONDS = 0.125
LONGEST_PAUSE_SECONDS = 8.0
LONGEST_WAIT_SECONDS = 30.0
# The service notices an expiry within seconds; the longest pause and a read also fit in.
AFTER_WINDOW_SECONDS = 60.0


class ApiError(Exception):
    """The service answered, but not with success. Branch on `code`, or on `status`."""

    def __init__(self, status, headers, body):
        body = body if isinstance(body, dict) else {}
        detail, code = body.get("detail"), body.get("code")
        details = detail if isinstance(detail, list) else [detail]
        self.status = status
        self.code = code if isinstance(code, str) else "unknown"
        self.hint = body.get("hint")
        self.issues = [one for one in details if _is_issue(one)]
        self.request_id = headers.get("x-request-id")
        after = headers.get("retry-after", "")
        self.retry_after_seconds = int(after) if after.isdigit() else None
        words = "; ".join(
            f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" if _is_issue(one) else one
            for one in details
            if _is_issue(one) or isinstance(one, str)
        )
        super().__init__(f"{status}: {words or 'no answer of the service: check base_url'}")


def _is_issue(one):
    return isinstance(one, dict) and isinstance(one.get("loc"), list) and "msg" in one


class NoAnswerError(Exception):
    """No answer: the payment may exist or not. Call again with the same reference."""


class NotSettledError(Exception):
    """wait_for ran out of time; the transaction may still reach an outcome."""

    def __init__(self, service_tx_id, transaction):
        self.transaction = transaction
        state = transaction["state"] if transaction else "unread"
        super().__init__(f"{service_tx_id} is still {state}")


class LastResponse:
    """What came beside the body of the last answer."""

    def __init__(self, status, headers):
        self.status = status
        self.headers = headers
        self.request_id = headers.get("x-request-id")
        self.is_replayed = headers.get("idempotent-replayed") == "true"
        differs = headers.get("idempotent-differs", "")
        self.differs = [name for name in re.split(r"[\s,]+", differs) if name]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect never receives the key."""

    def redirect_request(self, *_):
        return None


class Client:
    """One method for each operation of the interface.

    A client is for one thread at a time: `last_response` is that of its last call.
    """

    def __init__(self, base_url, api_key, timeout=30.0, attempt_timeout=15.0, retries=3):
        for name, value in (("base_url", base_url), ("api_key", api_key)):
            if not value:
                raise ValueError(f"{name} is not set: look at your environment")
        if not re.fullmatch(r"https?://[^\s?#@]+", base_url):
            raise ValueError("base_url must be an http or https address")
        if not re.fullmatch(r"[!-~]+", api_key):
            raise ValueError("api_key must be the key alone, without spaces")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._attempt_timeout = attempt_timeout
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._jwks = {}
        self.last_response = None

    def create_deposit(self, request):
        """Collect money. The same reference gives the same deposit, so it may be repeated."""
        return self._send("POST", "/api/v1/deposits", request)

    def create_withdrawal(self, request):
        """Pay money out, once staff have approved it. The same reference gives the same one."""
        return self._send("POST", "/api/v1/withdrawals", request)

    def create_refund(self, deposit_id, request):
        """Give a deposit back, once staff have approved it. The same reference is the same one."""
        return self._send("POST", f"/api/v1/deposits/{_part(deposit_id)}/refunds", request)

    def get_transaction(self, service_tx_id):
        return self._send("GET", f"/api/v1/transactions/{_part(service_tx_id)}")

    def list_player_transactions(self, player_id, **filters):
        """One page of a player's transactions: status, direction, page, limit."""
        path = f"/api/v1/players/{_part(player_id)}/transactions"
        return self._send("GET", path + _query(filters))

    def player_transactions(self, player_id, **filters):
        """Every transaction of a player, newest first, page after page."""
        # A new transaction shifts the pages, so one may come twice.
        seen = set()
        page = filters.pop("page", 1)
        while True:
            found = self.list_player_transactions(player_id, page=page, **filters)
            for item in found["items"]:
                if item["service_tx_id"] not in seen:
                    seen.add(item["service_tx_id"])
                    yield item
            if page >= found["pages"] or not found["items"]:
                return
            page += 1

    def replay_webhook(self, service_tx_id):
        path = f"/api/v1/transactions/{_part(service_tx_id)}/replay-webhook"
        return self._send("POST", path, is_act=True)

    def list_transactions(self, **filters):
        """One page of yours: reference, player_id, direction, status, operator, from, to, cursor, limit."""
        return self._send("GET", "/api/v1/transactions" + _query(filters))

    def transactions(self, **filters):
        """Every transaction of yours, newest first, page after page."""
        return self._pages(self.list_transactions, "next_cursor", "cursor", filters)

    def create_checkout(self, request):
        """A page on which a buyer pays an amount: send the buyer to `url`. Safe to repeat."""
        return self._send("POST", "/api/v1/checkouts", request)

    def get_checkout(self, checkout_id):
        """Do this before you deliver: what a browser brings back proves nothing."""
        return self._send("GET", f"/api/v1/checkouts/{_part(checkout_id)}")

    def cancel_checkout(self, checkout_id):
        """What a buyer still pays is listed as `surplus`."""
        return self._send("POST", f"/api/v1/checkouts/{_part(checkout_id)}/cancel")

    def list_webhooks(self, **filters):
        """One page of deliveries: service_tx_id, state, before, limit."""
        return self._send("GET", "/api/v1/webhooks" + _query(filters))

    def webhooks(self, **filters):
        """Every delivery, newest first, page after page."""
        return self._pages(self.list_webhooks, "next_before", "before", filters)

    def get_statement(self, **filters):
        """One page of a statement. `from` is a word of Python: get_statement(**{"from": …})."""
        return self._send("GET", "/api/v1/statement" + _query(filters))

    def get_balance(self):
        """What you have with the service now, and what can be paid out of it."""
        return self._send("GET", "/api/v1/balance")

    def movements(self, **filters):
        """Every movement of the days of a statement, the oldest first, page after page."""
        return self._pages(self.get_statement, "next_cursor", "cursor", filters)

    def detect_operator(self, request):
        return self._send("POST", "/api/v1/msisdn/detect", request)

    def list_providers(self, country="CM"):
        return self._send("GET", f"/api/v1/{_part(country)}/providers")

    def list_provider_health(self, country="CM"):
        return self._send("GET", f"/api/v1/{_part(country)}/providers/status")

    def get_callback_public_key(self):
        return self._send("GET", "/api/v1/security/callback-public-key")

    def get_jwks(self):
        """The published keys; a set that is known is named, and not sent again."""
        return self._send("GET", "/api/v1/security/jwks.json", known=self._jwks)

    def simulate_outcome(self, service_tx_id, outcome):
        """Sandbox only: decide how a transaction ends."""
        path = f"/api/v1/sandbox/transactions/{_part(service_tx_id)}/simulate"
        return self._send("POST", path, {"outcome": outcome}, is_act=True)

    def advance_clock(self, seconds):
        """Sandbox only: let time pass for open transactions."""
        path = "/api/v1/sandbox/clock/advance"
        return self._send("POST", path, {"seconds": seconds}, is_act=True)

    def open_phone(self, request):
        """Sandbox only: a page on which a person confirms or refuses the requests to a number."""
        return self._send("POST", "/api/v1/sandbox/phones", request)

    def get_health(self):
        return self._send("GET", "/health")

    def wait_for(self, service_tx_id, timeout=None, interval=5.0):
        """Read the transaction until it has succeeded, failed or expired.

        By default for 10 minutes, and for an open deposit until a minute after its time to
        confirm. A service that restarts or is busy is asked again.
        """
        started = time.monotonic()
        ends = started + (600.0 if timeout is None else timeout)
        transaction, pause = None, interval
        while True:
            asked = 0
            try:
                left = max(0.001, ends - time.monotonic())
                path = f"/api/v1/transactions/{_part(service_tx_id)}"
                transaction = self._send("GET", path, timeout=min(left, self._timeout))
                if transaction["state"] in OUTCOMES:
                    return transaction
                if timeout is None and transaction["expires_at"]:
                    ends = max(ends, started + _window(transaction) + AFTER_WINDOW_SECONDS)
            except NoAnswerError:
                pass
            except ApiError as error:
                if error.status not in NOT_BEGUN and error.status < 500:
                    raise
                asked = error.retry_after_seconds or 0
            # A second is left for the last read, which sees an outcome of the last moments.
            seconds = min(max(asked, pause), ends - time.monotonic() - 1.0)
            if seconds < 0:
                raise NotSettledError(service_tx_id, transaction)
            time.sleep(seconds)
            pause = min(pause * 1.25, LONGEST_WAIT_SECONDS)

    def _pages(self, read, cursor, name, filters):
        while True:
            page = read(**filters)
            yield from page["items"]
            if not page[cursor]:
                return
            filters = {**filters, name: page[cursor]}

    def _send(self, method, path, body=None, is_act=False, timeout=None, known=None):
        """Repeats what is safe to repeat. An act is repeated only if it was not done: NOT_BEGUN."""
        ends = time.monotonic() + (timeout or self._timeout)
        # Once, so that every repeat is the same request whatever the caller does with the object.
        data = None if body is None else json.dumps(body).encode()
        attempt = 1
        while True:
            try:
                return self._attempt(method, path, data, ends - time.monotonic(), known)
            except NoAnswerError as error:
                problem, asked, is_safe = error, 0, not is_act
            except ApiError as error:
                is_passing = error.status in NOT_BEGUN or (error.status >= 500 and not is_act)
                # Without a provider the player can take the other operator at once.
                is_safe = is_passing and error.code != "no_provider_available"
                problem, asked = error, error.retry_after_seconds or 0
            grown = min(SHORTEST_PAUSE_SECONDS * 2**attempt, LONGEST_PAUSE_SECONDS)
            pause = max(asked, grown / 2) + random.random() * grown / 2
            if not is_safe or attempt > self._retries or time.monotonic() + pause >= ends:
                raise problem
            time.sleep(pause)
            attempt += 1

    def _attempt(self, method, path, data, left, known):
        headers = {
            "accept": "application/json",
            "user-agent": f"momo-sdk-python/{VERSION}",
            "x-api-key": self._api_key,
        }
        if data is not None:
            headers["content-type"] = "application/json"
        if known:
            headers["if-none-match"] = known["tag"]
        request = urllib.request.Request(self._base_url + path, data, headers, method=method)
        seconds = max(0.001, min(left, self._attempt_timeout))
        try:
            answer, text = _within(seconds, lambda: self._ask(request, seconds))
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswerError(f"{method} {path}: {error}") from error
        found = {name.lower(): value for name, value in answer.headers.items()}
        if known and answer.status == 304:
            self.last_response = LastResponse(answer.status, found)
            return known["answer"]
        try:
            parsed = json.loads(text)
        except ValueError:
            parsed = None
        if not 200 <= answer.status < 300 or not isinstance(parsed, dict):
            raise ApiError(answer.status, found, parsed)
        self.last_response = LastResponse(answer.status, found)
        if known is not None and "etag" in found:
            known.update(tag=found["etag"], answer=parsed)
        return parsed

    def _ask(self, request, seconds):
        try:
            answer = self._opener.open(request, timeout=seconds)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer, answer.read()


def _within(seconds, act):
    """The timeout of a socket is for each read: a service that drips would have no end."""
    results = queue.SimpleQueue()

    def run():
        try:
            results.put((act(), None))
        except Exception as error:
            results.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        result, error = results.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"no answer within {seconds:.3g} seconds") from None
    if error is not None:
        raise error
    return result


def _part(value):
    """A text or UUID as a part of a path; an empty one, . or .. would be another operation's."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError("an id is empty, . or ..")
    return urllib.parse.quote(text, safe="")


def _query(filters):
    given = {name: value for name, value in filters.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""


def _window(transaction):
    """By the service's clock alone: ours may be wrong."""
    begin, end = (_moment(transaction[name]) for name in ("created_at", "expires_at"))
    return (end - begin).total_seconds()


def _moment(text):
    # Python 3.9 and 3.10 do not read the Z.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
