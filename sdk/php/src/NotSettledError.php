<?php

declare(strict_types=1);

namespace Momo;

/** waitFor was out of time; the transaction may still come to an outcome. */
final class NotSettledError extends \RuntimeException
{
    /** @param array<string, mixed> $transaction as it was read last */
    public function __construct(public readonly array $transaction)
    {
        parent::__construct("The transaction is still {$transaction['state']}");
    }
}
