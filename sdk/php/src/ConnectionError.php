<?php

declare(strict_types=1);

namespace Momo;

/** No answer: nobody knows whether the service acted. Call again with the same reference. */
final class ConnectionError extends \RuntimeException
{
}
