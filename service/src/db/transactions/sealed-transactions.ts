import type {
  SealedLine,
  SealedTransaction,
} from '../../domain/transactions/sealed-transaction.ts';
import type { Queryable } from '../client.ts';
import { unseen } from '../rows.ts';

/** Reads transactions with their histories, to compare them with their seals before use. */
export async function findSealed(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SealedTransaction>> {
  const rows = await database.query<SealedRow>({
    name: 'find-sealed-transactions',
    text: `select ${SEALED_FACTS}, t.state, t.version, t.state_updated_at as "stateUpdatedAt",
                  t.provider_tx_id as "providerTxId", t.created_at as "createdAt", t.seal,
                  e.digest as "numberDigest", exists (
                    select from months m
                    where m.table_name = 'transitions' and m.seal is not null
                      and t.id >= m.from_id and t.id < m.to_id) as "isInSealedMonth",
                  h.seq as "lineSeq", h.from_state as "lineFrom",
                  h.to_state as "lineTo", h.trigger as "lineTrigger", h.reason as "lineReason",
                  h.actor as "lineActor", h.at as "lineAt", h.remark as "lineMessage",
                  h.provider_tx_id as "lineTxId", h.seal as "lineSeal"
           from transactions t
           left join erased_numbers e on e.transaction_id = t.id
           left join transitions h on h.transaction_id = t.id
           where t.id = any(${unseen(1, 'uuid[]')})
           order by t.id, h.seq`,
    values: [ids],
  });
  const found = new Map<string, SealedTransaction & { readonly lines: SealedLine[] }>();
  for (const row of rows) {
    const { lineSeq: seq, lineFrom, lineTo, lineTrigger, lineReason, lineActor, lineAt } = row;
    const transaction = found.get(row.id) ?? { ...row, lines: [] };
    found.set(row.id, transaction);
    if (seq === null) continue;
    transaction.lines.push({
      seq,
      from: lineFrom,
      to: lineTo,
      trigger: lineTrigger,
      reason: lineReason,
      actor: lineActor,
      at: lineAt,
      remark: row.lineMessage,
      providerTxId: row.lineTxId,
      seal: row.lineSeal,
    });
  }
  return found;
}

/** The facts of `transactions t` that never change, as their seal covers them. */
export const SEALED_FACTS = `t.id, t.application_id as "applicationId", t.direction, t.reference,
  t.player_id as "playerId", t.operator, t.collection_mode as "collectionMode", t.msisdn,
  t.amount_xaf as "amountXaf", t.callback_url as "callbackUrl", t.line,
  t.instructions::text as instructions, t.created_by as "createdBy",
  t.refund_of as "refundOf"`;

interface SealedRow extends Omit<SealedTransaction, 'lines'> {
  /** `null` without a history; so are then the other facts of the line. */
  readonly lineSeq: number | null;
  readonly lineFrom: SealedLine['from'];
  readonly lineTo: SealedLine['to'];
  readonly lineTrigger: string;
  readonly lineReason: string;
  readonly lineActor: string;
  readonly lineAt: Date;
  readonly lineMessage: string | null;
  readonly lineTxId: string | null;
  readonly lineSeal: string | null;
}
