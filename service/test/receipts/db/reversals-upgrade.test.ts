import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { ensureOperators } from '../../../src/db/installation.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { openTestDatabase } from '../../support/database.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';

// Release 0.2 believed the words of a reversal, and held the payment for ever.

const { database } = await openTestDatabase({ migratedTo: 53 });
await ensureOperators(database);

async function insertReversal(closedBy: string | null): Promise<string> {
  const receipt = await insertReceipt(database, { payer: '+237690000001', amountXaf: 500 });
  const sms = randomUUIDv7();
  await database.query({
    text: `insert into sms_messages (id, gateway_id, operator, sender, body, at, trust, digest,
                                     state, reversed_tx_id)
           values ($1, 'till', 'orange', 'OrangeMoney', 'x', now(), 'trusted', decode($2, 'hex'),
                   'review', $3)`,
    values: [sms, sms.replaceAll('-', ''), `PP-${receipt}`],
  });
  await database.query({
    text: `insert into contradictions (id, kind, receipt_id, sms_id, evidence, remark,
                                       recorded_at, closed_at, closed_by, closed_because)
           values ($1, 'reversed_by_operator', $2::uuid, $3, 'sms:reversal of PP-' || $2::uuid,
                   'x', now(),
                   case when $4::text is not null then now() end, $4, $4)`,
    values: [randomUUIDv7(), receipt, sms, closedBy],
  });
  return receipt;
}

test('a reversal of release 0.2 that no balance proves waits for a person, closed or not', async () => {
  const receipts = [await insertReversal(null), await insertReversal('somebody')];
  await migrate(database);
  for (const receipt of receipts) {
    const open = await database.query({
      text: `select kind from contradictions where receipt_id = $1 and closed_at is null`,
      values: [receipt],
    });
    assert.deepEqual(open, [{ kind: 'reversed_without_proof' }]);
    const [row] = await database.query<{ readonly reason: string }>({
      text: 'select reason from receipts where id = $1',
      values: [receipt],
    });
    assert.match(row?.reason ?? '', /taken_back_unproven/);
  }
});
