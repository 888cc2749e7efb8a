import { setTimeout as pause } from 'node:timers/promises';
import type { MtnEmulator } from '../../emulators/mtn/mtn-emulator.ts';
import type { Database } from '../../src/db/client.ts';
import type { TestService } from '../../test/support/harness.ts';
import { inParallel } from '../../test/support/in-parallel.ts';
import { untilSettled } from '../../test/support/provider-requests/kill-payouts.ts';
import {
  addMtn,
  createApproved,
  LIVE_KEY,
  passTime,
  startLiveProcess,
  startLiveService,
  startMtn,
} from '../../test/support/providers/live.ts';
import { pick, seeded } from '../../test/support/providers/provider-garbage.ts';
import { eventually } from '../../test/support/service-process.ts';
import { create, DEPOSITS, paymentBody } from '../../test/support/transactions/payments.ts';
import { countFindings } from '../findings.ts';

const PATIENCE_MS = 120_000;
const HEADERS = { 'x-api-key': LIVE_KEY };

/** Ways in which a provider gives no answer. */
const MODES = {
  'hangs before it takes it': { kind: 'hang', when: 'before' },
  'hangs after it took it': { kind: 'hang', when: 'after' },
  'resets before it takes it': { kind: 'reset', when: 'before' },
  'resets after it took it': { kind: 'reset', when: 'after' },
  'fails in TLS': null,
} as const;

/** So many at once that they are under way before the provider counts as broken. */
const LOT = 50;
const PAYOUTS_OF_LOT = 5;

/** Deposits and payouts with a provider that does not answer; nobody ever confirms anything. */
export async function leaveUnanswered({ ofEach }: { readonly ofEach: number }) {
  const service = await startLiveService();
  const { database } = service;
  const operator = await startMtn({ decide: 'manual', floatXaf: 1_000_000_000 });
  await addMtn(database, operator, { id: 'mtn-main' });
  const running = await startLiveProcess(service);
  let [slowestMs, other, payouts] = [0, 0, 0];
  const statuses: Record<string, number> = {};
  for (const [mode, fault] of Object.entries(MODES)) {
    await breakOff(database, operator, fault);
    for (let done = 0; done < ofEach; done += LOT) {
      await forgetTrouble(database);
      const count = Math.min(LOT, ofEach - done);
      await inParallel(count, count, async () => {
        const startedAt = performance.now();
        const json = paymentBody();
        const answer = await running.call('POST', DEPOSITS, { json, headers: HEADERS });
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        const reported = `${mode}: ${answer.status}`;
        statuses[reported] = (statuses[reported] ?? 0) + 1;
        if (![200, 503].includes(answer.status)) other += 1;
      });
      await forgetTrouble(database);
      for (let n = 0; n < Math.min(count, PAYOUTS_OF_LOT); n += 1) {
        payouts += 1;
        await createApproved(service, { msisdn: `+23767${String(payouts).padStart(7, '0')}` });
      }
      // What was certainly not taken waits until a provider can take it.
      if (fault === null) continue;
      await eventually('every payout was tried', () => allTried(database), PATIENCE_MS);
    }
  }
  await breakOff(database, operator, undefined);
  // Whatever the operator took, nobody confirms: an hour later staff have to look.
  await untilSettled(service);
  await running.end('SIGTERM');
  const states = await database.query<{ state: string; count: number }>({
    text: `select direction || ' ' || state as state, count(*)::int as count from transactions
           group by 1`,
  });
  const moves = operator.ledger.moves();
  return {
    slowest_deposit_ms: Math.round(slowestMs),
    succeeded: states
      .filter(({ state }) => state.endsWith('succeeded'))
      .reduce((sum, { count }) => sum + count, 0),
    other_answers: other,
    findings: await countFindings(database, { isStopped: true, others: { operators: moves } }),
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    statuses,
  };
}

/** Every process has read the account again by then. */
const ACCOUNT_FRESH_MS = 2_500;

type Fault = (typeof MODES)[keyof typeof MODES];

/** `null` if the address speaks no TLS, `undefined` if all is well. */
async function breakOff(database: Database, operator: MtnEmulator, fault: Fault | undefined) {
  operator.faults.clear();
  const url = fault === null ? operator.url.replace('http:', 'https:') : operator.url;
  await database.query({
    text: `update providers
           set settings = jsonb_set(settings::jsonb, '{baseUrl}', to_jsonb($1::text))::json`,
    values: [url],
  });
  await pause(ACCOUNT_FRESH_MS);
  if (!fault) return;
  for (const operation of ['collect', 'transfer'] as const) operator.faults.add(operation, fault);
}

/** Otherwise nothing is offered to it any more. */
async function forgetTrouble(database: Database): Promise<void> {
  await database.query({
    text: `update provider_health set is_up = true, problem = null, failures_in_row = 0`,
  });
}

async function allTried(database: Database): Promise<boolean> {
  await forgetTrouble(database);
  const [row] = await database.query<{ count: number }>({
    text: `select count(*)::int as count from transactions
           where direction = 'withdrawal' and state = 'approved'`,
  });
  return row?.count === 0;
}

