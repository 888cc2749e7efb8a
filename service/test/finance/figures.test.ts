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

test('what a withdrawal waited for our staff is no time that its operator took', async () => {
  const done = `update transactions set state_updated_at = created_at + make_interval(secs => $2)
                where state = 'succeeded' and direction = $1`;
  await database.withConnection(async (connection) => {
    await connection.query({ text: 'set session_replication_role = replica' });
    await connection.query({ text: done, values: ['deposit', 5] });
    await connection.query({ text: done, values: ['withdrawal', 7_205] });
    await connection.query({ text: SENT });
    await connection.query({ text: 'set session_replication_role = default' });
  });
  const { steps } = await create().load('30d');
  const times = steps.filter(({ succeeded }) => succeeded > 0).map((step) => step.p95_s);
  assert.ok(times.length > 20);
  assert.deepEqual([...new Set(times)], [5]);
});

const SENT = `
  insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                           callback_secret, created_at, sent_at)
  select id, provider_id, channel_id, id, 'h', 's', created_at, created_at + interval '2 hours'
  from transactions where state = 'succeeded' and direction = 'withdrawal'
  on conflict (transaction_id) do update set sent_at = excluded.sent_at`;

function stepsOf({ steps, before }: Awaited<ReturnType<typeof kept.load>>) {
  return [...before, ...steps.slice(0, -1)];
}
