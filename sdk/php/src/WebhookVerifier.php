<?php

declare(strict_types=1);

namespace Momo;

/**
 * Says whether a webhook is genuine, with the published keys, the webhook secret, or both.
 *
 * @phpstan-import-type WebhookPayload from Types
 * @phpstan-import-type CheckoutWebhookPayload from Types
 */
final class WebhookVerifier
{
    private const ISSUER = 'service-payments';
    /** How old a delivery with a secret may be: as long as a token is valid. */
    private const LIFETIME_SECONDS = 300;
    private const SHORTEST_KEY_BYTES = 16;
    /** Not null, which a framework gives for a setting that is missing. */
    private const NOT_GIVEN = "\0";

    private readonly ?string $hmacKey;

    /**
     * @param ?WebhookKeys $keys checks X-Service-Signature
     * @param string|false|null $secret `whsec_…`; checks the headers of Standard Webhooks. Leave it
     *     out to check by the keys alone: false and null, which `getenv` and Laravel's `env` give for
     *     one that is not set, are errors
     */
    public function __construct(
        private readonly ?WebhookKeys $keys = null,
        #[\SensitiveParameter] string|false|null $secret = self::NOT_GIVEN,
        private readonly int $clockSkewSeconds = 60,
    ) {
        if ($keys === null && $secret === self::NOT_GIVEN) {
            throw new \InvalidArgumentException('Give keys, secret or both');
        }
        $this->hmacKey = $secret === self::NOT_GIVEN ? null : self::hmacKeyOf((string) $secret);
    }

    /**
     * The webhook of this very request: `php://input` and the headers in `$_SERVER`.
     *
     * @return WebhookPayload|CheckoutWebhookPayload branch on `event`
     */
    public function verifyRequest(): array
    {
        $headers = [];
        foreach ($_SERVER as $name => $value) {
            if (str_starts_with($name, 'HTTP_')) {
                $headers[str_replace('_', '-', substr($name, 5))] = $value;
            }
        }
        return $this->verify($headers, (string) file_get_contents('php://input'));
    }

    /**
     * @param array<string, string|list<string>> $headers names in any letter case
     * @param string $rawBody as it came, before anything has parsed it
     * @return WebhookPayload|CheckoutWebhookPayload branch on `event`
     */
    public function verify(array $headers, string $rawBody): array
    {
        $headers = array_change_key_case($headers);
        if ($this->hmacKey !== null) {
            $this->checkHmac($this->hmacKey, $headers, $rawBody);
        }
        $claims = $this->keys === null ? null : $this->checkToken($this->keys, $headers);
        if ($claims !== null && ($claims['body_sha256'] ?? '') !== hash('sha256', $rawBody)) {
            throw new WebhookError('other_body');
        }
        $payload = self::readJson($rawBody);
        $id = $payload['service_tx_id'] ?? null;
        if ($claims !== null && ($id === null || ($claims['service_tx_id'] ?? null) !== $id)) {
            throw new WebhookError('other_transaction');
        }
        if ($claims !== null && $claims['event'] !== ($payload['event'] ?? null)) {
            throw new WebhookError('other_event');
        }
        return $payload;
    }

    /** @return array<string, mixed> the claims */
    private function checkToken(WebhookKeys $keys, array $headers): array
    {
        $parts = explode('.', self::header($headers, 'x-service-signature'));
        if (count($parts) !== 3) {
            throw new WebhookError('malformed');
        }
        [$head, $body, $signature] = $parts;
        $header = self::readJson(self::decode($head));
        // No other algorithm, whatever the token says: with `none` or HS256 anyone could sign.
        if (($header['alg'] ?? null) !== 'RS256') {
            throw new WebhookError('wrong_algorithm');
        }
        // The same keys sign alerts to those who run the service.
        if (($header['typ'] ?? null) !== 'JWT') {
            throw new WebhookError('wrong_type');
        }
        $kid = $header['kid'] ?? null;
        $mark = self::decode($signature);
        $fits = static function (bool $isDoubted) use ($keys, $kid, $head, $body, $mark): bool {
            $key = is_string($kid) ? $keys->find($kid, $isDoubted) : null;
            if ($key === null) {
                throw new WebhookError('unknown_key');
            }
            return openssl_verify("$head.$body", $mark, $key, OPENSSL_ALGO_SHA256) === 1;
        };
        if (!$fits(false) && !$fits(true)) {
            throw new WebhookError('wrong_signature');
        }
        $claims = self::readJson(self::decode($body));
        if (($claims['iss'] ?? null) !== self::ISSUER) {
            throw new WebhookError('other_sender');
        }
        if (!is_int($claims['exp'] ?? null) || !is_int($claims['iat'] ?? null)) {
            throw new WebhookError('malformed');
        }
        $this->checkAge($claims['iat'], $claims['exp']);
        if (!is_string($claims['event'] ?? null)) {
            throw new WebhookError('other_event');
        }
        // All applications share the keys, and any of them can name your address in its own payment.
        $application = $claims['application'] ?? null;
        if (!is_string($application) || $application !== ($keys->application() ?? $application)) {
            throw new WebhookError('other_application');
        }
        return $claims;
    }

    private function checkHmac(string $key, array $headers, string $rawBody): void
    {
        $id = self::header($headers, 'webhook-id');
        $at = self::header($headers, 'webhook-timestamp');
        $given = self::header($headers, 'webhook-signature');
        if (!ctype_digit($at)) {
            throw new WebhookError('malformed');
        }
        $mark = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$rawBody", $key, true));
        // While a secret is replaced there may be several signatures; one that fits is enough.
        $fits = static fn (string $one): bool => hash_equals($mark, $one);
        if (array_filter(explode(' ', $given), $fits) === []) {
            throw new WebhookError('wrong_signature');
        }
        $this->checkAge((int) $at, (int) $at + self::LIFETIME_SECONDS);
    }

    /** With a secret that is not set the key would be empty, and anyone could sign. */
    private static function hmacKeyOf(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || strlen($key) < self::SHORTEST_KEY_BYTES) {
            throw new \InvalidArgumentException(
                'The secret must be whsec_ and the base64 of at least 16 bytes',
            );
        }
        return $key;
    }

    private function checkAge(int $from, int $until): void
    {
        if (time() > $until + $this->clockSkewSeconds) {
            throw new WebhookError('too_old');
        }
        if ($from > time() + $this->clockSkewSeconds) {
            throw new WebhookError('from_the_future');
        }
    }

    private static function header(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        $text = is_array($value) ? (string) ($value[0] ?? '') : (string) $value;
        return $text === '' ? throw new WebhookError('missing_signature') : $text;
    }

    private static function decode(string $part): string
    {
        $bytes = base64_decode(strtr($part, '-_', '+/'), true);
        return $bytes === false ? throw new WebhookError('malformed') : $bytes;
    }

    /** @return array<string, mixed> */
    private static function readJson(string $text): array
    {
        $value = json_decode($text, true);
        return is_array($value) ? $value : throw new WebhookError('malformed');
    }
}
