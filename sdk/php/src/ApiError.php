<?php

declare(strict_types=1);

namespace Momo;

/** The service answered, but not with success. Branch on `errorCode`, or on `status`. */
final class ApiError extends \RuntimeException
{
    /** @var list<array<string, mixed>> what was wrong with the request, for a 422 that lists it */
    public readonly array $issues;

    public function __construct(
        public readonly int $status,
        mixed $detail,
        /** Quote it to support. */
        public readonly ?string $requestId,
        public readonly ?int $retryAfterSeconds,
        /** What went wrong, for programs; `unknown` if the answer is not one of the service. */
        public readonly string $errorCode = 'unknown',
        /** What to do about it, if the service says so. */
        public readonly ?string $hint = null,
    ) {
        // An answer of another program may have anything there.
        $details = is_array($detail) ? $detail : [$detail];
        $this->issues = array_values(array_filter($details, self::isIssue(...)));
        $words = array_map(
            static fn (array $issue): string => implode('.', $issue['loc']) . ': ' . $issue['msg'],
            $this->issues,
        );
        $text = implode('; ', [...array_filter($details, is_string(...)), ...$words]);
        $text = $text === '' ? 'no answer of the service: check the address' : $text;
        parent::__construct("$status: $text", $status);
    }

    /** Refused before anything was done: the request was late, or one too many. */
    public function isNotBegun(): bool
    {
        return $this->status === 408 || $this->status === 429;
    }

    private static function isIssue(mixed $one): bool
    {
        return is_array($one) && is_array($one['loc'] ?? null) && is_string($one['msg'] ?? null);
    }
}
