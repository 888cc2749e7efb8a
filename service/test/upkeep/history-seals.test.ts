import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tamper } from '../support/books/forget-books.ts';
import { startTestService } from '../support/harness.ts';
import { createApproved } from '../support/providers/live.ts';
import { create, DEPOSITS, simulate } from '../support/transactions/payments.ts';
import { assertAllHolds, prove } from '../support/upkeep/all-holds.ts';

const service = await startTestService({ SECRETS_KEY: 'ab'.repeat(32) });
const { database } = service;

async function paid(): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await simulate(service, id, 'succeeded');
  return id;
}

test('histories that nobody touched hold', async () => {
  await paid();
  await createApproved(service);
  await assertAllHolds(service);
});

const LINE = (seq: number) => `where transaction_id = '$' and seq = ${seq}`;

/** What is changed about a paid deposit so that everything else fits; `$` is its id. */
const CHANGES: readonly (readonly [name: string, sql: readonly string[]])[] = [
  ['actor', [`update transitions set actor = 'staff:x' ${LINE(2)}`]],
  ['reason', [`update transitions set reason = 'Paid in cash.' ${LINE(3)}`]],
  ['message', [`update transitions set remark = null ${LINE(2)}`]],
  ['creator', [`update transitions set actor = 'staff:x' ${LINE(1)}`]],
  ['seal', [`update transitions set seal = null ${LINE(3)}`]],
  [
    'time',
    [
      `update transitions set at = at - interval '1 day' where transaction_id = '$' and seq > 1`,
      `update transactions set state_updated_at = state_updated_at - interval '1 day'
       where id = '$'`,
    ],
  ],
  [
    'day of creation',
    [
      `update transactions set created_at = created_at - interval '1 day' where id = '$'`,
      `update transitions set at = at - interval '1 day' ${LINE(1)}`,
    ],
  ],
  [
    'payment',
    [
      `update transactions set provider_tx_id = 'OTHER' where id = '$'`,
      `update transitions set provider_tx_id = 'OTHER' ${LINE(3)}`,
    ],
  ],
  ['payment alone', [`update transactions set provider_tx_id = 'OTHER' where id = '$'`]],
];

for (const [name, sql] of CHANGES) {
  test(`a history whose ${name} was changed does not fit its seals`, async () => {
    const id = await paid();
    await tamper(
      database,
      sql.map((text) => text.replaceAll('$', id)),
    );
    const { findings } = await prove(service);
    const named = findings.filter(({ subject }) => subject === `transaction:${id}`);
    assert.ok(
      named.some(({ proof }) => proof === 'seals_hold'),
      JSON.stringify(named),
    );
  });
}

test('a missing seal is judged by the time in the id, wherever the row says it was created', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await tamper(database, [
    `update transactions set amount_xaf = 900, seal = null, created_by = null,
       created_at = created_at - interval '30 days' where id = '${id}'`,
    `update transitions set at = at - interval '30 days' where transaction_id = '${id}'`,
  ]);
  const { findings } = await prove(service);
  const problems = findings
    .filter(({ subject }) => subject === `transaction:${id}`)
    .map(({ problem }) => problem);
  assert.ok(problems.includes('it was created at another time than its id says'), `${problems}`);
  assert.ok(problems.includes('line 1 of its history has no seal'), `${problems}`);
});
