<?php

// Gives the client what it must withstand, and prints the results as JSON:
// php faults.php ADDRESS FOLDER

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

[, $address, $folder] = $argv;
$outcomeOf = static function (callable $call): mixed {
    try {
        return $call();
    } catch (RuntimeException | InvalidArgumentException $error) {
        return $error->getMessage();
    }
};
$client = new Momo\Client($address, 'key');
$signer = new Momo\TestSigner();
$webhook = array_values($signer->sign());
$verifyWith = static fn (string $file): mixed => $outcomeOf(
    static fn () => (new Momo\WebhookVerifier(new Momo\WebhookKeys($signer, $file)))->verify(...$webhook)['event'],
);
mkdir("$folder/keys.json.lock");
$messages = array_map(
    static fn (mixed $detail): string => (new Momo\ApiError(400, $detail, null, null))->getMessage(),
    [['x'], [['loc' => 'body']], [1]],
);

echo json_encode([
    'repeated' => $outcomeOf(fn () => $client->createDeposit(['reference' => 'order-1'])),
    'ids' => array_map(
        static fn (string $id): mixed => $outcomeOf(static fn () => $client->getTransaction($id)),
        ['', '.', '..'],
    ),
    'lists' => [
        count(iterator_to_array($client->webhooks())),
        count(iterator_to_array($client->transactions())),
        count(iterator_to_array($client->movements(['from' => '2026-01-01']))),
    ],
    'file' => $verifyWith("$folder/missing/keys.json"),
    'lock' => $verifyWith("$folder/keys.json"),
    'unset' => $outcomeOf(fn () => new Momo\WebhookVerifier(new Momo\WebhookKeys($signer), null)),
    'messages' => $messages,
], JSON_THROW_ON_ERROR), "\n";
