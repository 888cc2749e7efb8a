import type { StoredTransaction } from '../../domain/upkeep/judge-transaction.ts';
import type { Queryable } from '../client.ts';
import { streamRows } from '../rows.ts';
import { SEALED_FACTS } from '../transactions/sealed-transactions.ts';

/**
 * Every transaction with its history and its webhooks, one row each. A history is one text: there
 * are few different ones, so that each is judged once.
 */
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

/** A range of ids, without its end. */
export interface IdRange {
  readonly fromId: string;
  readonly toId: string;
}

/** The transactions whose history was put into a file. */
export function listArchivedHistories(connection: Queryable): Promise<IdRange[]> {
  return connection.query<IdRange>({
    text: `select from_id as "fromId", to_id as "toId" from months
           where table_name = 'transitions' and archived_at is not null`,
  });
}

/** No text that we write has a line end, so that one in a body cannot pass for a further webhook. */
const storedTransactions = (lines: string) => `
  select ${SEALED_FACTS}, t.seal, t.reference_key as "referenceKey",
         e.digest as "numberDigest",
         t.state, t.version, t.provider_tx_id as "providerTxId",
         date_part('epoch', t.created_at) * 1000 as "createdAtMs",
         date_part('epoch', t.expires_at) * 1000 as "expiresAtMs",
         h.path, h.times, h.lines, w.webhooks
  from transactions t
  left join erased_numbers e on e.transaction_id = t.id
  left join (
    select transaction_id,
           string_agg(seq || ' ' || coalesce(from_state, '-') || ' ' || to_state || ' ' || trigger,
                      ',' order by seq) as path,
           string_agg(((date_part('epoch', at) * 1000)::bigint)::text, ',' order by seq) as times,
           ${lines} as lines
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
