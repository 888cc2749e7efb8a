<?php

declare(strict_types=1);

namespace Momo;

/**
 * The published keys, kept for ten minutes in a file: PHP forgets everything between two requests.
 * While the service cannot be asked they are good for a day. The file must be where only this site
 * can write, since who writes it decides which webhooks are genuine; never in a temporary folder
 * that others share. Without one they are asked for each time.
 */
final class WebhookKeys
{
    /** A key that was stolen and revoked is believed no longer than this. */
    private const FRESH_SECONDS = 600;
    /** The same while the service cannot be asked. */
    private const LONGEST_SECONDS = 86_400;
    /** Made-up key ids do not make us ask more often; nor does a service that is away. */
    private const LEAST_BETWEEN_SECONDS = 30;
    /** The sender of a webhook waits five seconds for all of its receiver's work. */
    private const PATIENCE_SECONDS = 2.0;

    private const NOTHING = [
        'asked_at' => 0,
        'tried_at' => 0,
        'etag' => null,
        'application' => null,
        'pems' => [],
        'revoked' => [],
    ];

    /** @var array{asked_at: int, tried_at: int, etag: ?string, application: ?string, pems: array<string, string>, revoked: list<string>} */
    private array $kept = self::NOTHING;

    public function __construct(
        private readonly KeySource $source,
        private readonly ?string $file = null,
    ) {
        $this->read();
    }

    /** The key as PEM, or null when it is not published. */
    public function find(string $keyId): ?string
    {
        $age = time() - $this->kept['asked_at'];
        $isKnown = isset($this->kept['pems'][$keyId]);
        $isDue = $age > ($isKnown ? self::FRESH_SECONDS : self::LEAST_BETWEEN_SECONDS);
        if ($isDue && (!$isKnown || $age > self::LONGEST_SECONDS)) {
            $this->alone(LOCK_EX, fn () => $this->ask(INF));
        } elseif ($isDue && time() - $this->kept['tried_at'] > self::LEAST_BETWEEN_SECONDS) {
            // Another request may be asking: what is known is good enough meanwhile.
            $this->alone(LOCK_EX | LOCK_NB, $this->askBriefly(...));
        }
        if (in_array($keyId, $this->kept['revoked'], true)) {
            throw new WebhookError('revoked_key');
        }
        return $this->kept['pems'][$keyId] ?? null;
    }

    /** Whose keys these are, as the service says; null until it does. */
    public function application(): ?string
    {
        return $this->kept['application'];
    }

    /** What is known is good enough when the service cannot be asked just now. */
    private function askBriefly(): void
    {
        try {
            $this->ask(microtime(true) + self::PATIENCE_SECONDS);
        } catch (ApiError | ConnectionError) {
            $this->kept['tried_at'] = time();
            $this->write();
        }
    }

    private function ask(float $endsAt): void
    {
        $now = time();
        $etag = $this->kept['etag'];
        $set = $this->source->fetchJwks($etag, $endsAt);
        if ($set !== null) {
            $this->kept['pems'] = [];
            foreach ($set['keys'] as $jwk) {
                if ($jwk['kty'] === 'RSA') {
                    $this->kept['pems'][$jwk['kid']] = self::toPem($jwk['n'], $jwk['e']);
                }
            }
            $this->kept['application'] = $set['application'] ?? null;
            $this->kept['revoked'] = $set['revoked'] ?? [];
        }
        $this->kept['etag'] = $etag;
        $this->kept['asked_at'] = $this->kept['tried_at'] = $now;
        $this->write();
    }

    /** One request at a time asks for all; the others find in the file what it was answered. */
    private function alone(int $lock, callable $ask): void
    {
        if ($this->file === null) {
            $ask();
            return;
        }
        $handle = @fopen("$this->file.lock", 'c');
        if ($handle === false) {
            throw $this->unwritable();
        }
        // Where files cannot be locked it is asked without.
        if (!flock($handle, $lock, $isTaken) && $isTaken) {
            return;
        }
        try {
            $before = $this->kept['asked_at'];
            $this->read();
            if ($this->kept['asked_at'] === $before) {
                $ask();
            }
        } finally {
            fclose($handle);
        }
    }

    private function read(): void
    {
        if ($this->file !== null && is_file($this->file)) {
            $found = json_decode((string) file_get_contents($this->file), true);
            // An earlier release wrote other members.
            $this->kept = is_array($found) && isset($found['pems']) ? $found + self::NOTHING : $this->kept;
        }
    }

    /** Written beside and renamed, so that another request never reads half of it. */
    private function write(): void
    {
        if ($this->file === null) {
            return;
        }
        $draft = $this->file . '.' . bin2hex(random_bytes(6));
        $text = json_encode($this->kept, JSON_THROW_ON_ERROR);
        if (@file_put_contents($draft, $text) === false) {
            throw $this->unwritable();
        }
        chmod($draft, 0600);
        rename($draft, $this->file);
    }

    /** Told at once: without the file every key would seem unknown, or be asked for each time. */
    private function unwritable(): \RuntimeException
    {
        return new \RuntimeException("The file of the keys cannot be written: $this->file");
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
