import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { FIGURE_RANGES } from '../../src/domain/finance/figure-range.ts';
import { createFigures } from '../../src/flows/finance/load-figures.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { addPerson } from '../support/access/staff.ts';
import { openTestDatabase } from '../support/database.ts';
import { fillPayments } from '../support/transactions/fill-payments.ts';

const { database } = await openTestDatabase();
const PAYMENTS = 2_000;
const { id: actorId } = await addPerson(database);
await fillPayments(database, { payments: PAYMENTS, actorId });

const create = () => createFigures({ database, policy: fixedPolicy(), freshMs: 0 });

const kept = create();

test('what was kept of past steps is what counting everything anew gives', async () => {
  for (const range of FIGURE_RANGES) {
    await kept.load(range);
    const [again, anew] = [await kept.load(range), await create().load(range)];
    assert.deepEqual(stepsOf(again), stepsOf(anew), range);
  }
  const { steps, before } = await kept.load('90d');
  const ended = [...before, ...steps].reduce(
    (sum, { succeeded, failed, expired }) => sum + succeeded + failed + expired,
    0,
  );
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*) from transactions where state in ('succeeded', 'failed', 'expired')
             and application_id = $1`,
    values: [DEFAULT_APPLICATION_ID],
  });
  assert.equal(ended, row?.count);
});

test('a payment of long ago that is resolved late shows after a few loads', async () => {
  const sum = async () => {
    const { steps } = await kept.load('30d');
    return steps.reduce((total, { failed }) => total + failed, 0);
  };
  const before = await sum();
  await database.query({
    text: `update transactions set state = 'failed'
           where id = (select id from transactions where state = 'succeeded'
                       order by id desc offset 300 limit 1)`,
  });
  let loads = 0;
  // A load counts again the two steps that were counted longest ago.
  while ((await sum()) === before) {
    loads += 1;
    assert.ok(loads <= 60 / 2, 'every step was counted again');
  }
  assert.equal(await sum(), before + 1);
});

function stepsOf({ steps, before }: Awaited<ReturnType<typeof kept.load>>) {
  return [...before, ...steps.slice(0, -1)];
}
