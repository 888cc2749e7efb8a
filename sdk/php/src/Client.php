<?php

declare(strict_types=1);

namespace Momo;

/**
 * A client of the service: one method for each operation, named as in docs/openapi.json. Requests
 * and answers are arrays with the members that the interface names.
 */
final class Client
{
    private const OUTCOMES = ['succeeded', 'failed', 'expired'];
    private const LONGEST_PAUSE_SECONDS = 30.0;
    /** Time that is left for the last read, so that it sees an outcome of the last moments. */
    private const LAST_READ_SECONDS = 1.0;

    private readonly Sender $sender;

    /**
     * @param float $timeoutSeconds for a whole call with all its repeats
     * @param float $attemptTimeoutSeconds for one of them; a prompt may take the service nine
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        float $timeoutSeconds = 30.0,
        float $attemptTimeoutSeconds = 15.0,
        int $retries = 3,
    ) {
        $this->sender =
            new Sender($baseUrl, $apiKey, $timeoutSeconds, $attemptTimeoutSeconds, $retries);
    }

    /** The same reference again gives the same deposit, so it may be called again after an error. */
    public function createDeposit(array $request): array
    {
        return $this->sender->send('POST', '/api/v1/deposits', $request, true);
    }

    public function createWithdrawal(array $request): array
    {
        return $this->sender->send('POST', '/api/v1/withdrawals', $request, true);
    }

    public function getTransaction(string $id): array
    {
        return $this->readTransaction($id, INF);
    }

    /** @param array<string, string|int> $filter status, direction, page, limit */
    public function listPlayerTransactions(string $playerId, array $filter = []): array
    {
        $query = $filter === [] ? '' : '?' . http_build_query($filter);
        return $this->read('/api/v1/players/' . rawurlencode($playerId) . "/transactions$query");
    }

    public function replayWebhook(string $id): array
    {
        $path = '/api/v1/transactions/' . rawurlencode($id) . '/replay-webhook';
        return $this->sender->send('POST', $path, null, false);
    }

    /** @param array<string, string|int> $filter service_tx_id, state, before, limit */
    public function listWebhooks(array $filter = []): array
    {
        $query = $filter === [] ? '' : '?' . http_build_query($filter);
        return $this->read("/api/v1/webhooks$query");
    }

    /** @param array<string, string|int> $filter from, to, cursor, limit */
    public function getStatement(array $filter): array
    {
        return $this->read('/api/v1/statement?' . http_build_query($filter));
    }

    public function detectOperator(array $request): array
    {
        return $this->sender->send('POST', '/api/v1/msisdn/detect', $request, true);
    }

    public function listProviders(string $country = 'CM'): array
    {
        return $this->read('/api/v1/' . rawurlencode($country) . '/providers');
    }

    public function listProviderHealth(string $country = 'CM'): array
    {
        return $this->read('/api/v1/' . rawurlencode($country) . '/providers/status');
    }

    public function getCallbackPublicKey(): array
    {
        return $this->read('/api/v1/security/callback-public-key');
    }

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

    /** Sandbox only. */
    public function simulateOutcome(string $id, string $outcome): array
    {
        $path = '/api/v1/sandbox/transactions/' . rawurlencode($id) . '/simulate';
        return $this->sender->send('POST', $path, ['outcome' => $outcome], false);
    }

    /** Sandbox only: lets time pass for what is open. */
    public function advanceClock(int $seconds): array
    {
        return $this->sender->send('POST', '/api/v1/sandbox/clock/advance', ['seconds' => $seconds], false);
    }

    /** Sandbox only: a page on which a person confirms or refuses what this number is asked for. */
    public function openPhone(string $msisdn): array
    {
        return $this->sender->send('POST', '/api/v1/sandbox/phones', ['msisdn' => $msisdn], true);
    }

    public function getHealth(): array
    {
        return $this->read('/health');
    }

    /** Reads the transaction, politely, until it has succeeded, failed or expired. */
    public function waitFor(
        string $id,
        float $timeoutSeconds = 600.0,
        float $intervalSeconds = 5.0,
    ): array {
        $endsAt = microtime(true) + $timeoutSeconds;
        $transaction = null;
        for ($pause = $intervalSeconds; ; $pause = min($pause * 1.25, self::LONGEST_PAUSE_SECONDS)) {
            $trouble = null;
            try {
                $transaction = $this->readTransaction($id, $endsAt);
                if (in_array($transaction['state'], self::OUTCOMES, true)) {
                    return $transaction;
                }
            } catch (ApiError | ConnectionError $error) {
                $trouble = self::isPassing($error) ? $error : throw $error;
            }
            $asked = $trouble instanceof ApiError ? ($trouble->retryAfterSeconds ?? 0) : 0;
            $left = $endsAt - microtime(true);
            $seconds = min(max($asked, $pause), $left - self::LAST_READ_SECONDS);
            if ($seconds < 0) {
                throw new NotSettledError($id, $transaction, $trouble);
            }
            usleep((int) ($seconds * 1_000_000));
        }
    }

    /**
     * Every transaction of a player, newest first, page after page.
     *
     * @return \Generator<int, array<string, mixed>>
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

    private function readTransaction(string $id, float $endsAt): array
    {
        return $this->read('/api/v1/transactions/' . rawurlencode($id), $endsAt);
    }

    private function read(string $path, float $endsAt = INF): array
    {
        return $this->sender->send('GET', $path, null, true, $endsAt);
    }

    /** A service that restarts or is busy says nothing about the transaction: it is read again. */
    private static function isPassing(ApiError | ConnectionError $error): bool
    {
        return $error instanceof ConnectionError || $error->status === 429 || $error->status >= 500;
    }
}
