import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveWithdrawal } from '../../src/flows/decisions/decide-withdrawal.ts';
import { raiseAlerts } from '../../src/flows/upkeep/raise-alerts.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { addPerson } from '../support/access/staff.ts';
import { tamper } from '../support/books/forget-books.ts';
import { startTestService } from '../support/harness.ts';
import { create, read, WITHDRAWALS } from '../support/transactions/payments.ts';
import { prove } from '../support/upkeep/all-holds.ts';

// One person and the database's password, without SECRETS_KEY, where a payout takes two people.

const service = await startTestService({ SECRETS_KEY: 'ab'.repeat(32) });
const { database } = service;
const policy = fixedPolicy({ approvalSecondPersonXaf: 100 });

/** What a person's click on "approve" does. */
async function approveBy(staffId: string, id: string): Promise<string> {
  const deps = {
    database,
    policy,
    onQueued: () => {},
    onSubmitted: () => {},
    onDecided: () => {},
  };
  const decider = { staffId, name: 'Tester', ip: null };
  return (await approveWithdrawal(deps, decider, { id, approvalsSeen: null })).kind;
}

async function yesOf(id: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from agreements where subject = $1 order by said_at limit 1',
    values: [id],
  });
  return row?.id ?? '';
}

async function named(subject: string): Promise<readonly string[]> {
  const { findings } = await prove(service);
  return findings.filter((one) => one.subject === subject).map(({ proof }) => proof);
}

test('two people’s own yeses approve a payout', async () => {
  const [first, second] = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  assert.equal(await approveBy(first.id, id), 'waits_for_second_person');
  assert.equal(await approveBy(second.id, id), 'done');
  assert.deepEqual(await named(`agreement:${await yesOf(id)}`), []);
});

const FORGERIES: readonly (readonly [name: string, sql: (id: string, other: string) => string])[] =
  [
    [
      'written by nobody',
      (id, other) => `insert into agreements (id, act, subject, version, about, said_by, said_at)
                    values (gen_random_uuid(), 'approve', '${id}', 1, '{"amount_xaf":500}',
                            '${other}', app_now())`,
    ],
    [
      'copied from another payout',
      (
        id,
        other,
      ) => `insert into agreements (id, act, subject, version, about, said_by, said_at, seal)
      select gen_random_uuid(), act, '${id}', version, about, '${other}', said_at, seal
      from agreements where seal is not null limit 1`,
    ],
  ];

for (const [name, sql] of FORGERIES) {
  test(`a yes that was ${name} counts for nothing, and is named`, async () => {
    const [one, other] = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
    const { service_tx_id: id } = await create(service, WITHDRAWALS);
    await tamper(database, [sql(id, other.id)]);
    assert.equal(await approveBy(one.id, id), 'waits_for_second_person');
    assert.equal((await read(service, id))['state'], 'pending_approval');
    const forged = `agreement:${await yesOf(id)}`;
    assert.deepEqual(await named(forged), ['seals_hold']);
    await raiseAlerts({
      database,
      environment: 'sandbox',
      policy: { ...policy, trouble: () => null },
      vault: createVault(service.config.secretsKey),
      hasPager: true,
    });
    const alerts = await database.query<{ readonly kind: string }>({
      text: 'select kind from alerts where subject = $1 and cleared_at is null',
      values: [forged],
    });
    assert.deepEqual(alerts, [{ kind: 'seal_broken' }]);
  });
}

test('a yes that was given to another person counts for nothing', async () => {
  const [one, other] = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  assert.equal(await approveBy(one.id, id), 'waits_for_second_person');
  await tamper(database, [`update agreements set said_by = '${other.id}' where subject = '${id}'`]);
  assert.equal(await approveBy(one.id, id), 'waits_for_second_person');
});
