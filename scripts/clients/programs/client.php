<?php
// Loads the generated client and its HTTP library.
declare(strict_types=1);

require_once 'GuzzleHttp/autoload.php';

// Classes are loaded by the manifest, as Composer would.
$places = json_decode(file_get_contents('client/composer.json'), true)['autoload']['psr-4'];
spl_autoload_register(static function (string $class) use ($places): void {
    foreach ($places as $prefix => $place) {
        $file = "client/$place" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require_once $file;
            return;
        }
    }
});

// The client uses one function of the extension mbstring.
if (!function_exists('mb_strlen')) {
    function mb_strlen(string $text): int
    {
        return (int) preg_match_all('/./us', $text);
    }
}

/** @throws RuntimeException */
function check(bool $isSo, string $else): void
{
    if (!$isSo) {
        throw new RuntimeException($else);
    }
}
