<?php

declare(strict_types=1);

namespace Momo;

/** Where the published keys come from: a client, or in tests a signer. */
interface KeySource
{
    /**
     * The key set, unless the one with this tag is the present one: then null.
     *
     * @param ?string $etag of the set that is kept; afterwards that of the present one
     * @return ?array<string, mixed>
     */
    public function fetchJwks(?string &$etag, float $endsAt = INF): ?array;
}
