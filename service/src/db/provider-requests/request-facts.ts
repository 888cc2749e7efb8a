import { type Message, readMessage } from '../../domain/messages/message.ts';
import type { Said } from '../../domain/provider-requests/provider-request.ts';
import type { PlacedMoney } from '../../domain/transactions/provider-triggers.ts';
import type { Queryable } from '../client.ts';

export interface RequestFactsRow {
  readonly provider_id: string;
  readonly reference: string;
  readonly sent_at: Date | null;
  readonly asked: number;
  readonly asked_at: Date | null;
  readonly said: Said | null;
  readonly said_at: Date | null;
  readonly next_step_at: Date | null;
  readonly problem: Message | null;
  readonly tried: readonly string[];
}

/** What is left of the number of a transaction whose person was erased, or `null`. */
export async function findErasedDigest(
  database: Queryable,
  transactionId: string,
): Promise<string | null> {
  const [row] = await database.query<{ readonly digest: string }>({
    text: 'select digest from erased_numbers where transaction_id = $1',
    values: [transactionId],
  });
  return row?.digest ?? null;
}

/** What a person may know of a transaction's provider request. */
export async function findRequestFacts(
  database: Queryable,
  transactionId: string,
): Promise<RequestFactsRow | null> {
  const [row] = await database.query<
    Omit<RequestFactsRow, 'problem'> & { readonly problem: string | null }
  >({
    name: 'find-request-facts',
    text: `select provider_id, reference, sent_at, asked, asked_at, said, said_at, next_step_at,
                  problem, tried
           from submissions where transaction_id = $1`,
    values: [transactionId],
  });
  if (row === undefined) return null;
  return { ...row, problem: row.problem === null ? null : readMessage(row.problem) };
}

/** What staff have decided about the money that a provider reported for a deposit. */
export async function findPlacedMoney(
  database: Queryable,
  transactionId: string,
): Promise<PlacedMoney | null> {
  const [row] = await database.query<PlacedMoney>({
    text: `select placed_tx_ids as "operatorTxIds",
                  coalesce(said = 'succeeded', false) as "wasReported"
           from submissions where transaction_id = $1 and placed_tx_ids is not null`,
    values: [transactionId],
  });
  return row ?? null;
}

/** Records that staff have decided about the money that is known of a deposit's request. */
export async function notePlacedMoney(
  connection: Queryable,
  { transactionId, operatorTxIds }: { transactionId: string; operatorTxIds: readonly string[] },
): Promise<void> {
  await connection.query({
    text: `update submissions set placed_tx_ids = coalesce(placed_tx_ids, '{}') || $2::text[]
           where transaction_id = $1 and (said = 'succeeded' or cardinality($2::text[]) > 0)`,
    values: [transactionId, operatorTxIds],
  });
}

/**
 * What a provider has left to pay out: its last reported balance, less what was sent since to it or
 * to another with the same account.
 * `null` if it reports none.
 */
export async function findReportedFloat(
  database: Queryable,
  providerId: string,
): Promise<number | null> {
  const [row] = await database.query<{ readonly left: number | null }>({
    name: 'find-reported-float',
    text: `select (h.balance_xaf - coalesce((
                     select sum(t.amount_xaf) from open_transactions o
                     join transactions t on t.id = o.transaction_id
                     join submissions s on s.transaction_id = t.id
                     join providers v on v.id = s.provider_id
                     where o.state = 'provider_submitted'
                       and coalesce(v.account_of, v.id) = coalesce(p.account_of, p.id)
                       and s.sent_at > h.checked_at), 0))::float8 as left
           from provider_health h join providers p on p.id = h.provider_id
           where h.provider_id = $1 and h.balance_xaf is not null`,
    values: [providerId],
  });
  return row?.left ?? null;
}
