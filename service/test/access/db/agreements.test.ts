import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listAgreed, listChanges } from '../../../src/db/access/agreements.ts';
import { readMigrations } from '../../../src/db/migrate.ts';
import { CHANGE_KINDS } from '../../../src/domain/access/agreement.ts';
import { openTestDatabase } from '../../support/database.ts';

// Releases up to 0.2 keep a person's yes in two tables; none of it is lost.

const { database } = await openTestDatabase({ template: 'template0' });
const joining = readMigrations().find(({ name }) => name === 'agreements');
assert.ok(joining);

for (const { version, sql } of readMigrations()) {
  if (version < joining.version) await database.query({ text: sql });
}

const [ama, bih] = [await addPerson('ama'), await addPerson('bih')];
const payout = randomUUID();

async function addPerson(name: string): Promise<string> {
  const id = randomUUID();
  await database.query({
    text: `insert into staff (id, email, name, role, password_hash, created_at)
           values ($1, $2, $2, 'admin', 'x', now())`,
    values: [id, name],
  });
  return id;
}

test('every yes of an older release is there, open where it was open', async () => {
  for (const [version, person, decision] of [
    [1, ama, 'approve'],
    [1, bih, 'approve'],
    [4, ama, 'confirm'],
    [4, bih, 'reject'],
  ] as const) {
    await database.query({
      text: `insert into approvals (transaction_id, version, staff_id, decision, reason, at)
             values ($1, $2, $3, $4, 'seen', '2026-11-01 10:00Z'::timestamptz
                                             + $2::int * interval '1 hour'
                                             + $5::int * interval '1 minute')`,
      values: [payout, version, person, decision, person === ama ? 0 : 1],
    });
  }
  for (const [kind, state, decidedBy] of [
    ['channel', 'open', null],
    ['staff', 'approved', bih],
    ['adjustment', 'withdrawn', null],
    ['statement_line', 'expired', null],
  ] as const) {
    await database.query({
      text: `insert into pending_changes (id, kind, subject_id, before, after, reason, asked_by,
                                          asked_at, expires_at, state, decided_by, decided_at)
             values (gen_random_uuid(), $1, 'a subject', '{"enabled": false}',
                     '{"enabled": true}', 'because', $2, now(), now() + interval '3 days', $3, $4,
                     case when $3 <> 'open' then now() end)`,
      values: [kind, ama, state, decidedBy],
    });
  }
  const before = await database.query<{ readonly row: string }>({
    text: `select json_build_array(id, kind, subject_id, before, after, reason, asked_by, asked_at,
                                   expires_at, state, decided_by, decided_at)::text as row
           from pending_changes order by id`,
  });
  await database.query({ text: joining.sql });
  const after = await database.query<{ readonly row: string }>({
    text: `select json_build_array(id, act, subject, before, after, reason, said_by, said_at,
                                   expires_at, state, decided_by, decided_at)::text as row
           from agreements where version is null order by id`,
  });
  assert.deepEqual(after, before);
  for (const { version, sql } of readMigrations()) {
    if (version > joining.version) await database.query({ text: sql });
  }
  const agreed = await listAgreed(database, payout);
  assert.deepEqual(
    agreed.map(({ staff_id, version, decision, reason }) => [version, staff_id, decision, reason]),
    [
      [1, ama, 'approve', 'seen'],
      [1, bih, 'approve', 'seen'],
      [4, ama, 'confirm', 'seen'],
      [4, bih, 'reject', 'seen'],
    ],
  );
  assert.equal(agreed[0]?.at.toISOString(), '2026-11-01T11:00:00.000Z');
  const [waiting] = await listChanges(database, { kinds: CHANGE_KINDS, limit: 9 });
  assert.deepEqual([waiting?.kind, waiting?.state], ['channel', 'open']);
});

const OF_A_DECISION = `insert into agreements (id, act, subject, version, said_by, said_at)
  values (gen_random_uuid(), $1, 'x', $2, $3, now())`;

test('the database refuses a yes that is about nothing, or that one person gives twice', async () => {
  await database.query({ text: OF_A_DECISION, values: ['approve', 1, ama] });
  for (const [values, refusal] of [
    [['approve', 1, ama], /one_yes_of_a_person/],
    [['confirm', 1, ama], /one_yes_of_a_person/],
    [['approve', null, ama], /about_a_transaction_or_a_change/],
    [['channel', 1, ama], /about_a_transaction_or_a_change/],
    [['channel', null, ama], /about_a_transaction_or_a_change/],
    [['anything', 1, ama], /check constraint/],
  ] as const) {
    const refused = database.query({ text: OF_A_DECISION, values: [...values] });
    await assert.rejects(refused, refusal, values.join());
  }
  await assert.rejects(
    database.query({
      text: `update agreements set state = 'approved', decided_by = said_by, decided_at = now()
             where state = 'open'`,
    }),
    /approved_by_another_person/,
  );
});
