<?php

declare(strict_types=1);

namespace Momo;

/** waitFor was out of time; the transaction may still come to an outcome. */
final class NotSettledError extends \RuntimeException
{
    /**
     * @param ?array<string, mixed> $transaction as it was read last; null when no read was answered
     * @param ApiError|ConnectionError|null $previous why the last read failed, if it did
     */
    public function __construct(
        string $id,
        public readonly ?array $transaction,
        ApiError | ConnectionError | null $previous,
    ) {
        $words = $transaction === null ? 'could not be read' : "is still {$transaction['state']}";
        parent::__construct("The transaction $id $words", 0, $previous);
    }
}
