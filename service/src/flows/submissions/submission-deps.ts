import type { Database } from '../../db/client.ts';
import { recordBrokenCall, recordGoodCall } from '../../db/providers/provider-health.ts';
import { insertEvidence } from '../../db/submissions/evidence.ts';
import type { ClaimedSubmission } from '../../db/submissions/submissions.ts';
import type { Channel } from '../../domain/providers/channel.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Call, Exchange, Order } from '../../providers/provider.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import type { Connectors } from '../providers/connectors.ts';
import type { Ledger } from '../transactions/ledger.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

/** What the flows that speak to providers need. */
export interface SubmissionDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'find' | 'record'>;
  readonly catalogue: () => Promise<Catalogue>;
  readonly connectors: Connectors;
  /** Where providers reach us; null: they cannot, and are only asked. */
  readonly callbackBase: string | null;
  readonly onQueued: OnWebhooksQueued;
}

/** A submission whose next step is ours until `heldUntil` on the clock of `performance.now()`. */
export interface Held extends ClaimedSubmission {
  readonly heldUntil: number;
}

/** Longer than preparing, sending and recording together. */
export const LEASE_MS = 40_000;

/** So many broken calls in a row take a provider down until a look at it succeeds again. */
const MOST_BROKEN_IN_ROW = 3;

export function orderOf(
  deps: Pick<SubmissionDeps, 'callbackBase'>,
  { submission, transaction }: Pick<Held, 'submission' | 'transaction'>,
  channel: Pick<Channel, 'merchantNumber' | 'merchantDisplayName'>,
): Order {
  const { reference, callbackSecret } = submission;
  return {
    direction: transaction.direction,
    reference,
    msisdn: transaction.msisdn,
    amountXaf: transaction.amountXaf,
    merchantNumber: channel.merchantNumber,
    note: channel.merchantDisplayName ?? NOTES[transaction.direction],
    callbackUrl:
      deps.callbackBase === null
        ? null
        : `${deps.callbackBase}/internal/v1/callbacks/${reference}/${callbackSecret}`,
  };
}

const NOTES = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const satisfies Record<
  Transaction['direction'],
  string
>;

/** Collects what is said during a call, to be stored before anything acts on it. */
export function createJournal(timeoutMs: number): Journal {
  const exchanges: Exchange[] = [];
  return { call: { timeoutMs, keep: (exchange) => exchanges.push(exchange) }, exchanges };
}

export interface Journal {
  readonly call: Call;
  readonly exchanges: readonly Exchange[];
}

/** Providers repeat the address that they are to call, which is a secret, so it is taken out. */
export function storeJournal(
  { database }: Pick<SubmissionDeps, 'database'>,
  { transaction, submission }: Pick<Held, 'transaction' | 'submission'>,
  { providerId, journal }: { readonly providerId: string; readonly journal: Journal },
): Promise<void> {
  return insertEvidence(
    database,
    journal.exchanges.map((exchange) => ({
      transactionId: transaction.id,
      providerId,
      kind: 'exchange',
      ...exchange,
      answer: exchange.answer?.replaceAll(submission.callbackSecret, '***') ?? null,
    })),
  );
}

/** Takes a call into the provider's health: broken for no fault of the payment, or good. */
export function noteCall(
  { database }: Pick<SubmissionDeps, 'database'>,
  providerId: string,
  problem: string | null,
): Promise<void> {
  if (problem === null) return recordGoodCall(database, providerId);
  return recordBrokenCall(database, { providerId, problem, mostInRow: MOST_BROKEN_IN_ROW });
}
