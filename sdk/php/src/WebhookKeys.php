<?php

declare(strict_types=1);

namespace Momo;

/**
 * The published keys, kept for a day in a file: PHP forgets everything between two requests. The
 * file must be where only this site can write, since who writes it decides which webhooks are
 * genuine; never in a temporary folder that others share. Without one they are asked for each time.
 */
final class WebhookKeys
{
    private const DAY_SECONDS = 86_400;
    /** Whoever sends made-up key ids does not make us ask more often. */
    private const LEAST_BETWEEN_SECONDS = 30;

    /** @var array{asked_at: int, application?: ?string, keys: array<string, array{pem: string, published_at: int}>} */
    private array $kept = ['asked_at' => 0, 'keys' => []];

    public function __construct(
        private readonly Client $client,
        private readonly ?string $file = null,
    ) {
        if ($file !== null && is_file($file)) {
            $found = json_decode((string) file_get_contents($file), true);
            $this->kept = is_array($found) ? $found : $this->kept;
        }
    }

    /** The key as PEM, or null when nobody has published it. */
    public function find(string $keyId): ?string
    {
        $age = time() - $this->kept['asked_at'];
        $isKnown = isset($this->kept['keys'][$keyId]);
        if (!$isKnown && $age > self::LEAST_BETWEEN_SECONDS) {
            $this->ask();
        } elseif ($isKnown && $age > self::DAY_SECONDS) {
            try {
                $this->ask();
            } catch (ApiError | ConnectionError) {
                // What is known is good enough when the service cannot be asked just now.
            }
        }
        $found = $this->kept['keys'][$keyId] ?? null;
        // One that is no longer published is kept for another day, for retries signed with it.
        $isFresh = $found !== null && time() - $found['published_at'] <= 2 * self::DAY_SECONDS;
        return $isFresh ? $found['pem'] : null;
    }

    /** Whose keys these are, as the service says; null until it does. */
    public function application(): ?string
    {
        return $this->kept['application'] ?? null;
    }

    private function ask(): void
    {
        $now = time();
        $set = $this->client->getJwks();
        $this->kept['application'] = $set['application'] ?? null;
        foreach ($set['keys'] as $jwk) {
            if ($jwk['kty'] === 'RSA') {
                $pem = self::toPem($jwk['n'], $jwk['e']);
                $this->kept['keys'][$jwk['kid']] = ['pem' => $pem, 'published_at' => $now];
            }
        }
        $this->kept['asked_at'] = $now;
        $this->write();
    }

    /** Written beside and renamed, so that another request never reads half of it. */
    private function write(): void
    {
        if ($this->file === null) {
            return;
        }
        $draft = $this->file . '.' . bin2hex(random_bytes(6));
        file_put_contents($draft, json_encode($this->kept, JSON_THROW_ON_ERROR));
        chmod($draft, 0600);
        rename($draft, $this->file);
    }

    /** An RSA key as OpenSSL reads it: the DER of a SubjectPublicKeyInfo. */
    private static function toPem(string $modulus, string $exponent): string
    {
        $decode = static fn (string $text): string => base64_decode(strtr($text, '-_', '+/'));
        $key = self::der(0x30, self::integer($decode($modulus)) . self::integer($decode($exponent)));
        // The algorithm rsaEncryption with no parameters.
        $algorithm = hex2bin('300d06092a864886f70d0101010500');
        $der = self::der(0x30, $algorithm . self::der(0x03, "\0" . $key));
        return "-----BEGIN PUBLIC KEY-----\n" . chunk_split(base64_encode($der), 64, "\n")
            . "-----END PUBLIC KEY-----\n";
    }

    private static function integer(string $bytes): string
    {
        // A first bit of 1 would make the number negative.
        return self::der(0x02, ord($bytes[0]) > 0x7f ? "\0" . $bytes : $bytes);
    }

    private static function der(int $tag, string $content): string
    {
        $length = strlen($content);
        if ($length < 0x80) {
            return chr($tag) . chr($length) . $content;
        }
        $bytes = ltrim(pack('N', $length), "\0");
        return chr($tag) . chr(0x80 | strlen($bytes)) . $bytes . $content;
    }
}
