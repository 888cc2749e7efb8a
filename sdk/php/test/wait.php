<?php

// Waits for a transaction, with short pauses and no repeats, and prints what came of it, as JSON:
// php wait.php ADDRESS TIMEOUT_SECONDS

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

[, $address, $timeoutSeconds] = $argv;
$client = new Momo\Client($address, 'key', retries: 0);
try {
    $found = ['state' => $client->waitFor('x', (float) $timeoutSeconds, 0.05)['state']];
} catch (Momo\NotSettledError $error) {
    $previous = $error->getPrevious();
    $found = [
        'last' => $error->transaction['state'] ?? null,
        'cause' => $previous === null ? null : $previous::class,
    ];
} catch (Momo\ApiError $error) {
    $found = ['status' => $error->status];
}
echo json_encode($found, JSON_THROW_ON_ERROR), "\n";
