import { isOpenDeposit, type SealedFacts, type State } from '../transactions/transaction.ts';
import { ERASED_NUMBER } from './erased.ts';
import type { Broken } from './finding.ts';
import type { ReadHistory } from './history.ts';
import { judgeWebhooks } from './judge-webhooks.ts';

/** A transaction with everything that was stored with it. */
export interface StoredTransaction extends SealedFacts {
  readonly referenceKey: string;
  readonly seal: string | null;
  /** What is left of its number, where a person had it erased. */
  readonly numberDigest: string | null;
  readonly state: State;
  readonly version: number;
  readonly providerTxId: string | null;
  /** Times are numbers: a million dates take seconds to read. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  /** As `readHistory` reads it; null: there is none. */
  readonly path: string | null;
  /** The times of its lines in milliseconds, with commas between them. */
  readonly times: string | null;
  /** As `judgeWebhooks` reads them; null: there are none. */
  readonly webhooks: string | null;
}

/** What does not come with the row itself. */
export interface Judged {
  readonly now: Date;
  readonly history: ReadHistory;
  /** What its seal and its reference have to be. */
  readonly seal: string | null;
  readonly referenceKey: string;
  /** Its history was put into a file, so that it cannot be judged here. */
  readonly isArchived: boolean;
  /** Rows that were created before this moment may have no seal; null: any may. */
  readonly sealedFrom: Date | null;
}

/** How long after its deadline a deposit may still be open. */
const EXPIRY_MS = 5_000;

/** Everything that is wrong with one transaction. */
export function judgeTransaction(row: StoredTransaction, judged: Judged): readonly Broken[] {
  const { history } = judged;
  const broken: Broken[] = [];
  const blame = (proof: Broken['proof'], problem: string | null) => {
    if (problem !== null) broken.push({ proof, problem });
  };
  const times = (row.times ?? '').split(',').map(Number);
  blame('creates_are_kept', sealProblem(row, judged));
  blame('creates_are_kept', numberProblem(row));
  if (row.referenceKey.replaceAll('-', '') !== judged.referenceKey) {
    blame('references_are_unique', 'it is filed under the key of another reference');
  }
  if (isOpenDeposit(row) && isOverdue(row.expiresAtMs, judged.now)) {
    blame('deadlines_are_kept', `it is ${row.state}, and its deadline has passed`);
  }
  if (judged.isArchived) return broken;
  if (row.path !== null && times[0] !== row.createdAtMs) {
    blame('creates_are_kept', 'it was created at another time than its history says');
  }
  blame('histories_are_paths', historyProblem(row, history, times));
  if (history.sends > 1) {
    blame('payouts_are_sent_once', `it was handed to a provider ${history.sends} times`);
  }
  for (const problem of judgeWebhooks(row, { history, times })) {
    blame('events_are_told_once', problem);
  }
  return broken;
}

function sealProblem(
  row: StoredTransaction,
  { seal, sealedFrom }: Pick<Judged, 'seal' | 'sealedFrom'>,
): string | null {
  if (row.seal === null) {
    const isDue = sealedFrom !== null && row.createdAtMs >= sealedFrom.getTime();
    return isDue ? 'its seal was taken away' : null;
  }
  if (seal === null || row.seal.replaceAll('-', '') === seal) return null;
  return 'something was changed that never changes: amount, number, player, reference or address';
}

/** Its seal covers the digest, so that it says nothing about a number beside it. */
function numberProblem({ msisdn, numberDigest }: StoredTransaction): string | null {
  if (numberDigest === null || msisdn === ERASED_NUMBER) return null;
  return 'its number was erased, and is there again';
}

function historyProblem(
  row: StoredTransaction,
  history: ReadHistory,
  times: readonly number[],
): string | null {
  if (row.path === null) return 'it has no history';
  if (times.length !== history.lines) return 'a line of its history has the words of two';
  if (history.problem !== null) return history.problem;
  if (history.state !== row.state) return `it is ${row.state}, its history ends ${history.state}`;
  if (history.lines === row.version) return null;
  return `it has version ${row.version} and ${history.lines} lines of history`;
}

function isOverdue(expiresAtMs: number | null, now: Date): boolean {
  return expiresAtMs === null || now.getTime() - expiresAtMs > EXPIRY_MS;
}
