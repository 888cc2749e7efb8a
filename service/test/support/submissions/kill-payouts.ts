import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { MtnEmulator } from '../../../emulators/mtn/mtn-emulator.ts';
import type { TestService } from '../harness.ts';
import { addMtn, createApproved, passTime, startLiveService, startMtn } from '../providers/live.ts';
import { eventually, startServiceProcess } from '../service-process.ts';

export interface PayoutReport {
  readonly kills: number;
  readonly payouts: number;
  readonly succeeded: number;
  readonly held: number;
  readonly transfers: number;
}

/** Time passes up to the next step, but only while nothing is due: an hour must not fly by. */
const LEAST_MS = 15_000;
const MOST_ROUNDS = 2_000;

/**
 * Payouts whose answer is lost after the operator has taken them, while the process that sends
 * them is killed again and again. Then the operator's books are compared with ours.
 */
export async function killDuringPayouts(order: {
  readonly kills: number;
  readonly payoutsPerKill: number;
}): Promise<PayoutReport> {
  const service = await startLiveService();
  const operator = await startMtn({ floatXaf: 1_000_000_000 });
  await addMtn(service.database, operator, { id: 'mtn-main' });
  const worker = () =>
    startServiceProcess({
      env: {
        DATABASE_URL: urlOf(service),
        SERVICE_ENV: 'live',
        LIVE_WITHOUT_SAFETY: 'I-am-testing',
        DATA_DIR: service.config.dataDir,
        ROLE: 'worker',
        LOG_LEVEL: 'silent',
      },
    });

  const ids: string[] = [];
  let cutOff: ReadonlySet<string> = new Set();
  for (let kill = 0; kill < order.kills; kill += 1) {
    // The first answer never comes, so that each kill meets a send under way; the others are lost.
    operator.faults.clear('transfer');
    operator.faults.add('transfer', { kind: 'hang', when: 'after' }, { times: 1 });
    operator.faults.add('transfer', { kind: 'reset', when: 'after' });
    const running = await worker();
    const before = operator.ledger.payments().length;
    const approvals = Array.from({ length: order.payoutsPerKill }, (_, index) =>
      createApproved(service, { msisdn: payee(ids.length + index) }),
    );
    // Somewhere in the middle of sending, every time at another point.
    const taken = before + 1 + ((kill * 7) % order.payoutsPerKill);
    await eventually('payouts are taken', () => operator.ledger.payments().length >= taken);
    await running.end('SIGKILL');
    ids.push(...(await Promise.all(approvals)));
    const sends = new Set(await listSends(service));
    assert.ok(!sends.isSubsetOf(cutOff), `kill ${kill + 1} met no send`);
    cutOff = sends;
  }
  const last = await worker();
  await untilSettled(service);
  await last.end('SIGTERM');
  return audit(service, operator, { kills: order.kills, ids });
}

/** Steps that somebody had begun to send and recorded no outcome of. */
async function listSends({ database }: TestService): Promise<readonly string[]> {
  const rows = await database.query<{ readonly step: string }>({
    text: `select concat(transaction_id, ' ', claim) as step from submissions
           where sent_at is not null and claim is not null and asked = 0`,
  });
  return rows.map(({ step }) => step);
}

async function untilSettled({ database }: TestService): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [row] = await database.query<{
      readonly open: number;
      readonly next_in_ms: number | null;
    }>({
      text: `select count(*) as open,
                    extract(epoch from min(s.next_step_at) - app_now())::float8 * 1000 as next_in_ms
             from transactions t join submissions s on s.transaction_id = t.id
             where t.state in ('approved', 'provider_submitted')`,
    });
    if (row === undefined || row.open === 0) return;
    const nextInMs = row.next_in_ms ?? LEAST_MS;
    if (nextInMs > 0) await passTime(database, Math.max(LEAST_MS, nextInMs));
    await pause(100);
  }
  throw new Error('some payouts never settle');
}

async function audit(
  { database }: TestService,
  { ledger }: MtnEmulator,
  { kills, ids }: { readonly kills: number; readonly ids: readonly string[] },
): Promise<PayoutReport> {
  const rows = await database.query<{
    readonly id: string;
    readonly state: string;
    readonly reference: string;
    readonly amount_xaf: number;
  }>({
    text: `select t.id, t.state, s.reference, t.amount_xaf
           from transactions t join submissions s on s.transaction_id = t.id`,
  });
  assert.equal(rows.length, ids.length, 'a payout is lost');
  const moved = Map.groupBy(ledger.moves(), ({ reference }) => reference);
  for (const { id, state, reference } of rows) {
    const times = moved.get(reference)?.length ?? 0;
    assert.ok(times <= 1, `payout ${id} was paid ${times} times`);
    if (state === 'succeeded') assert.equal(times, 1, `payout ${id} succeeded without money`);
    else assert.equal(state, 'requires_manual_resolution', `payout ${id} is ${state}`);
  }
  const references = new Set(rows.map(({ reference }) => reference));
  assert.deepEqual(
    [...moved.keys()].filter((reference) => !references.has(reference)),
    [],
    'money moved that belongs to no payout',
  );
  // Each number is paid once, so no payout went out under a second reference either.
  const numbers = ledger.moves().map(({ msisdn }) => msisdn);
  assert.equal(new Set(numbers).size, numbers.length, 'somebody was paid twice');
  const succeeded = rows.filter(({ state }) => state === 'succeeded').length;
  return {
    kills,
    payouts: rows.length,
    succeeded,
    held: rows.length - succeeded,
    transfers: ledger.moves().length,
  };
}

function payee(index: number): string {
  return `+23767${String(index).padStart(7, '0')}`;
}

function urlOf({ config }: TestService): string {
  assert.ok(config.databaseUrl !== null);
  return config.databaseUrl;
}
