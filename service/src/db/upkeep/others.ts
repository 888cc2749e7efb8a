import type { MovedTransaction, StoredFacts } from '../../domain/upkeep/others.ts';
import type { Queryable } from '../client.ts';
import { streamRows } from '../rows.ts';

/** What is stored of transactions, by the names of the interface. */
export function listFacts(connection: Queryable, ids: readonly string[]): Promise<StoredFacts[]> {
  return connection.query<StoredFacts>({
    text: `select id as service_tx_id, direction, reference, player_id, operator, msisdn, amount_xaf
           from transactions where id = any($1::uuid[])`,
    values: [ids],
  });
}

export interface MovedRow extends MovedTransaction {
  readonly reference: string;
  readonly handle: string | null;
}

/** The transactions that have sent something under these references or handles. */
export function listMoved(
  connection: Queryable,
  references: readonly string[],
): Promise<MovedRow[]> {
  return connection.query<MovedRow>({
    text: `select t.id, t.direction, t.state, t.msisdn, t.amount_xaf as "amountXaf",
                  s.reference::text as reference, s.handle
           from submissions s join transactions t on t.id = s.transaction_id
           where s.reference::text = any($1::text[]) or s.handle = any($1::text[])`,
    values: [references],
  });
}

/** Payouts that succeeded by a provider's answer and not by a person's. */
export function streamPaidPayouts(
  connection: Queryable,
): AsyncGenerator<readonly { readonly id: string }[]> {
  return streamRows(
    connection,
    `select t.id from transactions t join submissions s on s.transaction_id = t.id
     where t.direction = 'withdrawal' and t.state = 'succeeded' and s.sent_at is not null
       and exists (select from transitions h
                   where h.transaction_id = t.id and h.trigger = 'transfer_succeeded')`,
  );
}

/** The bodies that we have for what a receiver got. */
export function listBodies(
  connection: Queryable,
  transactionIds: readonly string[],
): Promise<{ readonly body: string }[]> {
  return connection.query<{ readonly body: string }>({
    text: 'select body from webhooks where transaction_id = any($1::uuid[])',
    values: [transactionIds],
  });
}

/** Webhooks that a receiver has taken, by what we stored. */
export function streamDelivered(
  connection: Queryable,
): AsyncGenerator<readonly { readonly id: string; readonly body: string }[]> {
  return streamRows(
    connection,
    `select w.id, w.body from webhooks w
     where w.application_id is not null and exists (select from webhook_attempts a
                   where a.webhook_id = w.id and a.status between 200 and 299)`,
  );
}
