<?php

// For sites without Composer: require 'autoload.php'.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Momo\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, 5)) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
