<?php

declare(strict_types=1);

namespace Momo;

/**
 * A client of the service: one method for each operation, named as in docs/openapi.json. Requests
 * and answers are arrays with the members that the interface names; `Types` has their shapes, which
 * PHPStan and Psalm check.
 *
 * @phpstan-import-type Balance from Types
 * @phpstan-import-type ClockAdvance from Types
 * @phpstan-import-type Deposit from Types
 * @phpstan-import-type DepositRequest from Types
 * @phpstan-import-type Detection from Types
 * @phpstan-import-type DetectionRequest from Types
 * @phpstan-import-type Health from Types
 * @phpstan-import-type JsonWebKeySet from Types
 * @phpstan-import-type Movement from Types
 * @phpstan-import-type Phone from Types
 * @phpstan-import-type ProviderCatalogue from Types
 * @phpstan-import-type ProviderHealthList from Types
 * @phpstan-import-type PublicKey from Types
 * @phpstan-import-type Replay from Types
 * @phpstan-import-type Simulation from Types
 * @phpstan-import-type Statement from Types
 * @phpstan-import-type Transaction from Types
 * @phpstan-import-type TransactionList from Types
 * @phpstan-import-type TransactionPage from Types
 * @phpstan-import-type TransactionSummary from Types
 * @phpstan-import-type WebhookDelivery from Types
 * @phpstan-import-type Checkout from Types
 * @phpstan-import-type CheckoutRequest from Types
 * @phpstan-import-type CreatedCheckout from Types
 * @phpstan-import-type WebhookPage from Types
 * @phpstan-import-type RefundRequest from Types
 * @phpstan-import-type Withdrawal from Types
 * @phpstan-import-type WithdrawalRequest from Types
 */
final class Client implements KeySource
{
    private readonly Sender $sender;

    /**
     * An address or key that is not set (`getenv` then gives false) is an error at once.
     *
     * @param float $timeoutSeconds for a whole call with all its repeats
     * @param float $attemptTimeoutSeconds for one of them; a prompt may take the service nine
     */
    public function __construct(
        string|false|null $baseUrl,
        #[\SensitiveParameter] string|false|null $apiKey,
        float $timeoutSeconds = 30.0,
        float $attemptTimeoutSeconds = 15.0,
        int $retries = 3,
    ) {
        $address = self::required('address', $baseUrl, '~^https?://[^\s?#@]+\z~');
        $key = self::required('key', $apiKey, '~^[!-\x7e]+\z~');
        $this->sender = new Sender($address, $key, $timeoutSeconds, $attemptTimeoutSeconds, $retries);
    }

    private static function required(
        string $name,
        #[\SensitiveParameter] string|false|null $value,
        string $form,
    ): string {
        if (!is_string($value) || $value === '') {
            throw new \InvalidArgumentException("The $name is not set: look at your environment");
        }
        if (preg_match($form, $value) !== 1) {
            throw new \InvalidArgumentException("The $name has not the form of one");
        }
        return $value;
    }

    /** Tells clients of other services and keys apart, without showing the key. */
    public function fingerprint(): string
    {
        return $this->sender->fingerprint();
    }

    /** What came beside the body of the last answer; null before the first. */
    public function lastResponse(): ?LastResponse
    {
        return $this->sender->lastResponse();
    }

    /**
     * The same reference again gives the same deposit, so it may be called again after an error.
     *
     * @param DepositRequest $request
     * @return Deposit
     */
    public function createDeposit(array $request): array
    {
        return $this->sender->send('POST', '/api/v1/deposits', $request, true);
    }

    /**
     * @param WithdrawalRequest $request
     * @return Withdrawal
     */
    public function createWithdrawal(array $request): array
    {
        return $this->sender->send('POST', '/api/v1/withdrawals', $request, true);
    }

    /**
     * Gives a deposit back, all that is left of it unless `amount_xaf` says less.
     *
     * @param RefundRequest $request
     * @return Withdrawal
     */
    public function createRefund(string $depositId, array $request): array
    {
        $path = '/api/v1/deposits/' . rawurlencode($depositId) . '/refunds';
        return $this->sender->send('POST', $path, $request, true);
    }

