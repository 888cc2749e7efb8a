<?php

// What the samples of the documents need, and the loop over the webhooks of a test.

declare(strict_types=1);

$credited = [];

function credit_once(string $reference, string $id, int $amountXaf): void
{
    global $credited;
    $credited[$id] = $amountXaf;
}

/** @param callable(array<string, string>, string): int $handle gives the status of the answer */
function handle_all(callable $handle): void
{
    global $credited;
    $statuses = [];
    foreach (json_decode((string) stream_get_contents(STDIN), true) as $webhook) {
        $server = ['CONTENT_TYPE' => 'application/json'];
        foreach ($webhook['headers'] as $name => $value) {
            $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
        }
        $statuses[] = $handle($server, $webhook['body']);
    }
    echo json_encode(['statuses' => $statuses, 'credited' => array_keys($credited)]), "\n";
}
