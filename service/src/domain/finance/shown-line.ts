import { maskMsisdn } from '../msisdn.ts';
import type { StatementLine } from './statements/read-line.ts';

/** A line in a change, which is kept longer than what is known of a person. */
export type ShownLine = ReturnType<typeof toShownLine>;

export function toShownLine({ other, ...line }: StatementLine) {
  return { ...toMovement(line), other_masked: other && maskMsisdn(other) };
}

/** A line without who is on the other side. */
export function toMovement(line: Omit<StatementLine, 'other'>) {
  return {
    row: line.row,
    at: line.at.toISOString(),
    direction: line.direction,
    amount_xaf: line.amountCents / 100,
    fee_xaf: line.feeCents / 100,
    operator_tx_id: line.operatorTxId,
    is_failed: line.isFailed,
    is_computed: line.isComputed,
  };
}
