import type { SealedMonth } from '../../db/upkeep/months.ts';
import {
  fitsLine,
  isLineOfBefore,
  type SealedLine,
  sealedLine,
} from '../../domain/transactions/sealed-transaction.ts';
import { hasEnded, type State } from '../../domain/transactions/transaction.ts';
import type { Finding } from '../../domain/upkeep/finding.ts';
import type { StoredTransaction } from '../../domain/upkeep/judge-transaction.ts';
import { createRowSeal, createRunningSeal, type RowKey } from '../../signing/row-seal.ts';

type Lined = Pick<
  StoredTransaction,
  'id' | 'createdBy' | 'createdAtMs' | 'lines' | 'state' | 'providerTxId'
>;

export interface LineProof {
  /** What is wrong with the history of a transaction; they come in the order of their ids. */
  readonly judge: (row: Lined) => string | null;
  /** Whose lines of before the seals were changed since. */
  readonly finish: () => readonly Finding[];
}

/** Compares each line of the histories with its seal, or with those of its month. */
export function createLineProof(
  { key, former }: Pick<RowKey, 'key' | 'former'>,
  months: readonly SealedMonth[],
): LineProof {
  const seal = createRowSeal(key, former);
  const kept = months.filter((month) => month.seal !== null && !month.isArchived);
  const sums = createMonthSums({ key, former }, kept);
  return {
    judge: (row) => {
      const transaction = { ...row, createdAt: new Date(row.createdAtMs) };
      const lines = readHistoryLines(row.lines);
      const before = lines.filter((line) => isLineOfBefore(row, line));
      const isInMonths = before.map((line) => sums.add(row.id, sealedLine(transaction, line)));
      const last = before.at(-1);
      // Only what had ended has no seals of its own.
      if (last !== undefined && (isInMonths.includes(false) || !hasEnded(last.to))) {
        return `line ${last.seq} of its history has no seal`;
      }
      const changed = lines.find(
        (line) => !isLineOfBefore(row, line) && !fitsLine(seal, transaction, line),
      );
      return changed === undefined
        ? paymentProblem(row, lines)
        : `line ${changed.seq} of its history is not as the service wrote it`;
    },
    finish: () =>
      sums.list().flatMap(({ part, seal: stored, sum }) => {
        const problem = 'a line of before the seals was changed, added or taken away';
        const isSame = sum === stored?.replaceAll('-', '');
        return isSame ? [] : [{ proof: 'seals_hold', subject: `month:${part}`, problem }];
      }),
  };
}

/** A success stays with the payment that its history names. */
function paymentProblem(
  { state, providerTxId }: Lined,
  lines: readonly SealedLine[],
): string | null {
  if (state !== 'succeeded') return null;
  const named = lines.at(-1)?.providerTxId ?? null;
  return named === null || named === providerTxId
    ? null
    : 'it names another payment than its history';
}

export interface MonthSums {
  /** Adds a line of a transaction; false if none of the months has it. */
  readonly add: (transactionId: string, text: string) => boolean;
  readonly list: () => readonly (SealedMonth & { readonly sum: string })[];
}

/** One seal for all lines of a month that have none of their own; of a former key, if it fits. */
export function createMonthSums(
  { key, former }: Pick<RowKey, 'key' | 'former'>,
  months: readonly SealedMonth[],
): MonthSums {
  const keys = [key, ...former];
  const sums = months.map((month) => ({ month, running: keys.map(createRunningSeal) }));
  return {
    add: (id, text) => {
      const found = sums.find(({ month }) => id >= month.fromId && id < month.toId);
      for (const one of found?.running ?? []) one.add(text);
      return found !== undefined;
    },
    list: () =>
      sums.map(({ month, running }) => {
        const [sum = '', ...earlier] = running.map((one) => one.finish());
        const stored = month.seal?.replaceAll('-', '');
        return { ...month, sum: earlier.find((one) => one === stored) ?? sum };
      }),
  };
}

type WrittenLine = readonly [
  seq: number,
  from: State | null,
  to: State,
  trigger: string,
  reason: string,
  actor: string,
  atMs: number,
  remark: string | null,
  providerTxId: string | null,
  seal: string | null,
];

/** As `streamTransactions` writes them. */
function readHistoryLines(text: string | null): readonly SealedLine[] {
  const written = text === null ? [] : (JSON.parse(text) as readonly WrittenLine[]);
  return written.map(
    ([seq, from, to, trigger, reason, actor, atMs, remark, providerTxId, seal]) => ({
      seq,
      from,
      to,
      trigger,
      reason,
      actor,
      at: new Date(atMs),
      remark,
      providerTxId,
      seal,
    }),
  );
}
