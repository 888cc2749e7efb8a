<?php

declare(strict_types=1);

namespace Momo;

/**
 * Signs webhooks for the tests of your receiver: `new WebhookKeys($signer)` accepts them.
 *
 * @phpstan-import-type WebhookPayload from Types
 */
final class TestSigner implements KeySource
{
    private const LIFETIME_SECONDS = 300;
    private const APPLICATION = 'default';

    /** Making a key takes a second or more, so that all signers of a process share one. */
    private static ?\OpenSSLAsymmetricKey $shared = null;

    private readonly \OpenSSLAsymmetricKey $key;

    /** @param bool $hasOwnKey a key pair that no other signer has, to try a forger */
    public function __construct(
        private readonly string $keyId = 'service-payments-v1',
        bool $hasOwnKey = false,
    ) {
        $this->key = $hasOwnKey ? self::makeKey() : (self::$shared ??= self::makeKey());
    }

    public function fetchJwks(?string &$etag, float $endsAt = INF): ?array
    {
        $details = openssl_pkey_get_details($this->key);
        $numbers = is_array($details) ? $details['rsa'] : [];
        $key = ['n' => self::encode($numbers['n']), 'e' => self::encode($numbers['e'])];
        $about = ['kty' => 'RSA', 'use' => 'sig', 'alg' => 'RS256', 'kid' => $this->keyId];
        return ['keys' => [$about + $key], 'application' => self::APPLICATION];
    }

    /**
     * A webhook as the service would send it; missing members are made up.
     *
     * @param array<string, mixed> $payload members of a WebhookPayload
     * @param ?int $at Unix seconds; now by default
     * @return array{headers: array<string, string>, body: string}
     */
    public function sign(array $payload = [], ?int $at = null): array
    {
        $at ??= time();
        $payload += [
            'service_tx_id' => self::uuid(),
            'reference' => 'order-' . bin2hex(random_bytes(8)),
            'event' => 'payment.succeeded',
            'direction' => 'deposit',
            'amount_xaf' => 500,
            'operator' => 'mtn',
            'provider_tx_id' => 'SANDBOX-1',
            'ts' => gmdate('Y-m-d\TH:i:s.000\Z', $at),
        ];
        $body = json_encode($payload, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        $claims = [
            'iss' => 'service-payments',
            'iat' => $at,
            'exp' => $at + self::LIFETIME_SECONDS,
            'jti' => self::uuid(),
            'service_tx_id' => $payload['service_tx_id'],
            'reference' => $payload['reference'],
            'event' => $payload['event'],
            'application' => self::APPLICATION,
            'environment' => 'sandbox',
            'body_sha256' => hash('sha256', $body),
        ];
        $token = $this->token($claims);
        $headers = ['content-type' => 'application/json', 'x-service-signature' => $token];
        return ['headers' => $headers, 'body' => $body];
    }

    /** @param array<string, mixed> $claims */
    private function token(array $claims): string
    {
        $header = ['alg' => 'RS256', 'kid' => $this->keyId, 'typ' => 'JWT'];
        $parts = array_map(
            static fn (array $part): string => self::encode(json_encode($part, JSON_THROW_ON_ERROR)),
            [$header, $claims],
        );
        $signed = implode('.', $parts);
        openssl_sign($signed, $mark, $this->key, OPENSSL_ALGO_SHA256);
        return $signed . '.' . self::encode($mark);
    }

    private static function makeKey(): \OpenSSLAsymmetricKey
    {
        $options = ['private_key_bits' => 2048, 'private_key_type' => OPENSSL_KEYTYPE_RSA];
        $key = openssl_pkey_new($options);
        return $key === false ? throw new \RuntimeException('OpenSSL makes no key') : $key;
    }

    private static function encode(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    private static function uuid(): string
    {
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));
    }
}
