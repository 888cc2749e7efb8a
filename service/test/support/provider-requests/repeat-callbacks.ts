import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../../src/db/client.ts';
import { startTwin, type TestService } from '../harness.ts';
import { inParallel } from '../in-parallel.ts';
import { addMtn, passTime, startLiveService, startMtn } from '../providers/live.ts';
import { create, DEPOSITS } from '../transactions/payments.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';

const AT_ONCE = 16;
/** Longer than any step is leased for. */
const LEASE_MS = 120_000;

/**
 * Deposits whose operator calls back one to five times for each, in any order, on two processes.
 * Every deposit must have succeeded exactly once.
 */
export async function repeatCallbacks(deposits: number): Promise<{ readonly calls: number }> {
  const service = await startLiveService();
  const twin = await startTwin(service);
  const operator = await startMtn({ decide: 'manual' });
  await addMtn(service.database, operator, { id: 'mtn-main' });
  await inParallel(deposits, AT_ONCE, async (index) => {
    await create(index % 2 === 0 ? service : twin, DEPOSITS, { amount_xaf: 100 + index });
  });
  const rows = await service.database.query<{ reference: string; secret: string }>({
    text: 'select reference, callback_secret as secret from submissions order by callback_secret',
  });
  assert.equal(rows.length, deposits);
  for (const { reference } of rows) operator.approve(reference);
  const paths = rows
    .flatMap(({ reference, secret }, index) =>
      Array.from({ length: 1 + (index % 5) }, (_, copy) => ({
        path: `/internal/v1/callbacks/${reference}/${secret}`,
        // The secret and the copy give an order that has nothing to do with time.
        order: `${secret.slice(copy, copy + 6)}${secret}`,
      })),
    )
    .toSorted((a, b) => (a.order < b.order ? -1 : 1));
  const late: DatabaseUnavailable[] = [];
  const takeSteps = async (at: TestService): Promise<number> => {
    try {
      return await at.takeSteps();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return late.push(error);
    }
  };
  let isCalling = true;
  // Each process has one worker that asks back, as in real life.
  const worker = async (at: TestService) => {
    while (isCalling) if ((await takeSteps(at)) === 0) await pause(20);
  };
  const workers = [worker(service), worker(twin)];
  await inParallel(paths.length, AT_ONCE, async (index) => {
    const at = index % 2 === 0 ? service : twin;
    const { path = '' } = paths[index] ?? {};
    const call = () => at.call('PUT', path, { json: { status: 'SUCCESSFUL' } });
    let answer = await call();
    // An operator repeats after a 503; a busy machine's database is late now and then.
    while (answer.status === 503) answer = await call();
    assert.equal(answer.status, 200);
  });
  isCalling = false;
  await Promise.all(workers);
  // What a worker was at when the database was late is taken again when its lease is over.
  if (late.length > 0) await passTime(service.database, LEASE_MS);
  while ((await takeSteps(service)) + (await takeSteps(twin)) > 0);
  await assertOneSuccessEach(service, deposits);
  await assertAllHolds(service, {
    isStopped: true,
    others: { operators: operator.ledger.moves() },
  });
  return { calls: paths.length };
}

async function assertOneSuccessEach({ database }: TestService, deposits: number): Promise<void> {
  const rows = await database.query<{ confirmations: number; count: number }>({
    text: `select confirmations, count(*) from (
             select count(*) filter (where h.trigger = 'payment_confirmed') as confirmations
             from transitions h group by h.transaction_id) c
           group by confirmations`,
  });
  assert.deepEqual(rows, [{ confirmations: 1, count: deposits }]);
}
