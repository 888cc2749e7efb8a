import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { startTwin, type TestService } from '../harness.ts';
import { inParallel } from '../in-parallel.ts';
import { addMtn, startLiveService, startMtn } from '../providers/live.ts';
import { create, DEPOSITS } from '../transactions/payments.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';

const AT_ONCE = 16;

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
        // The secret and the copy together give an order that has nothing to do with time.
        place: `${secret.slice(copy, copy + 6)}${secret}`,
      })),
    )
    .toSorted((a, b) => (a.place < b.place ? -1 : 1));
  let isCalling = true;
  // Each process has one worker that asks back, as in real life.
  const worker = async (at: TestService) => {
    while (isCalling) if ((await at.takeSteps()) === 0) await pause(5);
  };
  const workers = [worker(service), worker(twin)];
  await inParallel(paths.length, AT_ONCE, async (index) => {
    const at = index % 2 === 0 ? service : twin;
    const { path = '' } = paths[index] ?? {};
    const answer = await at.call('PUT', path, { json: { status: 'SUCCESSFUL' } });
    assert.equal(answer.status, 200);
  });
  isCalling = false;
  await Promise.all(workers);
  while ((await service.takeSteps()) + (await twin.takeSteps()) > 0);
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
