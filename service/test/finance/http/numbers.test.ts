import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf, create, DEPOSITS, simulate } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database, config } = service;
const headers = await scriptHeaders(database, await addPerson(database, 'viewer'));
const { momo } = openMomo({ DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir });

/** Payments from texts, whose sender is not believed if `trust` is false. */
async function insertPayments(payer: string, count: number, trust = true): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  await database.query({
    text: `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                 received_at, created_at, state, reason, sms_id, is_trusted)
           select id, 'orange', 'PP' || id, $2, '+237690000000', 500, app_now(), app_now(),
                  'unmatched', 'Told by a test.', id, $3
           from unnest($1::uuid[]) as t (id)`,
    values: [ids, payer, trust],
  });
}

test('what payments say of the prefixes is shown to staff and on the command line', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await simulate(service, id, 'succeeded');
  await create(service, DEPOSITS);
  await insertPayments('+237683000001', 25, false);
  const calm = await momo('numbers', 'report');
  assert.equal(calm.code, 0, calm.output);
  assert.match(calm.stdout, /^670 {2}confirmed .* mtn: 0 texts, 1 transactions\n$/);

  await insertPayments('+237688000001', 20);
  const answer = await service.call('GET', '/internal/v1/numbers?days=30', { headers });
  const { prefixes, proposal } = bodyOf(answer) as {
    readonly prefixes: readonly Record<string, unknown>[];
    readonly proposal: string;
  };
  assert.deepEqual(
    prefixes.map(({ prefix, table_says, verdict }) => [prefix, table_says, verdict]),
    [
      ['688', 'mtn', 'contradicted'],
      ['670', 'mtn', 'confirmed'],
    ],
  );
  assert.match(proposal, /^mtn=[^;]*;orange=[^;]*\b688\b/);

  const wrong = await momo('numbers', 'report');
  assert.equal(wrong.code, 1);
  assert.ok(wrong.stdout.endsWith(`\noperator_prefixes=${proposal}\n`), wrong.stdout);
});
