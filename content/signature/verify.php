<?php
// Тело сообщения – на стандартном вводе: php verify.php < body.json
declare(strict_types=1);

/** Проверяет подпись точных байтов тела. */
function isSigned(string $body, string $header, string $publicKey): bool
{
    if (!preg_match('/^alg=RS256;\s*digest=([\w=-]+)$/', $header, $match)) {
        return false;
    }
    $signature = base64_decode(strtr($match[1], '-_', '+/'), true);
    // Ключ из API платежей уже в PEM, из API кошельков – только base64.
    $base64 = preg_replace('/-----[^-]+-----|\\\\n|\s/', '', $publicKey);
    $pem = "-----BEGIN PUBLIC KEY-----\n"
        . chunk_split($base64, 64, "\n")
        . "-----END PUBLIC KEY-----\n";
    return $signature !== false
        && openssl_verify($body, $signature, $pem, OPENSSL_ALGO_SHA256) === 1;
}

$isGood = isSigned(
    (string) file_get_contents('php://stdin'),
    (string) getenv('CONTENT_SIGNATURE'),
    (string) getenv('WEBHOOK_PUBLIC_KEY'),
);
echo $isGood ? 'Подпись верна' : 'Подпись неверна', "\n";
exit($isGood ? 0 : 1);
