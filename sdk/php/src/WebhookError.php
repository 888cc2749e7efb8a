<?php

declare(strict_types=1);

namespace Momo;

/** The webhook is not to be trusted: answer 401 and do nothing else. */
final class WebhookError extends \RuntimeException
{
    public function __construct(public readonly string $problem)
    {
        parent::__construct("The webhook is not to be trusted: $problem");
    }
}
