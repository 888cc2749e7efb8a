<?php

declare(strict_types=1);

namespace Momo;

/** Sends requests with a deadline, and again where that is safe. */
final class Sender
{
    private const FIRST_PAUSE_SECONDS = 0.25;
    private const LONGEST_PAUSE_SECONDS = 8.0;

    private const VERSION = '0.3.0';

    private ?\CurlHandle $curl = null;
    private ?LastResponse $lastResponse = null;

    public function __construct(
        private readonly string $baseUrl,
        private readonly string $apiKey,
        private readonly float $timeoutSeconds,
        private readonly float $attemptTimeoutSeconds,
        private readonly int $retries,
    ) {
    }

    /** Of the address and key, which it does not show. */
    public function fingerprint(): string
    {
        return hash('sha256', "$this->baseUrl $this->apiKey");
    }

    public function lastResponse(): ?LastResponse
    {
        return $this->lastResponse;
    }

    /**
     * @param bool $isRepeatable doing it twice does no harm: reads, and what a reference makes unique
     * @param float $endsAt when the call ends at the latest, however much time it has otherwise
     * @param ?string $etag of an answer that is kept; afterwards that of the present one
     * @return array<string, mixed> empty if the answer that is kept is the present one
     */
    public function send(
        string $method,
        string $path,
        ?array $body,
        bool $isRepeatable,
        float $endsAt = INF,
        ?string &$etag = null,
    ): array {
        // An empty part, `.` or `..` would be the path of another operation.
        if (preg_match('~/\.{0,2}(/|\?|$)~D', $path) === 1) {
            throw new \InvalidArgumentException("No path $path: an id is empty, . or ..");
        }
        $endsAt = min($endsAt, microtime(true) + $this->timeoutSeconds);
        for ($repeats = 0; ; $repeats++) {
            try {
                return $this->attempt($method, $path, $body, $endsAt - microtime(true), $etag);
            } catch (ApiError | ConnectionError $error) {
                $pause = self::pauseAfter($error, $repeats);
                $isWorthIt = $repeats < $this->retries && self::mayRepeat($error, $isRepeatable);
                if (!$isWorthIt || microtime(true) + $pause >= $endsAt) {
                    throw $error;
                }
                usleep((int) ($pause * 1_000_000));
            }
        }
    }

    /** @return array<string, mixed> */
    private function attempt(
        string $method,
        string $path,
        ?array $body,
        float $leftSeconds,
        ?string &$etag,
    ): array {
        $seconds = max(0.001, min($leftSeconds, $this->attemptTimeoutSeconds));
        $headers = ['accept: application/json', "x-api-key: $this->apiKey", 'expect:'];
        $headers[] = 'user-agent: momo-sdk-php/' . self::VERSION;
        if ($body !== null) {
            $headers[] = 'content-type: application/json';
        }
        if ($etag !== null) {
            $headers[] = "if-none-match: $etag";
        }
        $received = [];
        // One handle keeps the connection open between calls.
        $this->curl ??= curl_init();
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => rtrim($this->baseUrl, '/') . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            // A redirect never receives the key.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($seconds * 1000),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $received[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, self::encode($body));
        }
        $text = curl_exec($this->curl);
        if (!is_string($text)) {
            throw new ConnectionError("$method $path: " . curl_error($this->curl));
        }
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        if ($status === 304 && $etag !== null) {
            return [];
        }
        $answer = self::read($text, $status, $received);
        $this->lastResponse = new LastResponse($status, $received);
        $etag = $received['etag'] ?? null;
        return $answer;
    }

    private static function encode(array $body): string
    {
        return json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }

    /** @return array<string, mixed> */
    private static function read(string $text, int $status, array $headers): array
    {
        $answer = json_decode($text, true);
        if ($status >= 200 && $status < 300 && is_array($answer)) {
            return $answer;
        }
        $answer = is_array($answer) ? $answer : [];
        $after = $headers['retry-after'] ?? '';
        throw new ApiError(
            $status,
            $answer['detail'] ?? '',
            $headers['x-request-id'] ?? null,
            ctype_digit($after) ? (int) $after : null,
            is_string($answer['code'] ?? null) ? $answer['code'] : 'unknown',
            is_string($answer['hint'] ?? null) ? $answer['hint'] : null,
        );
    }

    private static function mayRepeat(ApiError | ConnectionError $error, bool $isRepeatable): bool
    {
        if ($error instanceof ConnectionError) {
            return $isRepeatable;
        }
        // Nothing changes within seconds, and the player can take the other operator.
        if ($error->errorCode === 'no_provider_available') {
            return false;
        }
        return $error->isNotBegun() || ($isRepeatable && $error->status >= 500);
    }

    /** As long as the service asks for, otherwise longer each time; never all clients at once. */
    private static function pauseAfter(ApiError | ConnectionError $error, int $repeats): float
    {
        $grown = min(self::FIRST_PAUSE_SECONDS * 2 ** $repeats, self::LONGEST_PAUSE_SECONDS);
        $asked = $error instanceof ApiError ? ($error->retryAfterSeconds ?? 0) : 0;
        return max($asked, $grown / 2) + $grown / 2 * mt_rand() / mt_getrandmax();
    }
}
