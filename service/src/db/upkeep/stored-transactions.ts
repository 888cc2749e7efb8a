import type { StoredTransaction } from '../../domain/upkeep/judge-transaction.ts';
import type { Queryable } from '../client.ts';
import { HISTORY_COLUMNS, SUMMED_COLUMNS } from '../finance/closings.ts';
import { streamRows } from '../rows.ts';

/** Every transaction with its history and its webhooks, one row each, in the order of their ids. */
export async function* streamTransactions(
  connection: Queryable,
  { withLines }: { readonly withLines: boolean },
): AsyncGenerator<readonly StoredTransaction[]> {
  // All are read, and in the order of their ids there is nothing to wait for before the first.
  await connection.query({ text: 'set local cursor_tuple_fraction = 1' });
  await connection.query({ text: 'set local enable_hashjoin = off' });
  yield* streamRows<StoredTransaction>(connection, storedTransactions(withLines ? LINES : 'null'));
  await connection.query({ text: 'set local enable_hashjoin = on' });
}

/** No text that we write has a line end, so that one in a body cannot pass for a further webhook. */
const storedTransactions = (lines: string) => `
  select ${SUMMED_COLUMNS}, t.seal, t.reference_key as "referenceKey",
         e.digest as "numberDigest", t.version,
         date_part('epoch', t.expires_at) * 1000 as "expiresAtMs", h.lines, w.webhooks
  from transactions t
  left join erased_numbers e on e.transaction_id = t.id
  left join (
    select transaction_id, ${HISTORY_COLUMNS}, ${lines} as lines
    from transitions group by transaction_id
  ) h on h.transaction_id = t.id
  left join (
    select transaction_id,
           string_agg(id || ' ' || event || ' ' || is_replay || ' '
                      || translate(body, e'\\n', e'\\t'), e'\\n' order by position) as webhooks
    from webhooks group by transaction_id
  ) w on w.transaction_id = t.id
  order by t.id`;

/** Each line with its seal; they are as long again as all the rest. */
const LINES = `json_agg(json_build_array(
    seq, from_state, to_state, trigger, reason, actor, (date_part('epoch', at) * 1000)::bigint,
    remark, provider_tx_id, seal) order by seq)::text`;
