<?php

declare(strict_types=1);

namespace Momo;

/**
 * Waiting for the outcome of a transaction.
 *
 * @phpstan-import-type Transaction from Types
 */
final class Wait
{
    private const OUTCOMES = ['succeeded', 'failed', 'expired'];
    private const WAIT_SECONDS = 600.0;
    /** The service notices an expiry within seconds; the longest pause and a read also fit in. */
    private const AFTER_WINDOW_SECONDS = 60.0;
    private const LONGEST_PAUSE_SECONDS = 30.0;
    /** Time that is left for the last read, so that it sees an outcome of the last moments. */
    private const LAST_READ_SECONDS = 1.0;

    /**
     * @param callable(float): Transaction $read the transaction, until a time at the latest
     * @return Transaction
     */
    public static function forOutcome(
        string $id,
        callable $read,
        ?float $timeoutSeconds,
        float $intervalSeconds,
    ): array {
        $startedAt = microtime(true);
        $endsAt = $startedAt + ($timeoutSeconds ?? self::WAIT_SECONDS);
        $transaction = null;
        for ($pause = $intervalSeconds; ; $pause = min($pause * 1.25, self::LONGEST_PAUSE_SECONDS)) {
            $trouble = null;
            try {
                $transaction = $read($endsAt);
                if (in_array($transaction['state'], self::OUTCOMES, true)) {
                    return $transaction;
                }
                if ($timeoutSeconds === null) {
                    $endsAt = max($endsAt, $startedAt + self::windowSeconds($transaction));
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
     * Until a minute after the player's time to confirm, by the service's clock alone.
     *
     * @param Transaction $transaction
     */
    private static function windowSeconds(array $transaction): float
    {
        $to = strtotime((string) ($transaction['expires_at'] ?? ''));
        $from = strtotime((string) ($transaction['created_at'] ?? ''));
        return $to === false || $from === false ? 0.0 : $to - $from + self::AFTER_WINDOW_SECONDS;
    }

    /** A service that restarts or is busy says nothing about the transaction: it is read again. */
    private static function isPassing(ApiError | ConnectionError $error): bool
    {
        return $error instanceof ConnectionError || $error->isNotBegun() || $error->status >= 500;
    }
}
