import type { Balance, Movement, Statement, TransactionSummary } from '../types.ts';
import { refuseIssues } from './fake-checks.ts';
import {
  cursorIssues,
  type Move,
  postingsOf,
  reversedRangeIssues,
  type Transaction,
} from './service-rules.ts';

/** The rules of the books that change what a platform is owed. */
const KINDS: Readonly<Partial<Record<string, 'deposit' | 'withdrawal' | 'withdrawal_returned'>>> = {
  deposit_credited: 'deposit',
  payout_sent: 'withdrawal',
  payout_failed: 'withdrawal_returned',
};

/** Books what the moves of a transaction change; each kind once, a return only of what was sent. */
export function book(booked: Movement[], after: Transaction, moves: readonly Move[]): void {
  const { id, amountXaf, providerTxId, reasonCode, refundOf } = after;
  const isBooked = (kind: string) =>
    booked.some((one) => one.service_tx_id === id && one.kind === kind);
  for (const { rule, valueAt } of postingsOf({ transaction: after, moves, providerTxId })) {
    const kind = KINDS[rule];
    if (kind === undefined || isBooked(kind)) continue;
    if (kind === 'withdrawal_returned' && !isBooked('withdrawal')) continue;
    booked.push({
      kind,
      amount_xaf: kind === 'withdrawal' ? -amountXaf : amountXaf,
      service_tx_id: id,
      reference: after.reference,
      provider_tx_id: providerTxId,
      ...(reasonCode === null ? {} : { reason_code: reasonCode }),
      ...(refundOf === null ? {} : { refund_of: refundOf }),
      booked_at: new Date().toISOString(),
      value_at: (valueAt ?? new Date()).toISOString(),
    });
  }
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly cursor?: string;
  readonly limit: number;
}

export function statementOf(movements: readonly Movement[], asked: Asked): Statement {
  const { from, to, cursor = '', limit } = asked;
  if (from > to) refuseIssues(reversedRangeIssues(to));
  if (!/^\d*$/.test(cursor)) refuseIssues(cursorIssues('cursor', cursor));
  const start = Number(cursor);
  const sum = (isCounted: (day: string) => boolean) =>
    movements
      .filter(({ booked_at: at }) => isCounted(dayOf(at)))
      .reduce((owed, { amount_xaf: amount }) => owed + amount, 0);
  const all = movements.filter(({ booked_at: at }) => from <= dayOf(at) && dayOf(at) <= to);
  return {
    from,
    to,
    opening_balance_xaf: sum((day) => day < from),
    closing_balance_xaf: sum((day) => day <= to),
    items: all.slice(start, start + limit),
    next_cursor: all.length > start + limit ? String(start + limit) : null,
  };
}

/** The sandbox limits nobody to what they have. */
export function balanceOf({
  ledger,
  movements,
}: {
  readonly ledger: { readonly transactions: ReadonlyMap<string, Transaction> };
  readonly movements: readonly Movement[];
}): Balance {
  return {
    balance_xaf: movements.reduce((owed, { amount_xaf: amount }) => owed + amount, 0),
    promised_xaf: [...ledger.transactions.values()]
      .filter(({ direction, state }) => direction === 'withdrawal' && state === 'approved')
      .reduce((sum, { amountXaf }) => sum + amountXaf, 0),
    credit_line_xaf: null,
    available_xaf: null,
  };
}

/** Cameroon is an hour ahead of UTC all year. */
function dayOf(at: string): string {
  return new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10);
}

/** A transaction in a list. */
export function summaryOf(transaction: Transaction): TransactionSummary {
  const { reasonCode, refundOf } = transaction;
  return {
    service_tx_id: transaction.id,
    reference: transaction.reference,
    direction: transaction.direction,
    operator: transaction.operator,
    amount_xaf: transaction.amountXaf,
    state: transaction.state,
    provider_tx_id: transaction.providerTxId,
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
    msisdn: transaction.msisdn,
    ...(reasonCode === null ? {} : { reason_code: reasonCode }),
    ...(refundOf === null ? {} : { refund_of: refundOf }),
  };
}
