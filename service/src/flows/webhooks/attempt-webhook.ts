import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../db/client.ts';
import type { DatabaseClock } from '../../db/clock.ts';
import type {
  AttemptRecord,
  ClaimedWebhookRow,
  RecordedAttempt,
} from '../../db/webhooks/webhooks.ts';
import { assert } from '../../domain/assert.ts';
import {
  ALERT_ORIGIN,
  ATTEMPT_TIMEOUT_MS,
  type AttemptResult,
  nextStep,
  nextStepOfAlert,
} from '../../domain/webhooks/webhook-retry.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import { standardWebhookHeaders } from '../../signing/standard-webhooks.ts';
import { isReusable, type Signer, signWebhook } from '../../signing/webhook-token.ts';

export interface AttemptDeps {
  readonly post: Post;
  /** Where alerts go, with a client that may reach a private address; `null` if none are sent. */
  readonly alerts: { readonly url: string; readonly post: Post } | null;
  readonly signer: () => Promise<Signer>;
  readonly vault: Vault;
  /** Signatures contain a time that receivers check, so it is not our machine's clock. */
  readonly clock: DatabaseClock;
  readonly userAgent: string;
  readonly environment: 'sandbox' | 'live';
}

/** Sends one request and reports how it ended and how long that took; never throws. */
export type Post = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}) => Promise<(AttemptResult & { readonly latencyMs: number }) & { readonly answer?: string }>;

/** A webhook that is leased to this process. */
export interface LeasedWebhook {
  readonly webhook: ClaimedWebhookRow;
  /** The end of the lease, on the clock of `performance.now()`. */
  readonly leaseEndsAt: number;
  /** Waits for a turn to sign, and keeps the token; `null` if it came too late. */
  readonly inSigningQueue: (sign: () => Promise<string | null>) => Promise<string | null>;
  /** Called just before the request is sent. */
  readonly onBegin: () => void;
}

export type Attempt =
  | { readonly kind: 'made'; readonly recorded: RecordedAttempt; readonly record: AttemptRecord }
  /** Too little of the lease was left, so nothing was sent. */
  | { readonly kind: 'too_late' };

/** If the database is busy, there is still time to record the attempt before the lease ends. */
const RECORD_RESERVE_MS = 1_000;
const RECORD_AGAIN_MS = 100;

/** Makes one attempt and records it. */
export async function attemptWebhook(
  deps: AttemptDeps,
  { webhook, leaseEndsAt, inSigningQueue, onBegin }: LeasedWebhook,
  record: (attempt: RecordedAttempt) => Promise<AttemptRecord>,
): Promise<Attempt> {
  // A process that was frozen must not send what another one has claimed in the meantime.
  const isTooLate = () => performance.now() + ATTEMPT_TIMEOUT_MS + RECORD_RESERVE_MS > leaseEndsAt;
  const signer = await deps.signer();
  const token =
    reusableToken(signer, webhook, await deps.clock.now()) ??
    (await inSigningQueue(async () =>
      isTooLate() ? null : sign(deps, signer, webhook, await deps.clock.now()),
    ));
  const at = await deps.clock.now();
  if (token === null || isTooLate()) return { kind: 'too_late' };
  const headers = headersOf(deps, webhook, { token, at });
  const startedAt = performance.now();
  onBegin();
  const { url, post, next } = ruleFor(deps, webhook);
  const { body } = webhook;
  const result = await post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS });
  const recorded: RecordedAttempt = {
    webhook,
    token,
    result,
    next: next(webhook.attempts + 1, result),
    latencyMs: result.latencyMs,
    endedAt: startedAt + result.latencyMs,
    answer: result.answer ?? null,
    headers,
  };
  return { kind: 'made', recorded, record: await recordPatiently(record, recorded, leaseEndsAt) };
}

/** Where a message goes, and what follows if it is not accepted. */
function ruleFor({ post, alerts }: AttemptDeps, { origin, url }: ClaimedWebhookRow) {
  if (origin !== ALERT_ORIGIN) return { url, post, next: nextStep };
  assert(alerts !== null, 'an alert was claimed where none are sent');
  return { ...alerts, next: nextStepOfAlert };
}

/**
 * An attempt that was made has to be counted, so we wait for a database that is down for a moment.
 * After the lease another process attempts the delivery and our record would be refused.
 */
async function recordPatiently(
  record: (attempt: RecordedAttempt) => Promise<AttemptRecord>,
  attempt: RecordedAttempt,
  leaseEndsAt: number,
): Promise<AttemptRecord> {
  for (;;) {
    try {
      return await record(attempt);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > leaseEndsAt) throw error;
      await pause(RECORD_AGAIN_MS, undefined, { ref: false });
    }
  }
}

/** Signing is the most expensive part of an attempt, so a retry uses the token of the first. */
function reusableToken(signer: Signer, { token }: ClaimedWebhookRow, at: Date): string | null {
  return token !== null && isReusable(token, signer, at) ? token : null;
}

function sign(
  { environment }: AttemptDeps,
  signer: Signer,
  webhook: ClaimedWebhookRow,
  at: Date,
): Promise<string> {
  // An alert has none; its message is identified by its id.
  const { reference = webhook.id } = JSON.parse(webhook.body) as { readonly reference?: string };
  return signWebhook(signer, {
    typ: webhook.origin === ALERT_ORIGIN ? 'alert+jwt' : 'JWT',
    serviceTxId: webhook.transaction_id,
    reference,
    event: webhook.event,
    application: webhook.application,
    environment,
    body: webhook.body,
    at,
  });
}

function headersOf(
  deps: AttemptDeps,
  webhook: ClaimedWebhookRow,
  { token, at }: { readonly token: string; readonly at: Date },
): Readonly<Record<string, string>> {
  const { id, body } = webhook;
  const secrets = openSecrets(deps.vault, webhook);
  return {
    'content-type': 'application/json',
    'user-agent': deps.userAgent,
    'x-service-signature': token,
    ...(secrets.length === 0
      ? {}
      : standardWebhookHeaders({
          id,
          at,
          body,
          secrets,
        })),
  };
}

/** The secrets of the application: during an overlap two. */
function openSecrets(
  vault: Vault,
  { application_id: id, webhook_secret, old_secret }: ClaimedWebhookRow,
): readonly string[] {
  if (id === null) return [];
  const { webhookSecret, oldWebhookSecret } = SECRET_PLACES;
  return [
    ...(webhook_secret === null ? [] : [vault.open(webhook_secret, webhookSecret(id))]),
    ...(old_secret === null ? [] : [vault.open(old_secret, oldWebhookSecret(id))]),
  ];
}
