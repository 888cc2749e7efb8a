<?php

// Uses every operation of a real service and prints what came of it, as JSON:
// php pay.php ADDRESS KEY CALLBACK_URL

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

[, $address, $key, $callbackUrl] = $argv;
$client = new Momo\Client($address, $key);

$request = static fn (string $reference, array $more = []): array => $more + [
    'player_id' => '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'msisdn' => '+237670000001',
    'amount_xaf' => 500,
    'operator' => 'mtn',
    'reference' => $reference,
];

$refusalOf = static function (callable $call): array {
    try {
        return ['status' => 200, 'answer' => $call()];
    } catch (Momo\ApiError $error) {
        $first = $error->issues[0] ?? [];
        return ['status' => $error->status, 'code' => $error->errorCode, 'loc' => $first['loc'] ?? null];
    }
};

$callback = ['callback_url' => $callbackUrl];
$deposit = $client->createDeposit($request('commande-é', $callback));
$id = $deposit['service_tx_id'];
$repeated = $client->createDeposit($request('commande-é', ['amount_xaf' => 900] + $callback));
$replay = $client->lastResponse();
try {
    $client->waitFor($id, 1.0);
    $waited = 'settled';
} catch (Momo\NotSettledError $error) {
    $waited = $error->transaction['state'];
}
$simulation = $client->simulateOutcome($id, 'succeeded');
foreach (['two', 'three'] as $reference) {
    $client->createDeposit($request($reference));
}
$listed = iterator_to_array(
    $client->playerTransactions($request('')['player_id'], ['limit' => 1]),
    false,
);
$days = ['from' => '2026-01-01', 'to' => '2099-01-01', 'limit' => 1];

echo json_encode([
    'id' => $id,
    'repeated' => $repeated['service_tx_id'],
    'replay' => [$replay->isReplayed, $replay->differs, $replay->requestId !== null],
    'waited' => $waited,
    'state' => $client->waitFor($id)['state'],
    'event' => $simulation['webhook_event'],
    'withdrawal' => $client->createWithdrawal($request('out'))['status'],
    'refund' => $client->createRefund($id, ['reference' => 'back', 'amount_xaf' => 100])['refund_of'] === $id,
    'listed' => array_column($listed, 'reference'),
    'operator' => $client->detectOperator(['msisdn' => '6 90 00 00 01'])['operator'],
    'countries' => [
        $client->listProviders()['country_code'],
        $client->listProviderHealth()['country_code'],
    ],
    'keys' => [$client->getCallbackPublicKey()['key_id'], $client->getJwks()['keys'][0]['kid']],
    'phone' => str_contains($client->openPhone('+237670000001')['url'], '/sandbox/phones/'),
    'health' => $client->getHealth()['status'],
    'replayed' => $client->replayWebhook($id)['dispatched'],
    'moved' => array_column(iterator_to_array($client->movements($days), false), 'amount_xaf'),
    'sent' => array_column(iterator_to_array($client->webhooks(['limit' => 1]), false), 'event'),
    'down' => $refusalOf(fn () => $client->createDeposit($request('n', ['msisdn' => '+237679990021']))),
    'small' => $refusalOf(fn () => $client->createDeposit($request('s', ['amount_xaf' => 1]))),
    'stranger' => $refusalOf(fn () => (new Momo\Client($address, 'x'))->getTransaction($id)),
    'unknown' => $refusalOf(fn () => $client->getTransaction(str_replace('0', 'f', $id))),
], JSON_THROW_ON_ERROR), "\n";
