import { maskMsisdn } from '../msisdn.ts';
import type { StatementLine } from './statements/read-line.ts';

/** A line in a change, which is kept longer than what is known of a person. */
export interface ShownLine {
  readonly row: number;
  readonly at: string;
  readonly direction: 'in' | 'out';
  readonly amount_xaf: number;
  readonly fee_xaf: number;
  readonly other_masked: string | null;
  readonly operator_tx_id: string;
  readonly is_failed: boolean;
  readonly is_computed: boolean;
}

export function toShownLine(line: StatementLine): ShownLine {
  return {
    row: line.row,
    at: line.at.toISOString(),
    direction: line.direction,
    amount_xaf: line.amountCents / 100,
    fee_xaf: line.feeCents / 100,
    other_masked: line.other && maskMsisdn(line.other),
    operator_tx_id: line.operatorTxId,
    is_failed: line.isFailed,
    is_computed: line.isComputed,
  };
}
