import assert from 'node:assert/strict';
import { createHash, randomUUID, verify } from 'node:crypto';
import { after } from 'node:test';
import { startService } from '../../../src/app/compose.ts';
import { startWorker } from '../../../src/app/workers/loop.ts';
import { DEFAULT_APPLICATION_ID, ensureDefaultApplication } from '../../../src/db/access/access.ts';
import type { Database, Queryable } from '../../../src/db/client.ts';
import { createDatabaseClock } from '../../../src/db/clock.ts';
import { FROM_WEBHOOKS, STATE } from '../../../src/db/webhooks/webhook-replays.ts';
import { sealDatabase } from '../../../src/flows/sealed-database.ts';
import type { Post } from '../../../src/flows/webhooks/attempt-webhook.ts';
import {
  createWebhookDelivery,
  type FinishedAttempt,
} from '../../../src/flows/webhooks/deliver-webhooks.ts';
import { createSignerSource, ensureSigningKey } from '../../../src/flows/webhooks/signing-keys.ts';
import { createPoster } from '../../../src/outbound/post.ts';
import type { Config } from '../../../src/settings/config.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { call } from '../call.ts';
import { openTestDatabase } from '../database.ts';
import { recordingLog, TEST_LIMITS, type TestService, testConfig } from '../harness.ts';
import { eventually } from '../service-process.ts';

export interface Delivering {
  readonly attempts: readonly FinishedAttempt[];
  readonly troubles: readonly unknown[];
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
}

export interface WholeService {
  readonly url: string;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly config: Config;
  readonly logLines: readonly string[];
  readonly call: TestService['call'];
  readonly stop: () => Promise<void>;
}

/** The service as `npm start` composes it, workers included, on a database of its own. */
export async function startWholeService(
  env: Readonly<Record<string, string>> = {},
): Promise<WholeService> {
  const secretsKey = env['SECRETS_KEY'];
  const { database: unsealed, url: databaseUrl } = await openTestDatabase({ secretsKey });
  const config = testConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: databaseUrl, ...env });
  const database = sealDatabase(unsealed, createVault(config.secretsKey));
  const { log, lines } = recordingLog();
  const service = await startService(config, log, TEST_LIMITS);
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= service.stop());
  after(stop);
  return {
    url: service.url,
    database,
    databaseUrl,
    config,
    logLines: lines,
    call: (method, path, options) => call(service.url, method, path, options),
    stop,
  };
}

/** A database with a signing key and no service, for tests of the delivery alone. */
export async function openOutbox(): Promise<Database> {
  const { database } = await openTestDatabase();
  await ensureDefaultApplication(database);
  await ensureSigningKey({ database, vault: createVault(null) });
  return database;
}

export interface DeliveringOptions {
  readonly post?: Post;
  /** Not given: no alerts are sent. */
  readonly alerts?: { readonly url: string; readonly post: Post };
  /** Replaces the five seconds, so that a test of silence need not wait for them. */
  readonly attemptTimeoutMs?: number;
  readonly secretsKey?: Buffer;
}

const ANYWHERE = { publicOnly: false, schemes: ['http', 'https'], ports: [] };

/** Delivers what is in the outbox of a database, as the worker of one process does. */
export function startDelivering(database: Queryable, options: DeliveringOptions = {}): Delivering {
  const { delivery, attempts, troubles, close } = createTestDelivery(database, options);
  const work = { name: 'deliver', idleMs: 50, runOnce: delivery.runOnce };
  const worker = startWorker(work, recordingLog().log);
  delivery.onDue(worker.wake);
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= worker
      .stop()
      .then(() => delivery.stop())
      .then(close);
    return stopped;
  };
  // The database of the file is closed before this, so there may be nothing left to release.
  after(() => stop().catch(() => {}));
  return { attempts, troubles, wake: worker.wake, stop };
}

/** The same without a worker: the test says when it delivers. */
export function createTestDelivery(database: Queryable, options: DeliveringOptions = {}) {
  const attempts: FinishedAttempt[] = [];
  const troubles: unknown[] = [];
  const vault = createVault(options.secretsKey ?? null);
  const poster = createPoster({ policy: ANYWHERE, proxyUrl: null });
  const { attemptTimeoutMs, post = (message) => poster.post(message) } = options;
  const delivery = createWebhookDelivery({
    database,
    vault,
    post: (message) =>
      post(attemptTimeoutMs === undefined ? message : { ...message, timeoutMs: attemptTimeoutMs }),
    alerts: options.alerts ?? null,
    signer: createSignerSource({ database, vault }),
    clock: createDatabaseClock(database),
    userAgent: 'test',
    environment: 'sandbox',
    onAttempt: (attempt) => attempts.push(attempt),
    onTrouble: (error) => troubles.push(error),
  });
  return { delivery, attempts, troubles, close: () => poster.close() };
}

interface QueuedWebhook {
  readonly url: string;
  readonly event?: string;
  readonly transactionId?: string;
}

/** Puts an event into the outbox without a transaction behind it, and returns its id. */
export async function queueWebhook(database: Queryable, webhook: QueuedWebhook): Promise<string> {
  const [id] = await queueWebhooks(database, [webhook]);
  return id ?? '';
}