/** What an operator decides, and before or after the deposit's window has closed. */
const STORIES = {
  'approved in time': 'succeeded',
  'refused in time': 'failed',
  'approved late': 'requires_manual_resolution',
  'refused late': 'expired',
  'never decided': 'expired',
} as const;

type Story = keyof typeof STORIES;

const STORY_NAMES = Object.keys(STORIES) as Story[];
const WINDOW_MS = 16 * 60_000;
const STORIES_OF_LOT = 250;
/** The window of fifteen minutes stays open while those in time are learnt of. */
const EARLY_STEP_MS = 5_000;
const LATE_STEP_MS = 60_000;
const ROUNDS_OF_STEP = 20;
const HANDS = 8;

interface Reported {
  readonly id: string;
  readonly reference: string;
  readonly path: string;
  readonly story: Story;
}

/** Callbacks come early, late, twice and in any order; a table says what must come of each deposit. */
export async function reorderCallbacks(order: {
  readonly deposits: number;
  readonly seed: number;
}) {
  const service = await startLiveService();
  const { database } = service;
  const operator = await startMtn({ decide: 'manual', expiryMs: 3_600_000 });
  await addMtn(database, operator, { id: 'mtn-main' });
  const workers = await Promise.all(
    [1, 2].map(() => startLiveProcess(service, { ROLE: 'worker' })),
  );
  const random = seeded(order.seed);
  const all: Reported[] = [];
  let callbacks = 0;
  for (let done = 0; done < order.deposits; done += STORIES_OF_LOT) {
    const lot = await openLot(service, Math.min(STORIES_OF_LOT, order.deposits - done), random);
    all.push(...lot);
    callbacks += await tell(service, operator, { lot, isLate: false, random });
    const inTime = lot.filter(({ story }) => story.endsWith('in time'));
    await learn(database, inTime, EARLY_STEP_MS);
    await passTime(database, WINDOW_MS);
    callbacks += await tell(service, operator, { lot, isLate: true, random });
    await learn(database, lot, LATE_STEP_MS);
    // Once more everything is asked about: what is settled stays as it is.
    await passTime(database, 10 * LATE_STEP_MS);
    await pause(1_000);
  }
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  const states = await statesOf(database);
  const different = all.filter(({ id, story }) => states.get(id) !== STORIES[story]);
  for (const { id, story } of different) console.log(`${id}: ${story}, is ${states.get(id)}`);
  const moves = operator.ledger.moves();
  return {
    differences: different.length,
    findings: await countFindings(database, { isStopped: true, others: { operators: moves } }),
    callbacks,
  };
}

async function openLot(service: TestService, count: number, random: () => number) {
  const created: { readonly id: string; readonly story: Story }[] = [];
  await inParallel(count, HANDS, async (index) => {
    const msisdn = `+23767${String(index).padStart(7, '0')}`;
    const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
    created.push({ id, story: pick(random, STORY_NAMES) });
  });
  const rows = await service.database.query<{ id: string; reference: string; secret: string }>({
    text: `select transaction_id as id, reference, callback_secret as secret from submissions
           where transaction_id = any($1::uuid[])`,
    values: [created.map(({ id }) => id)],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return created.flatMap(({ id, story }) => {
    const row = found.get(id);
    if (row === undefined) throw new Error(`${id} has no provider request`);
    const { reference, secret } = row;
    return [{ id, story, reference, path: `/internal/v1/callbacks/${reference}/${secret}` }];
  });
}

/** Decisions and callbacks of one half of the story, all mixed. */
async function tell(
  service: TestService,
  operator: MtnEmulator,
  half: {
    readonly lot: readonly Reported[];
    readonly isLate: boolean;
    readonly random: () => number;
  },
): Promise<number> {
  const { lot, isLate, random } = half;
  let callbacks = 0;
  const acts = lot.flatMap(({ reference, path, story }) => {
    const isDecided = story.endsWith(isLate ? 'late' : 'in time');
    const decide = async () => {
      if (story.startsWith('approved')) operator.approve(reference);
      else operator.refuse(reference);
    };
    const call = async () => {
      callbacks += 1;
      await service.call('PUT', path, { json: { status: pick(random, ['SUCCESSFUL', 'FAILED']) } });
    };
    const copies = Array.from({ length: Math.floor(4 * random()) }, () => call);
    return [...(isDecided ? [decide] : []), ...copies];
  });
  const mixed = acts
    .map((act) => ({ act, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ act }) => act);
  await inParallel(mixed.length, HANDS, async (index) => mixed[index]?.());
  return callbacks;
}

/** Time passes, in small steps, until all have got where they go. */
async function learn(database: Database, lot: readonly Reported[], stepMs: number): Promise<void> {
  let round = 0;
  const isLearnt = async () => {
    round += 1;
    const states = await statesOf(database);
    if (lot.every(({ id, story }) => states.get(id) === STORIES[story])) return true;
    if (round % ROUNDS_OF_STEP === 0) await passTime(database, stepMs);
    return false;
  };
  // Those that never get there are counted at the end.
  await eventually('every deposit is where it goes', isLearnt, PATIENCE_MS).catch(() => {});
}

async function statesOf(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; state: string }>({
    text: 'select id, state from transactions',
  });
  return new Map(rows.map(({ id, state }) => [id, state]));
}
