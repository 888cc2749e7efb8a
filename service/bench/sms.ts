import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { upsertGateway, upsertSim } from '../src/db/lines/gateways.ts';
import { creditRules, readPolicy } from '../src/domain/access/policy.ts';
import { applyBalance } from '../src/flows/decisions/trust-balance.ts';
import { signBody } from '../src/signing/gateway-signature.ts';
import { stopChild } from './ground/children.ts';
import type { DatabaseServer } from './ground/database-server.ts';
import { BASE_MS, FIRST_OPEN, transactionId } from './ground/ground.ts';
import type { Target } from './ground/target.ts';
import { type Account, accountFor, lookAtSpent } from './load/account.ts';
import { accountTable } from './report.ts';
import { at, listen, openDeposits, type WebhookScene, waitUntilDelivered } from './webhooks.ts';

/** Payments that arrive as SMS, until the platform has got their webhooks. */
export interface SmsFindings {
  readonly reportedPerSecond: number;
  /** Per payment reported, credited and delivered; the bench plays the gateways. */
  readonly account: Account;
  readonly idleP50Ms: number;
  readonly idleP99Ms: number;
}

const GATEWAY = 'bench';
const SECRET = 'a secret of the bench';
/** A SIM gets its texts one by one, so many payments at once need many lines. */
const LINES = 16;
const PER_SECOND = 1_500;
const IDLE_TRIES = 200;
/** Unused timers must not keep the bench alive. */
const UNREF = { ref: false } as const;
/** Distinct per deposit: two players with one number and amount are a case for staff. */
const AMOUNT_XAF = 2_600;
/** A payment without a webhook by then counts as not credited. */
const PATIENCE_MS = 30_000;
/** Every other open deposit is one that the player pays with a code. */
const STEP = 2;

export async function measureSms(scene: WebhookScene): Promise<SmsFindings> {
  const { database } = scene.server;
  await upsertGateway(database, { id: GATEWAY, dialect: 'signed', secret: SECRET });
  for (let line = 0; line < LINES; line += 1) {
    const sim = { gatewayId: GATEWAY, sim: simOf(line), operator: 'orange' } as const;
    await upsertSim(database, { ...sim, line: numberOf(line) });
    // The till of the bench begins with nothing on each line.
    const said = { line: numberOf(line), balanceCents: 0, readAt: { agoMs: 0 } } as const;
    await database.atomically((connection) =>
      applyBalance({ ...creditRules(readPolicy({}, 'live')), templates: [] }, connection, {
        ...said,
        source: 'staff',
        by: 'bench',
        reason: null,
        typist: null,
      }),
    );
  }
  // Only deposits of the last days are searched, and the age of a deposit is that of its id.
  const now = Date.now() - BASE_MS - FIRST_OPEN;
  const first = now - (now % (STEP * LINES));
  const till = createTill();
  const idle = await measureIdleLatency(scene, till, first);
  const next = first + IDLE_TRIES * STEP * LINES;
  return { ...(await measureRate(scene, till, next)), ...idle };
}

export function describeSms(findings: SmsFindings): string {
  const { reportedPerSecond, idleP50Ms, idleP99Ms } = findings;
  return [
    `SMS in and webhooks out: ${reportedPerSecond.toFixed(0)}/s on ${LINES} lines`,
    `from SMS sent to webhook received, idle: ` +
      `p50 ${idleP50Ms.toFixed(1)} ms, p99 ${idleP99Ms.toFixed(1)} ms`,
    '',
    accountTable([{ caseName: 'reported and delivered', account: findings.account }]),
  ].join('\n');
}

/** One payment at a time on a service that has nothing else to do. */
async function measureIdleLatency({ server, target }: WebhookScene, till: Till, first: number) {
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const receivedAt = performance.now();
    response.end('{}');
    const { service_tx_id } = JSON.parse(Buffer.concat(parts).toString()) as {
      readonly service_tx_id: string;
    };
    arrivals.get(service_tx_id)?.resolve(receivedAt);
  });
  const url = await listen(receiver);
  await openLines(server, { first, count: IDLE_TRIES * STEP, url });
  const latencies: number[] = [];
  for (let index = 0; index < IDLE_TRIES; index += 1) {
    const number = FIRST_OPEN + first + 1 + index * STEP;
    const arrival = Promise.withResolvers<number>();
    arrivals.set(transactionId(number), arrival);
    const sentAt = performance.now();
    await send(target, till.pay(number));
    const receivedAt = await Promise.race([arrival.promise, pause(PATIENCE_MS, null, UNREF)]);
    if (receivedAt === null) throw new Error(`deposit ${transactionId(number)} was not credited`);
    latencies.push(receivedAt - sentAt);
  }
  receiver.close();
  receiver.closeAllConnections();
  latencies.sort((a, b) => a - b);
  return { idleP50Ms: at(latencies, 0.5), idleP99Ms: at(latencies, 0.99) };
}

