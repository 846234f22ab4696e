<?php
// Loads the generated client and its HTTP library.
declare(strict_types=1);

require_once 'GuzzleHttp/autoload.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'OpenAPI\\Client\\';
    $file = 'client/lib/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
    if (str_starts_with($class, $prefix) && is_file($file)) {
        require_once $file;
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

function settings(string $path): OpenAPI\Client\Configuration
{
    $settings = new OpenAPI\Client\Configuration();
    return $settings->setHost(getenv('HOLDFAST_API_URL') . $path)->setAccessToken(getenv('HOLDFAST_API_KEY'));
}