    /**
     * @return Transaction
     */
    public function getTransaction(string $id): array
    {
        return $this->readTransaction($id, INF);
    }

    /**
     * @param array<string, string|int> $filter status, direction, page, limit
     * @return TransactionPage
     */
    public function listPlayerTransactions(string $playerId, array $filter = []): array
    {
        $query = $filter === [] ? '' : '?' . http_build_query($filter);
        return $this->read('/api/v1/players/' . rawurlencode($playerId) . "/transactions$query");
    }

    /**
     * Your transactions, newest first; the next page begins at `next_cursor`.
     *
     * @param array{reference?: string, player_id?: string, direction?: string, status?: string, operator?: string, from?: string, to?: string, cursor?: string, limit?: int} $filter
     * @return TransactionList
     */
    public function listTransactions(array $filter = []): array
    {
        $query = $filter === [] ? '' : '?' . http_build_query($filter);
        return $this->read("/api/v1/transactions$query");
    }

    /**
     * Makes a page on which a buyer pays an amount: send the buyer to `url`. Safe to repeat.
     *
     * @param CheckoutRequest $checkout
     * @return CreatedCheckout
     */
    public function createCheckout(array $checkout): array
    {
        return $this->sender->send('POST', '/api/v1/checkouts', $checkout, true);
    }

    /**
     * Do this before you deliver: what a browser brings back proves nothing.
     *
     * @return Checkout
     */
    public function getCheckout(string $id): array
    {
        return $this->read('/api/v1/checkouts/' . rawurlencode($id));
    }

    /**
     * Cancels an open checkout. What a buyer still pays is listed as `surplus`.
     *
     * @return Checkout
     */
    public function cancelCheckout(string $id): array
    {
        $path = '/api/v1/checkouts/' . rawurlencode($id) . '/cancel';
        return $this->sender->send('POST', $path, null, true);
    }

    /**
     * @return Replay
     */
    public function replayWebhook(string $id): array
    {
        $path = '/api/v1/transactions/' . rawurlencode($id) . '/replay-webhook';
        return $this->sender->send('POST', $path, null, false);
    }

    /**
     * @param array<string, string|int> $filter service_tx_id, state, before, limit
     * @return WebhookPage
     */
    public function listWebhooks(array $filter = []): array
    {
        $query = $filter === [] ? '' : '?' . http_build_query($filter);
        return $this->read("/api/v1/webhooks$query");
    }

    /**
     * What you have with the service now, and what can be paid out of it.
     *
     * @return Balance
     */
    public function getBalance(): array
    {
        return $this->read('/api/v1/balance');
    }

    /**
     * @param array<string, string|int> $filter from, to, cursor, limit
     * @return Statement
     */
    public function getStatement(array $filter): array
    {
        return $this->read('/api/v1/statement?' . http_build_query($filter));
    }

    /**
     * @param DetectionRequest $request
     * @return Detection
     */
    public function detectOperator(array $request): array
    {
        return $this->sender->send('POST', '/api/v1/msisdn/detect', $request, true);
    }

    /**
     * @return ProviderCatalogue
     */
    public function listProviders(string $country = 'CM'): array
    {
        return $this->read('/api/v1/' . rawurlencode($country) . '/providers');
    }

    /**
     * @return ProviderHealthList
     */
    public function listProviderHealth(string $country = 'CM'): array
    {
        return $this->read('/api/v1/' . rawurlencode($country) . '/providers/status');
    }

    /**
     * @return PublicKey
     */
    public function getCallbackPublicKey(): array
    {
        return $this->read('/api/v1/security/callback-public-key');
    }

    /**
     * @return JsonWebKeySet
     */
    public function getJwks(): array
    {
        return $this->read('/api/v1/security/jwks.json');
    }

    /**
     * The same, unless the set with this tag is the present one: then null.
     *
     * @param ?string $etag of the set that is kept; afterwards that of the present one
     */
    public function fetchJwks(?string &$etag, float $endsAt = INF): ?array
    {
        $path = '/api/v1/security/jwks.json';
        $set = $this->sender->send('GET', $path, null, true, $endsAt, $etag);
        return $set === [] ? null : $set;
    }