/** Every line reports its payments as fast as possible, until the last webhook is recorded. */
async function measureRate(
  scene: WebhookScene,
  till: Till,
  first: number,
): Promise<Pick<SmsFindings, 'reportedPerSecond' | 'account'>> {
  const { children, server, target, options } = scene;
  const child = children.add(fork(join(import.meta.dirname, 'receiver-process.ts')));
  const [url] = (await once(child, 'message')) as [string];
  const perLine = Math.ceil((PER_SECOND * (options.seconds + 1)) / LINES);
  await openLines(server, { first, count: perLine * LINES * STEP, url });
  const spending = { target, postmaster: server.pid };
  const before = await lookAtSpent(spending);
  const own = process.cpuUsage();
  const until = performance.now() + options.seconds * 1_000;
  const hand = async (line: number) => {
    for (let turn = 0; turn < perLine && performance.now() < until; turn += 1) {
      await send(target, till.pay(FIRST_OPEN + first + 1 + (turn * LINES + line) * STEP));
    }
  };
  await Promise.all(Array.from({ length: LINES }, (_, line) => hand(line)));
  const { user, system } = process.cpuUsage(own);
  const { count, seconds } = await waitUntilDelivered(server, url);
  const after = await lookAtSpent(spending);
  await stopChild(child);
  return {
    reportedPerSecond: count / seconds,
    account: accountFor([before, after], { count, cpuMs: (user + system) / 1_000 }),
  };
}

/** Deposits for the lines in turn, by their number. */
async function openLines(
  server: DatabaseServer,
  range: { readonly first: number; readonly count: number; readonly url: string },
): Promise<void> {
  await openDeposits(server, range);
  await server.database.query({
    text: `update transactions
           set line = '9000' || lpad((right(msisdn, 7)::integer / $3 % $4)::text, 2, '0'),
               amount_xaf = $5
           where id >= $1::uuid and id < $2::uuid`,
    values: [
      transactionId(FIRST_OPEN + range.first),
      transactionId(FIRST_OPEN + range.first + range.count),
      STEP,
      LINES,
      AMOUNT_XAF,
    ],
  });
}

function simOf(line: number): string {
  return `sim-${line}`;
}

function numberOf(line: number): string {
  return `9000${String(line).padStart(2, '0')}`;
}

interface Payment {
  readonly sim: string;
  readonly text: string;
}

interface Till {
  /** The text about the payment of an open deposit, with the balance of its line after it. */
  readonly pay: (number: number) => Payment;
}

function createTill(): Till {
  const balances = Array.from({ length: LINES }, () => 0);
  let paid = 0;
  return {
    pay: (number) => {
      const suffix = number % 10_000_000;
      const line = Math.floor(suffix / STEP) % LINES;
      const balance = (balances[line] ?? 0) + AMOUNT_XAF;
      balances[line] = balance;
      paid += 1;
      const payer = `69${String(suffix).padStart(7, '0')}`;
      const id = `MP${minuteInDouala()}.A${String(paid).padStart(5, '0')}`;
      const text =
        `Paiement de WOURI SHOP reussi par ${payer} ABEGA SOLANGE. ID transaction:${id}, ` +
        `Montant:${AMOUNT_XAF} FCFA. Solde: ${balance} FCFA.`;
      return { sim: simOf(line), text };
    },
  };
}

/** As Orange writes it in its ids: `261115.1030`. */
function minuteInDouala(): string {
  const [day = '', time = ''] = new Date(Date.now() + 3_600_000).toISOString().split('T');
  return `${day.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}`;
}

async function send({ port }: Target, payment: Payment): Promise<void> {
  const raw = Buffer.from(JSON.stringify({ sender: 'OrangeMoney', ...payment }));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const answer = await fetch(`http://127.0.0.1:${port}/internal/v1/sms/${GATEWAY}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': signBody(SECRET, { raw, timestamp }),
      'x-timestamp': timestamp,
    },
    body: raw,
  });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`SMS: ${answer.status} ${body}`);
}
