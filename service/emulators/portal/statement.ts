import type { Direction, Payment } from '../book.ts';
import type { Answer } from '../http.ts';

/** The account, and our number for it. */
export interface AskedStatement {
  readonly direction: Direction;
  readonly number: string;
}

/** A row of an operator's export, before that operator's formatting. */
export interface ExportedRow {
  readonly id: string;
  readonly at: Date;
  readonly isDone: boolean;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  /** The account's balance after it, or `null` if no money moved. */
  readonly balance: number | null;
}

/** Ended payments of an account, oldest first, with the balance after each. */
export function exportRows<Details>(
  payments: readonly Payment<Details>[],
  account: {
    readonly number: string;
    readonly floatXaf: number;
    readonly idOf: (payment: Payment<Details>) => string;
  },
): readonly ExportedRow[] {
  const { number, floatXaf, idOf } = account;
  const ended = payments
    .flatMap((payment) =>
      payment.finishedAt === null ? [] : [{ payment, finishedAt: payment.finishedAt }],
    )
    .toSorted((a, b) => b.finishedAt - a.finishedAt);
  let balance = floatXaf;
  const newestFirst = ended.map(({ payment, finishedAt }): ExportedRow => {
    const { direction, msisdn, amount } = payment;
    const isDone = payment.state === 'succeeded';
    const [from, to] = direction === 'collection' ? [msisdn, number] : [number, msisdn];
    const row = { id: idOf(payment), at: new Date(finishedAt), isDone, from, to, amount };
    if (!isDone) return { ...row, balance: null };
    const after = balance;
    balance -= direction === 'collection' ? amount : -amount;
    return { ...row, balance: after };
  });
  return newestFirst.toReversed();
}

export function fileAnswer(name: string, type: string, body: string | Buffer): Answer {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body };
}

/** Year, month, day and time of Douala, which has no summer time. */
export function inDouala(
  at: Date,
): readonly [year: string, month: string, day: string, time: string] {
  const text = new Date(at.getTime() + 3_600_000).toISOString();
  return [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10), text.slice(11, 19)];
}
