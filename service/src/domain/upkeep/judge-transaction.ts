import type { SummedTransaction } from '../finance/closing.ts';
import { fieldsOf, parseJson } from '../json.ts';
import { ERASED_NUMBER } from '../msisdn.ts';
import { REASON_CODES, type ReasonCode } from '../payment-kinds.ts';
import {
  isOpenDeposit,
  type PaymentEvent,
  type SealedFacts,
  type Transaction,
} from '../transactions/transaction.ts';
import { webhookBody } from '../transactions/webhook-event.ts';
import { timeOfId } from '../uuid-time.ts';
import type { Broken } from './finding.ts';
import type { ReadHistory } from './history.ts';

/** A transaction with everything that was stored with it. */
export interface StoredTransaction extends SealedFacts, SummedTransaction {
  readonly referenceKey: string;
  readonly seal: string | null;
  /** What is left of its number after a person had it erased. */
  readonly numberDigest: string | null;
  readonly version: number;
  readonly expiresAtMs: number | null;
  /** Its lines with their seals as JSON, or `null` where they are not compared. */
  readonly lines: string | null;
  /** As `judgeWebhooks` reads them, or `null` if there are none. */
  readonly webhooks: string | null;
}

/** What does not come with the row itself. */
export interface Judged {
  readonly now: Date;
  readonly history: ReadHistory;
  /** What its seal and its reference have to be. */
  readonly seal: string | null;
  readonly referenceKey: string;
  /** Its history was moved to a file, so it cannot be judged here. */
  readonly isArchived: boolean;
  /** Rows whose id is of before this moment may have no seal; `null` if any may. */
  readonly sealedFrom: Date | null;
}

/** How long after its deadline a deposit may still be open. */
const EXPIRY_MS = 5_000;

/** The id has the time of the machine that made it, which is reported where it is so wrong. */
const CLOCKS_DIFFER_MS = 3_600_000;

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
  blame('creates_are_kept', timeProblem(row, judged));
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
    const isDue = sealedFrom !== null && timeOfId(row.id) >= sealedFrom.getTime();
    return isDue ? 'its seal was taken away' : null;
  }
  if (seal === null || row.seal.replaceAll('-', '') === seal) return null;
  return 'something was changed that never changes: amount, number, player, reference or address';
}

/**
 * Its id is under its seal, unlike the time at which the database says that it was created; each
 * later line of its history has that time under its own.
 */
function timeProblem(
  { id, createdAtMs, version }: StoredTransaction,
  { sealedFrom }: Pick<Judged, 'sealedFrom'>,
): string | null {
  const isNear = Math.abs(createdAtMs - timeOfId(id)) <= CLOCKS_DIFFER_MS;
  return sealedFrom === null || version > 1 || isNear
    ? null
    : 'it was created at another time than its id says';
}

/** Its seal covers the digest, so it says nothing about a number beside it. */
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

interface StoredWebhook {
  readonly id: string;
  readonly event: PaymentEvent;
  readonly body: string;
  readonly isReplay: boolean;
}

interface Reported
  extends Pick<
    Transaction,
    | 'id'
    | 'reference'
    | 'direction'
    | 'amountXaf'
    | 'operator'
    | 'providerTxId'
    | 'callbackUrl'
    | 'refundOf'
  > {
  readonly state: string;
  /**
   * In the order in which they were queued, with a line end between them, each as `<id> <event>
   * <true for a replay> <body>`, or `null` if there are none.
   */
  readonly webhooks: string | null;
}

/** What is wrong with the webhooks of a transaction: their number, order or content. */
export function judgeWebhooks(
  row: Reported,
  { history, times }: { readonly history: ReadHistory; readonly times: readonly number[] },
): readonly string[] {
  const due = row.callbackUrl === null ? [] : history.events;
  const webhooks = row.webhooks === null ? [] : row.webhooks.split('\n').map(readWebhook);
  const reported = webhooks.filter(({ isReplay }) => !isReplay);
  const problems: string[] = [];
  const isSame =
    due.length === reported.length &&
    due.every(({ event }, index) => event === reported[index]?.event);
  if (!isSame)
    problems.push(`its events should be ${nameEvents(due)}, and are ${nameEvents(reported)}`);
  for (const [index, webhook] of reported.entries()) {
    const move = due[index];
    if (move?.event !== webhook.event) continue;
    problems.push(...wordsOf(row, webhook, times[move.line] ?? 0));
  }
  for (const webhook of webhooks) {
    if (!webhook.isReplay) continue;
    // A replay reports an outcome again, most often the last one; its time shows which.
    const same = due.filter(({ event }) => event === webhook.event);
    const isTrue = same.some(({ line }) => wordsOf(row, webhook, times[line] ?? 0).length === 0);
    if (!isTrue) problems.push(`its replay ${webhook.id} does not tell what happened`);
  }
  return problems;
}

function readWebhook(line: string): StoredWebhook {
  const [id = '', event = '', isReplay = ''] = line.split(' ', 3);
  const body = line.slice(id.length + event.length + isReplay.length + 3);
  // The table takes no other event.
  return { id, event: event as PaymentEvent, body, isReplay: isReplay === 'true' };
}

function nameEvents(events: readonly { readonly event: PaymentEvent }[]): string {
  return events.map(({ event }) => event).join(', ') || 'none';
}

function wordsOf(
  row: Reported,
  { id, event, body }: StoredWebhook,
  time: number,
): readonly string[] {
  // Nearly all are as they would be written now, and need not be read.
  const expected = { reportedId: row.providerTxId, reasonCode: null };
  if (hasWords(row, { event, body, time, ...expected })) return [];
  const words = readWords(body, event);
  if (words === null || !hasWords(row, { event, body, time, ...words })) {
    return [`the body of its webhook ${id} was changed`];
  }
  const { reportedId } = words;
  // Only a success stays with its payment: another outcome may lose it, or get one later.
  const isOther =
    reportedId !== null && row.providerTxId !== null && reportedId !== row.providerTxId;
  if (event !== 'payment.succeeded' || row.state !== 'succeeded' || !isOther) return [];
  return [`its webhook ${id} names another payment than it has`];
}

function hasWords(
  row: Reported,
  reported: {
    readonly event: PaymentEvent;
    readonly body: string;
    readonly time: number;
  } & Words,
): boolean {
  const { id, reference, direction, amountXaf, operator, refundOf } = row;
  const transaction = {
    id,
    reference,
    direction,
    amountXaf,
    operator,
    providerTxId: reported.reportedId,
    refundOf,
  };
  const { event, time, body, reasonCode } = reported;
  return webhookBody({ transaction, event, at: new Date(time), reasonCode }) === body;
}

interface Words {
  readonly reportedId: string | null;
  readonly reasonCode: ReasonCode | null;
}

/** What may differ from event to event, or `null` if the body is not what we write. */
function readWords(body: string, event: PaymentEvent): Words | null {
  const { provider_tx_id: id, reason_code: said } = fieldsOf(parseJson(body));
  if (id !== null && typeof id !== 'string') return null;
  const reasonCode = REASON_CODES.find((code) => code === said) ?? null;
  return { reportedId: id, reasonCode: event === 'payment.succeeded' ? null : reasonCode };
}
