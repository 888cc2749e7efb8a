import { listAgreed } from '../../../db/access/agreements.ts';
import type { Queryable } from '../../../db/client.ts';
import {
  compareLostSends,
  NO_LOST_SENDS,
  type SentPayout,
} from '../../../db/provider-requests/lost-sends.ts';
import { type Marked, markSent } from '../../../db/provider-requests/provider-requests.ts';
import { lockOutsideQuarantine } from '../../../db/quarantine.ts';
import { lockTransaction } from '../../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../../db/transactions/transactions.ts';
import { updateRoute } from '../../../db/transactions/transitions.ts';
import type { AgreementPolicy } from '../../../domain/access/agreement.ts';
import { agreementPolicy } from '../../../domain/access/policy.ts';
import { assert } from '../../../domain/assert.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { disputesKnown, isOtherSend } from '../../../domain/transactions/payment-limits.ts';
import { isSettlement } from '../../../domain/transactions/transaction.ts';
import { decideSequence } from '../../../domain/transactions/transition.ts';
import { compareSeals } from '../../transactions/compare-seals.ts';
import { judgeStored } from '../../transactions/judge-refund.ts';
import { operatorReferenceOf } from '../../transactions/operator-reference.ts';
import { recordTransitions } from '../../transactions/record-transition.ts';
import { LEASE_MS, type LeasedRequest, type ProviderRequestDeps } from '../leased-request.ts';

/** Where a request goes, and the handle to ask about it, if it is known before it is sent. */
export interface Sending {
  readonly providerId: string;
  readonly channelId: string;
  readonly handle: string | null;
  /** The catalogue revision from which the channel was chosen, or `null` if it was sent before. */
  readonly revision: number | null;
}

export type Commit =
  | { readonly kind: 'sending'; readonly at: Date }
  /** It must not be sent, or another process sends it. */
  | { readonly kind: 'lost' }
  /** The route may no longer exist. */
  | { readonly kind: 'outdated' }
  /** Nothing may leave the service now. */
  | { readonly kind: 'quarantined' }
  /** The database does not know what this process has just sent: it was set back meanwhile. */
  | { readonly kind: 'forgotten' }
  /** What is stored about it is not what the service wrote. */
  | { readonly kind: 'seal_broken' }
  /** It was sent before the database was restored: it is recorded as sent, and must not be sent. */
  | { readonly kind: 'sent_before'; readonly providerId: string };

/** Commits that the request is being sent. */
export async function commitSending(
  deps: Pick<ProviderRequestDeps, 'database' | 'policy' | 'sent'>,
  leased: LeasedRequest,
  sending: Sending,
): Promise<Commit> {
  const {
    transaction: { id },
    providerRequest: { reference },
    claim,
  } = leased;
  // Before a connection is held: it may need one of its own.
  const policy = agreementPolicy(await deps.policy.recent());
  return deps.database.atomically(async (connection) => {
    if (!(await lockOutsideQuarantine(connection))) return { kind: 'quarantined' };
    const found = await lockTransaction(connection, id);
    if (found === null) return { kind: 'lost' };
    const isPayout = found.transaction.direction === 'withdrawal';
    const maySend = isPayout ? maySendPayout(found, policy) : maySendPrompt(found);
    if (!maySend) return { kind: 'lost' };
    if (await isChanged(connection, leased)) return { kind: 'seal_broken' };
    const { lost: before, unknown } = isPayout
      ? await compareLostSends(connection, { reference, sent: deps.sent.recent() })
      : NO_LOST_SENDS;
    if (await isOutdated(connection, found, before)) {
      const isApproved = found.transaction.state === 'approved';
      await move(connection, found, isApproved ? 'approval_lapsed' : 'stuck', 'clock');
      return { kind: 'lost' };
    }
    if (unknown.length > 0) return { kind: 'forgotten' };
    const marked = await recordSending(connection, found, {
      claim,
      ...(before === null ? sending : { ...before, revision: null }),
    });
    if (marked !== 'marked') return { kind: marked };
    if (before !== null) return { kind: 'sent_before', providerId: before.providerId };
    return { kind: 'sending', at: found.now };
  });
}

/** The order was prepared before the lock, so it is compared with what is sealed, too. */
async function isChanged(
  connection: Queryable,
  { transaction: ordered, providerRequest: { reference } }: LeasedRequest,
): Promise<boolean> {
  const [compared] = await compareSeals(connection, [ordered.id]);
  if (compared === undefined) return false;
  if (compared.problem !== null) return true;
  const { transaction: sealed } = compared;
  const isOrdered =
    ordered.direction === sealed.direction &&
    ordered.operator === sealed.operator &&
    ordered.msisdn === sealed.msisdn &&
    ordered.amountXaf === sealed.amountXaf;
  // Release 0.1 made its references otherwise.
  const isReferred = sealed.createdBy === null || reference === operatorReferenceOf(sealed);
  return !isOrdered || !isReferred;
}

function maySendPayout(
  { transaction: { state, stateUpdatedAt }, now }: TimedTransaction,
  { approvalValidMs }: Pick<AgreementPolicy, 'approvalValidMs'>,
): boolean {
  const isValid = now.getTime() - stateUpdatedAt.getTime() < approvalValidMs;
  return (state === 'approved' && isValid) || state === 'provider_submitted';
}

function maySendPrompt({ transaction: { state, expiresAt }, now }: TimedTransaction): boolean {
  return state === 'pending' && expiresAt !== null && now < expiresAt;
}

/** Records on a locked transaction that it is being sent. */
export async function recordSending(
  connection: Queryable,
  found: TimedTransaction,
  { claim, providerId, channelId, handle, revision }: Sending & { readonly claim: string },
): Promise<Marked> {
  const { id, state, ...before } = found.transaction;
  const route = { providerId, channelId };
  const step = { transactionId: id, claim, leaseMs: LEASE_MS, handle, revision, ...route };
  const marked = await markSent(connection, step);
  if (marked !== 'marked') return marked;
  if (before.providerId !== providerId || before.channelId !== channelId) {
    await updateRoute(connection, { id, ...route });
  }
  if (state === 'approved') {
    await move(connection, found, 'transfer_sent', `provider:${providerId}`);
  }
  return marked;
}

/**
 * A payout that may not be paid any more, or whose approvers did not know what is said by now
 * against the deposit that it gives back.
 */
async function isOutdated(
  connection: Queryable,
  { transaction }: TimedTransaction,
  before: SentPayout | null,
): Promise<boolean> {
  if (before !== null && isOtherSend(before, transaction)) return true;
  if (transaction.refundOf === null && !isSettlement(transaction)) return false;
  const judged = await judgeStored(connection, transaction);
  if (judged.kind === 'refused') return true;
  if (judged.disputes === 0) return false;
  return judged.disputes > disputesKnown(await listAgreed(connection, transaction.id));
}

async function move(
  connection: Queryable,
  { transaction, now }: TimedTransaction,
  trigger: 'transfer_sent' | 'approval_lapsed' | 'stuck',
  actor: string,
): Promise<void> {
  const code = isSettlement(transaction) ? 'settlement_outdated' : 'refund_outdated';
  const reason: Message | null = trigger === 'transfer_sent' ? null : { code };
  const context = { at: now, lateWindowMs: 0, ...(reason === null ? {} : { reason }) };
  const decision = decideSequence(transaction, [trigger], context);
  assert(decision.kind === 'moved', 'an approved withdrawal cannot be sent or held');
  const { moves } = decision;
  await recordTransitions(connection, [{ transaction, moves, actor, providerTxId: null }]);
}
