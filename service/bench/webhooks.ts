import { fork } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Children, stopChild } from './ground/children.ts';
import type { DatabaseServer } from './ground/database-server.ts';
import { fillOpen } from './ground/fill.ts';
import { FIRST_OPEN, transactionId } from './ground/ground.ts';
import type { Target } from './ground/target.ts';
import { type Account, accountFor, lookAtSpent } from './load/account.ts';
import { makeLoad } from './load/load.ts';
import { BENCH_API_KEY } from './load/request-text.ts';
import type { BenchOptions } from './options.ts';
import type { PlainJob } from './plain-client-process.ts';
import { accountTable } from './report.ts';

/** Payments settled and webhooks sent, and how fast this machine can sign at all. */
export interface WebhookFindings {
  readonly signaturesPerSecond: number;
  readonly deliveredPerSecond: number;
  /** The same as one ordinary client sees it that also takes part of the processor. */
  readonly plainPerSecond: number;
  /** Per payment settled and delivered, of the first. */
  readonly account: Account;
  readonly idleP50Ms: number;
  readonly idleP99Ms: number;
}

export interface WebhookScene {
  readonly children: Children;
  readonly server: DatabaseServer;
  readonly target: Target;
  readonly options: BenchOptions;
}

/** Numbers of the open deposits of this measurement, away from those of the other cases. */
const FIRST = 500_000_000;
const PER_SECOND = 6_000;
const IDLE_TRIES = 200;

export async function measureWebhooks(scene: WebhookScene): Promise<WebhookFindings> {
  const signaturesPerSecond = await measureSigning();
  const idle = await measureIdleLatency(scene);
  const plainPerSecond = await measurePlainClient(scene);
  return { signaturesPerSecond, plainPerSecond, ...(await measureDeliveries(scene)), ...idle };
}

const PLAIN_COUNT = 4_000;

async function measurePlainClient({ children, target }: WebhookScene): Promise<number> {
  const child = children.add(fork(join(import.meta.dirname, 'plain-client-process.ts')));
  const job: PlainJob = { port: target.port, count: PLAIN_COUNT };
  child.send(job);
  const [perSecond] = (await once(child, 'message')) as [number];
  await stopChild(child);
  return perSecond;
}

export function describeWebhooks(findings: WebhookFindings): string {
  const { signaturesPerSecond, deliveredPerSecond, plainPerSecond } = findings;
  const { idleP50Ms, idleP99Ms } = findings;
  return [
    `RSA-2048 signatures: ${signaturesPerSecond.toFixed(0)}/s on all cores`,
    `payments settled and webhooks delivered: ${deliveredPerSecond.toFixed(0)}/s ` +
      `(× ${(deliveredPerSecond / signaturesPerSecond).toFixed(2)} of the signatures)`,
    `the same by one plain client: ${plainPerSecond.toFixed(0)}/s ` +
      `(× ${(plainPerSecond / signaturesPerSecond).toFixed(2)} of the signatures)`,
    `from simulate answered to webhook received, idle: ` +
      `p50 ${idleP50Ms.toFixed(1)} ms, p99 ${idleP99Ms.toFixed(1)} ms`,
    '',
    accountTable([{ caseName: 'settled and delivered', account: findings.account }]),
  ].join('\n');
}

/** The part that no delivery can avoid: one signature each, made off the event loop. */
async function measureSigning(): Promise<number> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const data = Buffer.alloc(500, 'x');
  const until = performance.now() + 2_000;
  let count = 0;
  const signOne = () =>
    new Promise<void>((resolve, reject) => {
      sign('sha256', data, privateKey, (error) => (error === null ? resolve() : reject(error)));
    });
  const hand = async () => {
    while (performance.now() < until) {
      await signOne();
      count += 1;
    }
  };
  await Promise.all([hand(), hand(), hand(), hand()]);
  return count / 2;
}