export async function queueWebhooks(
  database: Queryable,
  webhooks: readonly QueuedWebhook[],
): Promise<readonly string[]> {
  const rows = webhooks.map(
    ({ url, event = 'payment.succeeded', transactionId = randomUUID() }) => {
      const id = randomUUID();
      const body = JSON.stringify({ service_tx_id: transactionId, reference: `r-${id}`, event });
      return { id, transactionId, event, url, origin: new URL(url).origin, body };
    },
  );
  await database.query({
    text: `with queued as (
             insert into webhooks (id, transaction_id, application_id, event, body, created_at)
             select id, transaction_id, $1, event, body, app_now()
             from unnest($2::uuid[], $3::uuid[], $4::text[], $7::text[])
               as w (id, transaction_id, event, body)
             returning id, transaction_id, position, created_at
           )
           insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at,
                                      url, origin)
           select q.id, q.transaction_id, q.position, q.created_at, q.created_at, w.url, w.origin
           from queued q join unnest($2::uuid[], $5::text[], $6::text[]) as w (id, url, origin)
                  using (id)`,
    values: [
      DEFAULT_APPLICATION_ID,
      rows.map(({ id }) => id),
      rows.map(({ transactionId }) => transactionId),
      rows.map(({ event }) => event),
      rows.map(({ url }) => url),
      rows.map(({ origin }) => origin),
      rows.map(({ body }) => body),
    ],
  });
  return rows.map(({ id }) => id);
}

export interface StoredWebhook {
  readonly id: string;
  readonly event: string;
  readonly state: string;
  readonly attempts: number;
  readonly body: string;
  readonly claim: string | null;
  readonly token: string | null;
  readonly is_replay: boolean;
}

const SELECT_STORED = `
  select w.id, w.event, ${STATE} as state, coalesce(l.number, 0) as attempts, w.body, o.claim,
         o.token, w.is_replay
  ${FROM_WEBHOOKS}`;

export function webhooksOf(database: Queryable, transactionId: string): Promise<StoredWebhook[]> {
  return database.query<StoredWebhook>({
    text: `${SELECT_STORED} where w.transaction_id = $1 order by w.position`,
    values: [transactionId],
  });
}

export async function findWebhook(database: Queryable, id: string): Promise<StoredWebhook> {
  const [row] = await database.query<StoredWebhook>({
    text: `${SELECT_STORED} where w.id = $1`,
    values: [id],
  });
  assert.ok(row, 'the webhook is gone');
  return row;
}

export interface StoredAttempt {
  readonly number: number;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly latency_ms: number;
  readonly answer: string | null;
}

export function attemptsOf(database: Queryable, id: string): Promise<StoredAttempt[]> {
  return database.query<StoredAttempt>({
    text: `select number, at, status, error, latency_ms, answer from webhook_attempts
           where webhook_id = $1 order by number`,
    values: [id],
  });
}

/** Resolves when every webhook there is has been delivered or given up. */
export async function untilQuiet(database: Queryable, withinMs?: number): Promise<void> {
  await eventually(
    'the outbox is empty',
    async () => {
      const [row] = await database.query<{ readonly total: number }>({
        text: `select count(*) as total from open_webhooks where state = 'pending'`,
      });
      return row?.total === 0;
    },
    withinMs,
  );
}

type Claims = Readonly<Record<string, unknown>>;

export interface Token {
  readonly header: Claims;
  readonly claims: Claims;
}

/** Verifies a token as a platform without our libraries would; anything wrong fails the test. */
export function verifyToken(token: unknown, publicKeyPem: string, body: string): Token {
  assert.ok(typeof token === 'string', 'the request has no X-Service-Signature');
  const [head = '', payload = '', signature = ''] = token.split('.');
  const isGenuine = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${payload}`),
    publicKeyPem,
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isGenuine, 'the signature is wrong');
  const [header, claims] = [decode(head), decode(payload)];
  assert.equal(claims['body_sha256'], createHash('sha256').update(body).digest('hex'));
  return { header, claims };
}

function decode(part: string): Claims {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims;
}

/** Gaps between the end of an attempt and the start of the next, in milliseconds. */
export function gapsOf(attempts: readonly StoredAttempt[]): readonly number[] {
  return attempts.slice(1).map((attempt, index) => {
    const before = attempts[index];
    assert.ok(before);
    return attempt.at.getTime() - before.at.getTime() - before.latency_ms;
  });
}

/**
 * The interface allows no gap to be shorter; the figure that we hold ourselves to is 0.3 s more,
 * and what a busy machine adds.
 */
export function assertGaps(
  gaps: readonly number[],
  expected: readonly number[],
  allowanceMs = 0,
): void {
  assert.equal(gaps.length, expected.length, `gaps: ${gaps.join(', ')}`);
  for (const [index, gap] of gaps.entries()) {
    const least = expected[index] ?? 0;
    // Times are stored in whole milliseconds, so two of them may be one apart.
    const isRight = gap >= least - 2 && gap <= least + 300 + allowanceMs;
    assert.ok(isRight, `gap ${index + 1} of ${gaps.join(', ')}`);
  }
}
