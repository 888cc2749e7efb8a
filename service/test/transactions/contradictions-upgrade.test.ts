import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOperators } from '../../src/db/installation.ts';
import { migrate } from '../../src/db/migrate.ts';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { sentenceOf } from '../../src/domain/messages/message.ts';
import { openTestDatabase } from '../support/database.ts';

// Earlier releases showed it only on the page of a transaction; the upgrade lists it.

const { database } = await openTestDatabase({ migratedTo: 13 });
await ensureOperators(database);
await database.query({
  text: `insert into applications (id, name) values (gen_random_uuid(), 'upgraded')`,
});

async function insertPayout(state: string, problem: string | null): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: `with payout as (
             insert into transactions (id, application_id, direction, reference, player_id,
                                       operator, provider_id, channel_id, msisdn, amount_xaf,
                                       state, state_reason, state_updated_at, created_at,
                                       updated_at, version)
             select gen_random_uuid(), (select id from applications limit 1), 'withdrawal',
                    gen_random_uuid()::text, gen_random_uuid(), 'mtn', 'mtn', 'mtn',
                    '+237670000001', 500, $1, 'x', now(), now(), now(), 1
             returning id)
           insert into submissions (transaction_id, provider_id, channel_id, reference,
                                    callback_secret, problem, created_at)
           select id, 'mtn', 'mtn', gen_random_uuid(), 'x', $2, now() from payout
           returning transaction_id as id`,
    values: [state, problem],
  });
  return row?.id ?? assert.fail('no payout');
}

const PAID = '{"code":"transfer_succeeded_after_all","text":"…"}';

test('a payout whose provider had contradicted its end is listed after the upgrade', async () => {
  const reported = await insertPayout('failed', PAID);
  const inProse = await insertPayout(
    'succeeded',
    'The provider now says that the transfer failed: no money.',
  );
  const others = [
    await insertPayout('failed', null),
    await insertPayout('succeeded', PAID),
    await insertPayout('requires_manual_resolution', PAID),
  ];
  await migrate(database);
  const wanted = { isOpen: true, after: null, limit: 10 };
  const sentenceFor = async (transactionId: string) =>
    (await listContradictions(database, { ...wanted, transactionId })).map(({ remark }) =>
      sentenceOf(remark),
    );
  assert.deepEqual(await sentenceFor(reported), [
    'It was recorded as failed, but the provider says that it was paid.',
  ]);
  assert.deepEqual(await sentenceFor(inProse), [
    'It was settled as paid, but the provider says that it failed.',
  ]);
  for (const id of others) assert.deepEqual(await sentenceFor(id), []);
  const [request] = await database.query<{ readonly said: string }>({
    text: 'select said from submissions where transaction_id = $1',
    values: [others[2]],
  });
  assert.equal(request?.said, 'succeeded', 'one person alone may not reject it now');
});
