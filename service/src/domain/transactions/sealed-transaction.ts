import { type JobOffer } from '../lines/sim-job.ts';
import { fitsSeal, type SealRow } from '../seals/seal.ts';
import {
  hasEnded,
  isOpenDeposit,
  type SealedFacts,
  type State,
  sealedText,
  type Transaction,
} from './transaction.ts';

/** One line of a history, as it is stored. */
export interface HistoryLine {
  readonly seq: number;
  readonly from: State | null;
  readonly to: State;
  readonly trigger: string;
  readonly reason: string;
  readonly actor: string;
  readonly at: Date;
  readonly remark: string | null;
  /** The operator's id of the payment after this line. */
  readonly providerTxId: string | null;
}

export interface SealedLine extends HistoryLine {
  readonly seal: string | null;
}

/** A transaction with its history, and the seals of both. */
export interface SealedTransaction
  extends SealedFacts,
    Pick<Transaction, 'state' | 'version' | 'stateUpdatedAt' | 'providerTxId' | 'createdAt'> {
  readonly seal: string | null;
  /** What is left of its number after a person had it erased. */
  readonly numberDigest: string | null;
  /** Lines of before the seals have one together with those of their month. */
  readonly isInSealedMonth: boolean;
  /** In their order. */
  readonly lines: readonly SealedLine[];
}

/** The text that the seal of a line is made of. A change of it breaks every seal there is. */
export function sealedLine(
  { id, createdAt }: Pick<Transaction, 'id' | 'createdAt'>,
  line: HistoryLine,
): string {
  return JSON.stringify([
    'transition',
    id,
    createdAt.getTime(),
    line.seq,
    line.from,
    line.to,
    line.trigger,
    line.reason,
    line.actor,
    line.at.getTime(),
    line.remark,
    line.providerTxId,
  ]);
}

/** What a seal covers in place of an erased number. */
export function sealedNumber(digest: string): string {
  return `erased:${digest}`;
}

/** The text of the seal of a transaction whose number may have been erased. */
export function storedText(row: SealedFacts & { readonly numberDigest: string | null }): string {
  if (row.numberDigest === null) return sealedText(row);
  return sealedText({ ...row, msisdn: sealedNumber(row.numberDigest) });
}

/** What was changed behind the service's back. */
export type SealProblem = 'payment_changed' | 'history_changed' | 'state_changed';

/** Why a stored transaction must not be used, or `null` if it is as the service wrote it. */
export function findSealProblem(seal: SealRow, row: SealedTransaction): SealProblem | null {
  if (!fitsSeal(seal, storedText(row), row.seal)) return 'payment_changed';
  const last = row.lines.at(-1);
  const before = linesOfBefore(row);
  const isWhole = row.lines.every(
    (line, index) => line.seq === index + 1 && (line.seq <= before || fitsLine(seal, row, line)),
  );
  if (!isWhole) return 'history_changed';
  // The sandbox's test clock may bring a state forward, so that it is over earlier.
  const isLast =
    last?.seq === row.version && last.to === row.state && row.stateUpdatedAt <= last.at;
  return isLast ? null : 'state_changed';
}

/**
 * How many of its lines are of before the seals, of a payment that had ended by then: its month has
 * one seal for them, which `momo audit all` compares.
 */
function linesOfBefore({ isInSealedMonth, createdBy, lines }: SealedTransaction): number {
  if (!isInSealedMonth || createdBy !== null) return 0;
  const last = lines.findLast(({ seal }) => seal === null);
  return last !== undefined && hasEnded(last.to) ? last.seq : 0;
}

/** It has no seal, and its transaction none over its first line, either. */
export function isLineOfBefore(
  { createdBy }: Pick<SealedTransaction, 'createdBy'>,
  { seal }: Pick<SealedLine, 'seal'>,
): boolean {
  return createdBy === null && seal === null;
}

/** The first line is under the seal of its transaction, which says who created it. */
export function fitsLine(
  seal: SealRow,
  transaction: Pick<SealedTransaction, 'id' | 'createdAt' | 'createdBy'>,
  line: SealedLine,
): boolean {
  if (line.seq > 1 || transaction.createdBy === null) {
    return fitsSeal(seal, sealedLine(transaction, line), line.seal);
  }
  return (
    line.actor === transaction.createdBy && line.at.getTime() === transaction.createdAt.getTime()
  );
}

/** Whether a job is what its payment asks a SIM for. */
export function isJobOf(
  payment: Pick<Transaction, 'direction' | 'state' | 'operator' | 'msisdn' | 'amountXaf'>,
  job: JobOffer,
): boolean {
  const { direction, state, operator, msisdn, amountXaf } = payment;
  const isAsked =
    job.action === 'transfer'
      ? direction === 'withdrawal' && state === 'provider_submitted'
      : job.action === 'collect' && direction === 'deposit' && isOpenDeposit({ state });
  const isSame = operator === job.operator && msisdn === job.msisdn && amountXaf === job.amountXaf;
  return isAsked && isSame;
}
