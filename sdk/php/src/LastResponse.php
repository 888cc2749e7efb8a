<?php

declare(strict_types=1);

namespace Momo;

/** What came beside the body of an answer. */
final class LastResponse
{
    /** For your log: support finds the request by it. */
    public readonly ?string $requestId;
    /** The reference was known, and this is the transaction that it has. */
    public readonly bool $isReplayed;
    /** @var list<string> what the request has different from that transaction */
    public readonly array $differs;

    /** @param array<string, string> $headers names in small letters */
    public function __construct(public readonly int $status, public readonly array $headers)
    {
        $this->requestId = $headers['x-request-id'] ?? null;
        $this->isReplayed = ($headers['idempotent-replayed'] ?? '') === 'true';
        $differs = preg_split('/[\s,]+/', $headers['idempotent-differs'] ?? '', -1, PREG_SPLIT_NO_EMPTY);
        $this->differs = $differs === false ? [] : $differs;
    }
}
