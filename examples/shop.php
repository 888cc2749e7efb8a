<?php

// A shop in one page: php -S 127.0.0.1:3000 shop.php
// SHOP_URL (how the service reaches the shop), MOMO_URL, MOMO_KEY and DATA (a folder where only the
// shop can write) are its settings.

declare(strict_types=1);

require getenv('MOMO_SDK') ?: __DIR__ . '/../sdk/php/autoload.php';

$payments = new Momo\Client(
    getenv('MOMO_URL') ?: 'http://localhost:8000',
    getenv('MOMO_KEY') ?: 'none',
);
$data = getenv('DATA') ?: __DIR__ . '/data';
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

/** A real shop keeps its orders in a database. */
$fileOf = static fn (string $reference): string =>
    "$data/order-" . preg_replace('/[^0-9a-f]/', '', $reference);

if ($path === '/hooks/payments') {
    $keys = new Momo\WebhookKeys($payments, "$data/keys.json");
    try {
        $event = (new Momo\WebhookVerifier($keys))->verifyRequest();
    } catch (Momo\WebhookError) {
        http_response_code(401);
        exit;
    }
    $file = $fileOf($event['reference']);
    // A withdrawal that succeeds is money that you have paid.
    $isOrder = $event['direction'] === 'deposit' && is_file($file);
    // An event may come twice, and success may follow an expiry: paid once, it stays paid.
    if ($isOrder && file_get_contents($file) !== 'succeeded') {
        file_put_contents($file, substr($event['event'], strlen('payment.')));
    }
    echo '{"received":true}';
    exit;
}

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $reference = bin2hex(random_bytes(16));
    // The order is there before money is asked for, so that no webhook finds it missing.
    file_put_contents($fileOf($reference), 'waiting');
    try {
        $deposit = $payments->createDeposit([
            'player_id' => bin2hex(random_bytes(16)),
            'msisdn' => (string) ($_POST['msisdn'] ?? ''),
            'amount_xaf' => (int) ($_POST['amount_xaf'] ?? 0),
            'operator' => (string) ($_POST['operator'] ?? ''),
            'reference' => $reference,
            'callback_url' => getenv('SHOP_URL') . '/hooks/payments',
        ]);
    } catch (Momo\ApiError $error) {
        http_response_code($error->status < 500 ? 400 : 502);
        exit(htmlspecialchars($error->getMessage()));
    }
    header("location: /?order=$reference&payment={$deposit['service_tx_id']}", true, 303);
    exit;
}

$reference = (string) ($_GET['order'] ?? '');
$file = $fileOf($reference);
$state = $reference !== '' && is_file($file) ? file_get_contents($file) : null;
?>
<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<title>Boutique</title>
<?php if ($state !== null): ?>
<p>Commande <?= htmlspecialchars($reference) ?> : <strong><?= htmlspecialchars($state) ?></strong></p>
<p>Paiement <?= htmlspecialchars((string) ($_GET['payment'] ?? '')) ?>, à citer au support</p>
<?php else: ?>
<form method="post" action="/">
  <label>Numéro <input name="msisdn" required placeholder="670000001"></label>
  <label>Montant <input name="amount_xaf" type="number" min="100" value="500" required></label>
  <label>Opérateur
    <select name="operator"><option value="mtn">MTN</option><option value="orange">Orange</option></select>
  </label>
  <button>Payer</button>
</form>
<?php endif ?>
