<?php

// The same with Debian's Symfony and the controller of a file: php symfony.php CONTROLLER_FILE ADDRESS

declare(strict_types=1);

use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

require '/usr/share/php/Symfony/Bundle/FrameworkBundle/autoload.php';
require __DIR__ . '/../autoload.php';
require __DIR__ . '/credit.php';

[, $controller, $address] = $argv;
require $controller;

$kernel = new class($address, dirname($controller)) extends Kernel {
    use MicroKernelTrait;

    public function __construct(private readonly string $address, private readonly string $folder)
    {
        parent::__construct('prod', false);
    }

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    public function getProjectDir(): string
    {
        return $this->folder;
    }

    private function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', ['secret' => 'test', 'http_method_override' => false]);
        $services = $container->services();
        $services->set(Momo\Client::class)->args([$this->address, 'key']);
        $services->set(Momo\WebhookKeys::class)->args([
            Symfony\Component\DependencyInjection\Loader\Configurator\service(Momo\Client::class),
        ]);
        $services->set(Momo\WebhookVerifier::class)->args([
            Symfony\Component\DependencyInjection\Loader\Configurator\service(Momo\WebhookKeys::class),
        ]);
        $services->set(PaymentHook::class, PaymentHook::class)->tag('controller.service_arguments')->public();
    }

    private function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('hook', '/hooks/payments')->controller(PaymentHook::class)->methods(['POST']);
    }
};

handle_all(static function (array $server, string $body) use ($kernel): int {
    $request = Request::create('/hooks/payments', 'POST', [], [], [], $server, $body);
    return $kernel->handle($request)->getStatusCode();
});
