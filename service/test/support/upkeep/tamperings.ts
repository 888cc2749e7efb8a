import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/client.ts';
import { findRowKey } from '../../../src/db/installation.ts';
import { readRowKey, writeRowKey } from '../../../src/signing/row-seal.ts';
import { SECRET_PLACES, type Vault } from '../../../src/signing/sealed-text.ts';
import { DEPOSITS, WITHDRAWALS } from '../transactions/payments.ts';

/** One way each to change a transaction behind the service's back; `$` is its id. */
export const TAMPERINGS: readonly (readonly [
  proof: string,
  path: string,
  outcome: string | null,
  sql: string,
])[] = [
  ['creates_are_kept', DEPOSITS, null, `update transactions set amount_xaf = 600 where id = '$'`],
  [
    'creates_are_kept',
    WITHDRAWALS,
    null,
    `update transactions set msisdn = '+237670000002' where id = '$'`,
  ],
  [
    'creates_are_kept',
    WITHDRAWALS,
    null,
    `update transactions set callback_url = 'http://127.0.0.1:9/other' where id = '$'`,
  ],
  [
    'creates_are_kept',
    DEPOSITS,
    null,
    `update transactions set player_id = gen_random_uuid() where id = '$'`,
  ],
  ['creates_are_kept', DEPOSITS, 'failed', `update transactions set seal = null where id = '$'`],
  ['creates_are_kept', DEPOSITS, 'failed', `delete from transactions where id = '$'`],
  [
    'creates_are_kept',
    WITHDRAWALS,
    null,
    `update transactions set created_at = created_at - interval '1 day' where id = '$'`,
  ],
  [
    'references_are_unique',
    DEPOSITS,
    'failed',
    `update transactions set reference_key = gen_random_uuid() where id = '$'`,
  ],
  [
    'histories_are_paths',
    WITHDRAWALS,
    null,
    `update transactions set state = 'failed' where id = '$'`,
  ],
  [
    'histories_are_paths',
    DEPOSITS,
    'failed',
    `delete from transitions where transaction_id = '$' and seq = 2`,
  ],
  [
    'histories_are_paths',
    WITHDRAWALS,
    'failed',
    `update transitions set trigger = 'stuck' where transaction_id = '$' and to_state = 'failed'`,
  ],
  [
    'histories_are_paths',
    DEPOSITS,
    'failed',
    `update transactions set version = version + 1 where id = '$'`,
  ],
  // What is read as one text may not pass for two rows.
  [
    'histories_are_paths',
    DEPOSITS,
    'failed',
    `with gone as (delete from transitions where transaction_id = '$' and seq = 3 returning *)
     update transitions h
     set trigger = concat_ws(' ', h.trigger || ',3', g.from_state, g.to_state, g.trigger)
     from gone g where h.transaction_id = '$' and h.seq = 2`,
  ],
  [
    'events_are_told_once',
    DEPOSITS,
    'failed',
    `update webhooks set body = concat_ws(e'\\n', body, concat_ws(' ', id, event, true, body))
     where transaction_id = '$'`,
  ],
  [
    'payouts_are_sent_once',
    WITHDRAWALS,
    'succeeded',
    `insert into transitions select transaction_id, 9, to_state, to_state, trigger, reason, actor,
       at, remark from transitions where transaction_id = '$' and trigger = 'transfer_sent'`,
  ],
  [
    'decisions_are_logged',
    WITHDRAWALS,
    'succeeded',
    `update transitions set actor = 'momo' where transaction_id = '$' and trigger = 'approved'`,
  ],
  [
    'events_are_told_once',
    DEPOSITS,
    'failed',
    `update webhooks set body = replace(body, '500', '900') where transaction_id = '$'`,
  ],
  [
    'events_are_told_once',
    DEPOSITS,
    'failed',
    `update webhooks set body = replace(body, 'failed', 'succeeded') where transaction_id = '$'`,
  ],
  ['events_are_told_once', DEPOSITS, 'failed', `delete from webhooks where transaction_id = '$'`],
  [
    'events_are_told_once',
    DEPOSITS,
    null,
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
     select uuidv7(), id, application_id, 'payment.failed', '{}', created_at
     from transactions where id = '$'`,
  ],
  [
    'deadlines_are_kept',
    DEPOSITS,
    null,
    `update transactions set expires_at = expires_at - interval '1 day' where id = '$'`,
  ],
  [
    'deposits_are_credited',
    DEPOSITS,
    'succeeded',
    `update book_entries set amount_cents = amount_cents + 100
     where cause = 'transaction:$' and rule = 'deposit_credited'`,
  ],
  [
    'deposits_are_credited',
    DEPOSITS,
    'succeeded',
    `delete from book_entries where cause = 'transaction:$'`,
  ],
];

/** As if rows had been sealed for a day already. */
export async function dateKeyBack(database: Database, vault: Vault): Promise<void> {
  const stored = await findRowKey(database);
  assert.ok(stored !== null);
  const place = SECRET_PLACES.rowKey();
  const key = readRowKey(vault.open(stored, place));
  const since = new Date(key.since.getTime() - 86_400_000);
  await database.query({
    text: 'update installation set row_key = $1',
    values: [vault.seal(writeRowKey({ ...key, since }), place)],
    changes: [{ table: 'installation', where: 'true', values: [] }],
  });
}