    /**
     * Sandbox only.
     *
     * @return Simulation
     */
    public function simulateOutcome(string $id, string $outcome): array
    {
        $path = '/api/v1/sandbox/transactions/' . rawurlencode($id) . '/simulate';
        return $this->sender->send('POST', $path, ['outcome' => $outcome], false);
    }

    /**
     * Sandbox only: lets time pass for what is open.
     *
     * @return ClockAdvance
     */
    public function advanceClock(int $seconds): array
    {
        return $this->sender->send('POST', '/api/v1/sandbox/clock/advance', ['seconds' => $seconds], false);
    }

    /**
     * Sandbox only: a page on which a person confirms or refuses what this number is asked for.
     *
     * @return Phone
     */
    public function openPhone(string $msisdn): array
    {
        return $this->sender->send('POST', '/api/v1/sandbox/phones', ['msisdn' => $msisdn], true);
    }

    /**
     * @return Health
     */
    public function getHealth(): array
    {
        return $this->read('/health');
    }

    /**
     * Reads the transaction until it has succeeded, failed or expired: for 10 minutes, and for an
     * open deposit until a minute after its time to confirm, unless another time is given.
     *
     * @return Transaction
     */
    public function waitFor(
        string $id,
        ?float $timeoutSeconds = null,
        float $intervalSeconds = 5.0,
    ): array {
        $read = fn (float $endsAt): array => $this->readTransaction($id, $endsAt);
        return Wait::forOutcome($id, $read, $timeoutSeconds, $intervalSeconds);
    }

    /**
     * Every transaction of a player, newest first, page after page.
     *
     * @param array<string, string|int> $filter
     * @return \Generator<int, TransactionSummary>
     */
    public function playerTransactions(string $playerId, array $filter = []): \Generator
    {
        // A transaction that is created meanwhile moves the others on, so one may be met twice.
        $seen = [];
        for ($page = $filter['page'] ?? 1; ; $page++) {
            $found = $this->listPlayerTransactions($playerId, ['page' => $page] + $filter);
            foreach ($found['items'] as $item) {
                if (!isset($seen[$item['service_tx_id']])) {
                    $seen[$item['service_tx_id']] = true;
                    yield $item;
                }
            }
            if ($page >= $found['pages'] || $found['items'] === []) {
                return;
            }
        }
    }

    /**
     * Every delivery of a webhook, newest first, page after page.
     *
     * @param array<string, string|int> $filter
     * @return \Generator<int, WebhookDelivery>
     */
    public function webhooks(array $filter = []): \Generator
    {
        return self::itemsOf($this->listWebhooks(...), 'before', $filter);
    }

    /**
     * Every transaction of yours, newest first, page after page.
     *
     * @param array{reference?: string, player_id?: string, direction?: string, status?: string, operator?: string, from?: string, to?: string, cursor?: string, limit?: int} $filter
     * @return \Generator<int, TransactionSummary>
     */
    public function transactions(array $filter = []): \Generator
    {
        return self::itemsOf($this->listTransactions(...), 'cursor', $filter);
    }

    /**
     * Every movement of the days of a statement, the oldest first, page after page.
     *
     * @param array<string, string|int> $filter
     * @return \Generator<int, Movement>
     */
    public function movements(array $filter): \Generator
    {
        return self::itemsOf($this->getStatement(...), 'cursor', $filter);
    }

    /** The items of all pages, each of which names where the next one begins. */
    private static function itemsOf(callable $list, string $by, array $filter): \Generator
    {
        do {
            $page = $list($filter);
            // Not `yield from`, which numbers the rows of each page from 0 again.
            foreach ($page['items'] as $item) {
                yield $item;
            }
            $filter = [$by => (string) $page["next_$by"]] + $filter;
        } while ($page["next_$by"] !== null);
    }

    private function readTransaction(string $id, float $endsAt): array
    {
        return $this->read('/api/v1/transactions/' . rawurlencode($id), $endsAt);
    }

    private function read(string $path, float $endsAt = INF): array
    {
        return $this->sender->send('GET', $path, null, true, $endsAt);
    }
}
