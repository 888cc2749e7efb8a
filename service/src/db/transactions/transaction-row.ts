import type { Operator } from '../../domain/operators/operator.ts';
import type { CollectionMode, Direction, ReasonCode } from '../../domain/payment-kinds.ts';
import type { Instructions } from '../../domain/transactions/instructions.ts';
import { shownReason } from '../../domain/transactions/reason-code.ts';
import type { State, Transaction } from '../../domain/transactions/transaction.ts';

/** Every column of a transaction, for `select` and `returning`. */
export const TRANSACTION_COLUMNS = `t.id, t.application_id, t.direction, t.reference, t.player_id,
  t.operator, t.provider_id, t.channel_id, t.collection_mode, t.msisdn, t.amount_xaf, t.state,
  t.state_reason, t.state_updated_at, t.provider_tx_id, t.expires_at, t.callback_url,
  t.instructions, t.created_at, t.updated_at, t.version, t.reason_code, t.refund_of`;

export interface TransactionRow {
  readonly id: string;
  readonly application_id: string;
  readonly direction: Direction;
  readonly reference: string;
  readonly player_id: string;
  readonly operator: Operator;
  readonly provider_id: string;
  readonly channel_id: string;
  readonly collection_mode: CollectionMode | null;
  readonly msisdn: string;
  readonly amount_xaf: number;
  readonly state: State;
  readonly state_reason: string;
  readonly reason_code: ReasonCode | null;
  readonly state_updated_at: Date;
  readonly provider_tx_id: string | null;
  readonly expires_at: Date | null;
  readonly callback_url: string | null;
  readonly instructions: Instructions | null;
  readonly refund_of: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    applicationId: row.application_id,
    direction: row.direction,
    reference: row.reference,
    playerId: row.player_id,
    operator: row.operator,
    providerId: row.provider_id,
    channelId: row.channel_id,
    collectionMode: row.collection_mode,
    msisdn: row.msisdn,
    amountXaf: row.amount_xaf,
    state: row.state,
    stateReason: row.state_reason,
    reasonCode: shownReason(row.state, row.reason_code),
    stateUpdatedAt: row.state_updated_at,
    providerTxId: row.provider_tx_id,
    expiresAt: row.expires_at,
    callbackUrl: row.callback_url,
    instructions: row.instructions,
    refundOf: row.refund_of,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
