<?php

// Verifies webhooks from standard input, as JSON [{headers, body}], with the keys of a service and
// perhaps a secret, and prints what was found: php verify.php ADDRESS KEY CACHE_FILE [SECRET]

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

[, $address, $key, $file] = $argv;
$findings = [];
foreach (json_decode(stream_get_contents(STDIN), true) as ['headers' => $headers, 'body' => $body]) {
    // A new one for each, as between two requests to a site.
    $secret = isset($argv[4]) ? ['secret' => $argv[4]] : [];
    $keys = new Momo\WebhookKeys(new Momo\Client($address, $key, 5.0), $file);
    try {
        $payload = (new Momo\WebhookVerifier($keys, ...$secret))->verify($headers, $body);
        $findings[] = $payload['reference'];
    } catch (Momo\WebhookError $error) {
        $findings[] = $error->problem;
    } catch (Momo\ConnectionError) {
        $findings[] = 'ConnectionError';
    } catch (InvalidArgumentException $error) {
        $findings[] = $error->getMessage();
    }
}
echo json_encode($findings, JSON_THROW_ON_ERROR), "\n";
