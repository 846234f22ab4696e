<?php
declare(strict_types=1);

namespace Holdfast;

/** The check of webhook signatures. */
final class Webhooks
{
    /** Verifies the header Content-Signature on the bytes of the body; the key is PEM, or base64 from the Wallet API. */
    public static function isSigned(string $body, ?string $signature, string $publicKey): bool
    {
        if (!preg_match('/^alg=RS256;\s*digest=([\w=-]+)$/D', $signature ?? '', $match)) {
            return false;
        }
        $digest = base64_decode(strtr($match[1], '-_', '+/'), true);
        // Armour of PEM and line breaks, also as JSON escapes them.
        $base64 = preg_replace('/-----[^-]+-----|\\\\n|\s/', '', $publicKey);
        $pem = "-----BEGIN PUBLIC KEY-----\n" . chunk_split($base64, 64, "\n") . "-----END PUBLIC KEY-----\n";
        return $digest !== false && openssl_verify($body, $digest, $pem, OPENSSL_ALGO_SHA256) === 1;
    }

    /**
     * Reads the event of a signed message. Deliveries are retried for 24 hours and may be replayed later, so the age is
     * for endpoints that must not process an old event; a repeated event is recognised by its eventID.
     *
     * @return array<string, mixed>
     * @throws WebhookRefused
     */
    public static function readEvent(
        string $body,
        ?string $signature,
        string $publicKey,
        ?int $maxAgeSeconds = null,
    ): array {
        if (!self::isSigned($body, $signature, $publicKey)) {
            throw new WebhookRefused('signature');
        }
        $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        $age = microtime(true) - (float) (new \DateTimeImmutable($event['occuredAt']))->format('U.u');
        if ($maxAgeSeconds !== null && $age > $maxAgeSeconds) {
            throw new WebhookRefused('age');
        }
        return $event;
    }
}