/** One payment at a time on a service that has nothing else to do. */
async function measureIdleLatency({ server, target }: WebhookScene) {
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const at = performance.now();
    response.end('{}');
    const { service_tx_id } = JSON.parse(Buffer.concat(parts).toString()) as {
      readonly service_tx_id: string;
    };
    arrivals.get(service_tx_id)?.resolve(at);
  });
  const url = await listen(receiver);
  await openDeposits(server, { first: FIRST, count: IDLE_TRIES, url });
  const latencies: number[] = [];
  for (let index = 0; index < IDLE_TRIES; index += 1) {
    const id = transactionId(FIRST_OPEN + FIRST + index);
    const arrival = Promise.withResolvers<number>();
    arrivals.set(id, arrival);
    await simulate(target, id);
    const answeredAt = performance.now();
    latencies.push(Math.max(0, (await arrival.promise) - answeredAt));
  }
  receiver.close();
  receiver.closeAllConnections();
  latencies.sort((a, b) => a - b);
  return { idleP50Ms: at(latencies, 0.5), idleP99Ms: at(latencies, 0.99) };
}

/** Settles as many as the service takes, and counts until the last webhook is on record. */
async function measureDeliveries(
  scene: WebhookScene,
): Promise<Pick<WebhookFindings, 'deliveredPerSecond' | 'account'>> {
  const { children, server, target, options } = scene;
  const child = children.add(fork(join(import.meta.dirname, 'receiver-process.ts')));
  const [url] = (await once(child, 'message')) as [string];
  const first = FIRST + IDLE_TRIES;
  const count = PER_SECOND * (options.seconds + 1);
  await openDeposits(server, { first, count, url });
  const open = { first: FIRST_OPEN + first, count };
  const spending = { target, postmaster: server.pid };
  const before = await lookAtSpent(spending);
  const load = await makeLoad(
    children,
    {
      caseName: 'simulate outcome',
      port: target.port,
      connections: options.connections,
      warmUpMs: 1_000,
      measureMs: options.seconds * 1_000,
      ground: { stored: 0, open, run: 0, busyPlayerTotal: 0 },
    },
    () => {},
  );
  const delivered = await waitUntilDelivered(server, url);
  const after = await lookAtSpent(spending);
  await stopChild(child);
  return {
    deliveredPerSecond: delivered.count / delivered.seconds,
    account: accountFor([before, after], { count: delivered.count, cpuMs: load.cpuMs }),
  };
}

/** Reads only what is left, which costs the server next to nothing while it is measured. */
export async function waitUntilDelivered(
  { database }: DatabaseServer,
  url: string,
): Promise<Delivered> {
  for (;;) {
    const [left] = await database.query<{ readonly pending: number }>({
      text: 'select count(*) as pending from open_webhooks where url = $1',
      values: [url],
    });
    if (left?.pending === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [row] = await database.query<Delivered>({
    text: `select count(*) as count,
                  extract(epoch from app_now() - min(w.created_at))::float8 as seconds
           from webhooks w
           where w.transaction_id in (select id from transactions where callback_url = $1)`,
    values: [url],
  });
  return row ?? { count: 0, seconds: 1 };
}

export interface Delivered {
  readonly count: number;
  /** Since the first was settled. */
  readonly seconds: number;
}

export async function openDeposits(
  { database }: DatabaseServer,
  range: { readonly first: number; readonly count: number; readonly url: string },
): Promise<void> {
  await fillOpen(database, range);
  await database.query({
    text: `update transactions set callback_url = $1 where id >= $2::uuid and id < $3::uuid`,
    values: [
      range.url,
      transactionId(FIRST_OPEN + range.first),
      transactionId(FIRST_OPEN + range.first + range.count),
    ],
  });
}

async function simulate({ port }: Target, id: string): Promise<void> {
  const path = `/api/v1/sandbox/transactions/${id}/simulate`;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': BENCH_API_KEY, 'content-type': 'application/json' },
    body: '{"outcome":"succeeded"}',
  });
  if (answer.status !== 200) throw new Error(`simulate: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

export async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
