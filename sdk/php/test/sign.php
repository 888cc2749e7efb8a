<?php

// Signs webhooks, verifies them, makes what cannot be made, and prints the results as JSON.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$messageOf = static function (callable $call): string {
    try {
        $call();
        return 'nothing is wrong';
    } catch (InvalidArgumentException | Momo\WebhookError $error) {
        return $error->getMessage();
    }
};
$unset = getenv('NO_SUCH_SETTING');
$signer = new Momo\TestSigner();
$verifier = new Momo\WebhookVerifier(new Momo\WebhookKeys($signer));
['headers' => $headers, 'body' => $body] = $signer->sign(['event' => 'payment.failed']);
$forgery = (new Momo\TestSigner(hasOwnKey: true))->sign();
$start = microtime(true);
new Momo\TestSigner();

echo json_encode([
    'event' => $verifier->verify($headers, $body)['event'],
    'forged' => $messageOf(fn () => $verifier->verify($forgery['headers'], $forgery['body'])),
    'old' => $messageOf(fn () => $verifier->verify(...array_values($signer->sign([], time() - 3600)))),
    'address' => $messageOf(fn () => new Momo\Client($unset, 'key')),
    'key' => $messageOf(fn () => new Momo\Client('http://localhost:8000', $unset)),
    'form' => $messageOf(fn () => new Momo\Client('http://localhost:8000', "Bearer x\n")),
    'secret' => $messageOf(fn () => new Momo\WebhookVerifier(new Momo\WebhookKeys($signer), $unset)),
    'shared' => microtime(true) - $start < 0.5,
], JSON_THROW_ON_ERROR), "\n";
