import { insertEvidence } from '../../db/provider-requests/evidence.ts';
import { recordBrokenCall, recordGoodCall } from '../../db/providers/provider-health.ts';
import type { Message } from '../../domain/messages/message.ts';
import { ERASED_NUMBER, maskNumbersIn } from '../../domain/msisdn.ts';
import type { Call, Exchange } from '../../providers/provider.ts';
import { type LeasedRequest, type ProviderRequestDeps } from './leased-request.ts';

/** After this many broken calls in a row a provider is down until a health check succeeds. */
const MAX_BROKEN_IN_ROW = 3;

/** Collects the messages of a call, to be stored before anything acts on them. */
export function createJournal(timeoutMs: number): Journal {
  const exchanges: Exchange[] = [];
  return { call: { timeoutMs, keep: (exchange) => exchanges.push(exchange) }, exchanges };
}

export interface Journal {
  readonly call: Call;
  readonly exchanges: readonly Exchange[];
}

/**
 * Providers repeat our callback address, which is a secret, so it is removed; and the number of a
 * person who was erased.
 */
export function storeJournal(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  { transaction, providerRequest }: Pick<LeasedRequest, 'transaction' | 'providerRequest'>,
  { providerId, journal }: { readonly providerId: string; readonly journal: Journal },
): Promise<void> {
  const isErased = transaction.msisdn === ERASED_NUMBER;
  const clean = (text: string | null) => {
    const kept = text?.replaceAll(providerRequest.callbackSecret, '***') ?? null;
    return kept !== null && isErased ? maskNumbersIn(kept) : kept;
  };
  return insertEvidence(
    database,
    journal.exchanges.map((exchange) => ({
      transactionId: transaction.id,
      providerId,
      kind: 'exchange',
      ...exchange,
      answer: clean(exchange.answer),
    })),
  );
}

/** Counts a call in the provider's health: broken for a reason other than the payment, or good. */
export function noteCall(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  providerId: string,
  problem: Message | null,
): Promise<void> {
  if (problem === null) return recordGoodCall(database, providerId);
  return recordBrokenCall(database, { providerId, problem, mostInRow: MAX_BROKEN_IN_ROW });
}
