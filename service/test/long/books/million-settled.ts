// A million settled transactions are proved within 30 s and 300 MB, a balance is read within 5 ms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { findBalanceCents } from '../../../src/db/books/balances.ts';
import { rollTotals } from '../../../src/flows/books/roll-totals.ts';
import { verifyBooks } from '../../../src/flows/reconciliation/verify-books.ts';
import { openTestDatabase } from '../../support/database.ts';

const SETTLED = 1_000_000;
const LINE = '+237670000000';

test('a million settled deposits and payouts are proved in time', async (t) => {
  const { database } = await openTestDatabase();
  await database.withConnection(async (connection) => {
    for (const text of FILL) await connection.query({ text });
  });
  while ((await rollTotals({ database })) > 0);
  const started = performance.now();
  const { holds, findings, proofs } = await verifyBooks(database);
  const verifySeconds = (performance.now() - started) / 1_000;
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  assert.deepEqual(findings, []);
  assert.ok(holds);
  const reads: number[] = [];
  for (let read = 0; read < 100; read += 1) {
    const start = performance.now();
    await findBalanceCents(database, { kind: 'application', key: DEFAULT_APPLICATION_ID });
    reads.push(performance.now() - start);
  }
  const balanceMs = reads.sort((a, b) => a - b)[50] ?? Infinity;
  t.diagnostic(JSON.stringify({ verifySeconds, megabytes, balanceMs, proofs }));
  assert.ok(verifySeconds < 30, `${verifySeconds} s`);
  assert.ok(megabytes < 300, `${megabytes} MB`);
  assert.ok(balanceMs < 5, `${balanceMs} ms`);
});

/** Every other one is a payout; ids are in the order of time as those of the service. */
const FILL = [
  `create temp table made as
   select uuidv7() as id, n, n % 2 = 0 as is_payout from generate_series(1, ${SETTLED}) n`,
  `insert into transactions (id, application_id, direction, reference, player_id, operator,
     provider_id, channel_id, collection_mode, msisdn, amount_xaf, state, state_reason,
     state_updated_at, provider_tx_id, created_at, updated_at, version, line)
   select id, '${DEFAULT_APPLICATION_ID}', case when is_payout then 'withdrawal' else 'deposit' end,
          n::text, gen_random_uuid(), 'mtn', 'mtn-momo', 'mtn-momo-sandbox',
          case when is_payout then null else 'merchant_initiated' end, '+237670000001', 500,
          'succeeded', 'Paid.', now(), 'P' || n, now(), now(), 3, '${LINE}'
   from made`,
  `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at)
   select id, 2, 'pending', 'succeeded', 'payment_confirmed', 'Paid.', 'provider:mtn', now()
   from made`,
  `select open_account('wallet mtn:${LINE}'), open_account('unmatched '),
          open_account('application ${DEFAULT_APPLICATION_ID}'),
          open_account('payouts_under_way ')`,
  // As if each was a database transaction of its own, long ago.
  'update books set xact_offset = 1000000000',
  `insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at, value_at, xact)
   select r.cause, r.rule, d.id, c.id,
          50000, now(), now(), m.n
   from made m
   cross join
        lateral (values
          (not m.is_payout, 'payment:mtn:P' || n, 'payment_in', 'wallet', 'mtn:${LINE}',
           'unmatched', ''),
          (not m.is_payout, 'transaction:' || id, 'deposit_credited', 'unmatched', '',
           'application', '${DEFAULT_APPLICATION_ID}'),
          (m.is_payout, 'transaction:' || id, 'payout_sent', 'application',
           '${DEFAULT_APPLICATION_ID}', 'payouts_under_way', ''),
          (m.is_payout, 'transaction:' || id, 'payout_succeeded', 'payouts_under_way', '',
           'wallet', 'mtn:${LINE}'))
          as r (is_wanted, cause, rule, debit, debit_key, credit, credit_key)
   join book_accounts d on d.kind = r.debit and d.key = r.debit_key
   join book_accounts c on c.kind = r.credit and c.key = r.credit_key
   where r.is_wanted`,
  'analyze',
];
