import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';

export interface SentPayout {
  /** Our reference at the provider. */
  readonly reference: string;
  readonly transactionId: string;
  readonly providerId: string;
  readonly channelId: string;
  /** The id by which the provider is asked about it. */
  readonly handle: string;
  readonly at: Date;
  /** The deposit that it gives back, and how much of it; `null` if it is no refund. */
  readonly refundOf: string | null;
  readonly amountXaf: number | null;
}

/** The payouts that the database knows neither as sent nor as lost. */
export async function listUnknownSends(
  database: Queryable,
  references: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly reference: string }>({
    name: 'list-unknown-sends',
    text: `select r.reference from unnest(${unseen(1, 'uuid[]')}) as r (reference)
           where not exists (select from submissions s
                             where s.reference = r.reference and s.sent_at is not null)
             and not exists (select from lost_sends l where l.reference = r.reference)`,
    values: [references],
  });
  return rows.map(({ reference }) => reference);
}

export async function insertLostSends(
  connection: Queryable,
  sends: readonly SentPayout[],
): Promise<void> {
  await connection.query({
    text: `insert into lost_sends (${SENDS.names}, found_at)
           select l.*, app_now() from ${SENDS.unnest('l')}
           on conflict do nothing`,
    values: SENDS.values(sends),
  });
}

const SENDS = rowsWith<SentPayout>({
  reference: ['uuid', ({ reference }) => reference],
  transaction_id: ['uuid', ({ transactionId }) => transactionId],
  provider_id: ['text', ({ providerId }) => providerId],
  channel_id: ['text', ({ channelId }) => channelId],
  handle: ['text', ({ handle }) => handle],
  sent_at: ['timestamptz', ({ at }) => at],
  refund_of: ['uuid', ({ refundOf }) => refundOf],
  amount_xaf: ['bigint', ({ amountXaf }) => amountXaf],
});

export interface LostSend extends SentPayout {
  /** Of the transaction, or `null` if the restored database does not have it. */
  readonly state: State | null;
}

/** The payouts that were sent and that a restored database did not know as sent, oldest first. */
export function listLostSends(database: Queryable): Promise<LostSend[]> {
  return database.query<LostSend>({
    text: `select l.reference, l.transaction_id as "transactionId", l.provider_id as "providerId",
                  l.channel_id as "channelId", l.handle, l.sent_at as at, l.refund_of as "refundOf",
                  l.amount_xaf as "amountXaf", t.state
           from lost_sends l left join transactions t on t.id = l.transaction_id
           order by l.sent_at, l.reference`,
  });
}

/** How a payout was sent that the database does not know as sent; otherwise `null`. */
export async function findLostSend(
  database: Queryable,
  reference: string,
): Promise<SentPayout | null> {
  const [row] = await database.query<SentPayout>({
    name: 'find-lost-send',
    text: `select reference, transaction_id as "transactionId", provider_id as "providerId",
                  channel_id as "channelId", handle, sent_at as at, refund_of as "refundOf",
                  amount_xaf as "amountXaf"
           from lost_sends where reference = $1`,
    values: [reference],
  });
  return row ?? null;
}
