import type { StoredTransaction } from '../../domain/proof/judge-transaction.ts';
import type { Queryable } from '../client.ts';
import { streamRows } from '../stream-rows.ts';

/**
 * Every transaction with its history and its webhooks, one row each, and whatever is left of one
 * that is gone. A history is one text: there are few different ones, so that each is judged once.
 */
export function streamTransactions(
  connection: Queryable,
): AsyncGenerator<readonly StoredTransaction[]> {
  return streamRows<StoredTransaction>(connection, STORED_TRANSACTIONS);
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

const STORED_TRANSACTIONS = `
  select coalesce(t.id, h.transaction_id, w.transaction_id) as id, t.id is not null as "isThere",
         t.application_id as "applicationId", t.direction, t.reference,
         t.player_id as "playerId", t.operator, t.collection_mode as "collectionMode", t.msisdn,
         t.amount_xaf as "amountXaf", t.callback_url as "callbackUrl", t.line,
         t.instructions::text as instructions, t.seal, t.reference_key as "referenceKey",
         e.digest as "numberDigest",
         t.state, t.version, t.provider_tx_id as "providerTxId",
         (extract(epoch from t.created_at) * 1000)::bigint as "createdAtMs",
         (extract(epoch from t.expires_at) * 1000)::bigint as "expiresAtMs",
         h.path, h.times, w.webhooks
  from transactions t
  left join erased_numbers e on e.transaction_id = t.id
  full join (
    select transaction_id,
           string_agg(seq || ' ' || coalesce(from_state, '-') || ' ' || to_state || ' ' || trigger,
                      ',' order by seq) as path,
           string_agg(((extract(epoch from at) * 1000)::bigint)::text, ',' order by seq) as times
    from transitions group by transaction_id
  ) h on h.transaction_id = t.id
  full join (
    select transaction_id,
           json_agg(json_build_object('id', id, 'event', event, 'body', body,
                                      'isReplay', is_replay) order by position) as webhooks
    from webhooks group by transaction_id
  ) w on w.transaction_id = coalesce(t.id, h.transaction_id)`;
