import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Faults } from '../../../emulators/faults/faults.ts';
import type { MtnEmulator } from '../../../emulators/mtn/mtn-emulator.ts';
import { resolveTransaction } from '../../../src/flows/decisions/resolve-transaction.ts';
import type { TestService } from '../harness.ts';
import {
  APPROVAL_VALID_MS,
  addMtn,
  addPawapay,
  approve,
  cancel,
  createApproved,
  decisionOf,
  passTime,
  startLiveProcess,
  startLiveService,
  startMtn,
  startPawapay,
} from '../providers/live.ts';
import { eventually } from '../service-process.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';

export interface PayoutReport {
  readonly kills: number;
  readonly payouts: number;
  readonly succeeded: number;
  readonly held: number;
  readonly transfers: number;
  readonly cancelled: number;
  /** Cancelled too late: they had been sent. */
  readonly overtaken: number;
  /** Their approval lapsed: then they were approved anew, rejected, or left. */
  readonly lapsed: number;
}

/** Time passes up to the next step, but only while nothing is due: an hour must not fly by. */
const LEAST_MS = 15_000;
const MAX_ROUNDS = 2_000;

/** Of so many payouts one is cancelled while they are sent. */
const CANCELLED_OF = 5;
/** So many are cancelled that a kill has left unsent. */
const CANCELLED_AFTER = 2;
/** Of so many payouts the approval of one has lapsed before. */
const LAPSED_OF = 10;

/**
 * Payouts whose answer is lost after the operator has taken them, while the process that sends
 * them is killed again and again, and others that staff cancel or approve anew meanwhile. Then the
 * operator's books are compared with ours.
 */
export async function killDuringPayouts(order: {
  readonly kills: number;
  readonly payoutsPerKill: number;
  /** The operator's own API, or an aggregator's. */
  readonly over: keyof typeof PAYERS;
}): Promise<PayoutReport> {
  const service = await startLiveService();
  const operator = await PAYERS[order.over](service);
  const worker = () => startWorker(service);
  const count = Math.ceil((order.kills * order.payoutsPerKill) / LAPSED_OF);
  const lapsed = await letLapse(service, count);
  const refused = new Set(lapsed.rejected);
  let overtaken = 0;
  const tryToCancel = async (id: string) => {
    if (await cancel(service, id)) refused.add(id);
    else overtaken += 1;
  };

  const ids: string[] = [...lapsed.ids];
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
    const cancelling = approvals
      .filter((_, index) => index % CANCELLED_OF === 0)
      .map(async (approval) => tryToCancel(await approval));
    // Somewhere in the middle of sending, every time at another point.
    const taken = before + 1 + ((kill * 7) % (order.payoutsPerKill - cancelling.length));
    await eventually('payouts are taken', () => operator.ledger.payments().length >= taken);
    await running.end('SIGKILL');
    ids.push(...(await Promise.all(approvals)));
    await Promise.all(cancelling);
    for (const id of await listUnsent(service, CANCELLED_AFTER)) await tryToCancel(id);
    const sends = new Set(await listSends(service));
    assert.ok(!sends.isSubsetOf(cutOff), `kill ${kill + 1} met no send`);
    cutOff = sends;
  }
  const last = await worker();
  await untilSettled(service);
  await last.end('SIGTERM');
  const audited = await audit(service, operator, { kills: order.kills, ids, refused });
  await assertAllHolds(service, {
    isStopped: true,
    others: { operators: operator.ledger.moves() },
  });
  const cancelled = refused.size - lapsed.rejected.length;
  return { ...audited, cancelled, overtaken, lapsed: lapsed.ids.length };
}

const FLOAT_XAF = 1_000_000_000;
const PAYERS = {
  mtn: async ({ database }: TestService): Promise<Payer> => {
    const emulator = await startMtn({ floatXaf: FLOAT_XAF });
    await addMtn(database, emulator, { id: 'mtn-main' });
    return emulator;
  },
  pawapay: async ({ database }: TestService): Promise<Payer> => {
    const emulator = await startPawapay({ floatXaf: FLOAT_XAF });
    await addPawapay(database, emulator, { id: 'pawapay-mtn' });
    return emulator;
  },
};

interface Payer {
  readonly ledger: Pick<MtnEmulator['ledger'], 'moves'> & {
    readonly payments: () => { readonly length: number };
  };
  readonly faults: Pick<Faults<'transfer'>, 'add' | 'clear'>;
}

function startWorker(service: TestService) {
  return startLiveProcess(service, { ROLE: 'worker' });
}

/** Approved payouts that no process sends for a day; half of them are then approved anew. */
async function letLapse(service: TestService, count: number) {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await createApproved(service, { msisdn: payee(1_000_000 + index) }));
  }
  await passTime(service.database, APPROVAL_VALID_MS + 1_000);
  const running = await startWorker(service);
  await eventually('all approvals lapse', async () => (await countApproved(service)) === 0);
  await running.end('SIGKILL');
  const rejected = ids.filter((_, index) => index % 4 === 2);
  for (const id of rejected) {
    const asked = { decision: 'reject', reason: 'Nobody wants it any more.' } as const;
    const decided = await resolveTransaction(...(await decisionOf(service)), id, asked);
    assert.equal(decided.kind, 'done');
  }
  for (const id of ids.filter((_, index) => index % 4 < 2)) await approve(service, id);
  return { ids, rejected };
}

async function countApproved({ database }: TestService): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*) from transactions where state = 'approved'`,
  });
  return row?.count ?? assert.fail();
}

/** The newest payouts that were not sent before the kill. */
async function listUnsent({ database }: TestService, limit: number): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({
    text: `select id from transactions where state = 'approved' order by id desc limit $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** Steps that a process had begun to send without recording an outcome. */
async function listSends({ database }: TestService): Promise<readonly string[]> {
  const rows = await database.query<{ readonly step: string }>({
    text: `select concat(transaction_id, ' ', claim) as step from submissions
           where sent_at is not null and claim is not null and asked = 0`,
  });
  return rows.map(({ step }) => step);
}

/** Lets time pass until every payout has an end. */
export async function untilSettled({ database }: Pick<TestService, 'database'>): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
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

interface Done {
  readonly kills: number;
  readonly ids: readonly string[];
  /** Payouts that staff have cancelled or rejected. */
  readonly refused: ReadonlySet<string>;
}

async function audit(
  { database }: TestService,
  { ledger }: Payer,
  { kills, ids, refused }: Done,
): Promise<Omit<PayoutReport, 'cancelled' | 'overtaken' | 'lapsed'>> {
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
    assert.equal(state === 'failed', refused.has(id), `payout ${id} is ${state}`);
    if (state === 'failed') assert.equal(times, 0, `payout ${id} failed and was paid`);
    else if (state === 'succeeded') assert.equal(times, 1, `payout ${id} succeeded without money`);
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
  assert.equal(new Set(numbers).size, numbers.length, 'a number was paid twice');
  const succeeded = rows.filter(({ state }) => state === 'succeeded').length;
  return {
    kills,
    payouts: rows.length,
    succeeded,
    held: rows.filter(({ state }) => state === 'requires_manual_resolution').length,
    transfers: ledger.moves().length,
  };
}

function payee(index: number): string {
  return `+23767${String(index).padStart(7, '0')}`;
}
