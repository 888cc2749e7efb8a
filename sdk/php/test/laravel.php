<?php

// Handles webhooks from standard input, as JSON [{headers, body}], with Debian's Laravel and the
// route of a file, and prints the statuses: php laravel.php ROUTE_FILE ADDRESS

declare(strict_types=1);

use Illuminate\Container\Container;
use Illuminate\Events\Dispatcher;
use Illuminate\Http\Request;
use Illuminate\Routing\Router;
use Illuminate\Support\Facades\Facade;

require '/usr/share/php/Illuminate/autoload.php';
require __DIR__ . '/../autoload.php';
require __DIR__ . '/credit.php';

[, $routes, $address] = $argv;
$app = new Container();
Container::setInstance($app);
Facade::setFacadeApplication($app);
$router = new Router(new Dispatcher($app), $app);
$app->instance('router', $router);
$keys = new Momo\WebhookKeys(new Momo\Client($address, 'key'));
$app->instance(Momo\WebhookVerifier::class, new Momo\WebhookVerifier($keys));
require $routes;

handle_all(static function (array $server, string $body) use ($app, $router): int {
    $request = Request::create('/hooks/payments', 'POST', [], [], [], $server, $body);
    $app->instance(Request::class, $request);
    return $router->dispatch($request)->getStatusCode();
});
