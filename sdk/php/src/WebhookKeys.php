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
        'source' => '',
        'asked_at' => 0,
        'tried_at' => 0,
        'etag' => null,
        'application' => null,
        'pems' => [],
        'revoked' => [],
    ];

    /** @var array{source: string, asked_at: int, tried_at: int, etag: ?string, application: ?string, pems: array<string, string>, revoked: list<string>} */
    private array $kept = self::NOTHING;

    public function __construct(
        private readonly KeySource $source,
        private readonly ?string $file = null,
    ) {
        $this->kept['source'] = $source instanceof Client ? $source->fingerprint() : '';
        $this->read();
    }

    /**
     * The key as PEM, or null when it is not published.
     *
     * @param bool $isDoubted its signature did not fit: a new service gives key ids again
     */
    public function find(string $keyId, bool $isDoubted = false): ?string
    {
        $age = time() - $this->kept['asked_at'];
        $isUsable = $age <= self::LONGEST_SECONDS;
        $isKnown = $isUsable && isset($this->kept['pems'][$keyId]);
        $isTrusted = $isKnown && !$isDoubted;
        if ($age > ($isTrusted ? self::FRESH_SECONDS : self::LEAST_BETWEEN_SECONDS)) {
            try {
                if ($isUsable && time() - $this->kept['tried_at'] <= self::LEAST_BETWEEN_SECONDS) {
                    throw new ConnectionError('The keys could not be asked for a moment ago');
                }
                $this->askAlone($isTrusted ? 0.0 : self::PATIENCE_SECONDS);
            } catch (ApiError | ConnectionError $error) {
                // What is known is good enough when the service cannot be asked just now.
                if (!$isKnown) {
                    throw $error;
                }
            }
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

    /**
     * One request at a time asks for all; the others find in the file what it was answered.
     *
     * @param float $waitSeconds how long to wait for another that asks
     */
    private function askAlone(float $waitSeconds): void
    {
        $startedAt = microtime(true);
        $endsAt = $startedAt + self::PATIENCE_SECONDS;
        if ($this->file === null) {
            $this->ask($endsAt);
            return;
        }
        $handle = @fopen("$this->file.lock", 'c');
        if ($handle === false) {
            throw $this->unwritable();
        }
        try {
            // Where files cannot be locked it is asked without.
            while (!flock($handle, LOCK_EX | LOCK_NB, $isTaken) && $isTaken) {
                if (microtime(true) - $startedAt >= $waitSeconds) {
                    throw new ConnectionError('Another request is asking for the keys');
                }
                usleep(20_000);
            }
            $before = $this->kept;
            $this->read();
            if ($this->kept['asked_at'] !== $before['asked_at']) {
                return;
            }
            if ($this->kept['tried_at'] !== $before['tried_at']) {
                throw new ConnectionError('Another request has asked for the keys in vain');
            }
            $this->ask($endsAt);
        } finally {
            fclose($handle);
        }
    }

    private function ask(float $endsAt): void
    {
        $now = time();
        $etag = $this->kept['etag'];
        try {
            $set = $this->source->fetchJwks($etag, $endsAt);
        } catch (ApiError | ConnectionError $error) {
            $this->kept['tried_at'] = time();
            $this->write();
            throw $error;
        }
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

    private function read(): void
    {
        if ($this->file !== null && is_file($this->file)) {
            $found = json_decode((string) file_get_contents($this->file), true);
            // The keys of another service are none of this one. An earlier release wrote other members.
            $isOurs = is_array($found) && ($found['source'] ?? null) === $this->kept['source'];
            $this->kept = $isOurs ? $found + self::NOTHING : $this->kept;
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
