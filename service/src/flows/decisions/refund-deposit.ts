import { randomUUID } from 'node:crypto';
import { ensureOwnApplication } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { findOverpayment, type Overpayment } from '../../db/books/overpayments.ts';
import type { Queryable } from '../../db/client.ts';
import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { Policy } from '../../domain/access/policy.ts';
import type { Message } from '../../domain/messages/message.ts';
import { refuseRest } from '../../domain/receipts/returned-payment.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Actor } from '../access/actor.ts';
import { createRefund } from '../transactions/create-refund.ts';
import type { CreateDeps, Created } from '../transactions/create-transaction.ts';
import { historyActorOf } from './decision.ts';

export interface RefundDeps extends CreateDeps {
  readonly onDecided: () => void;
}

export interface AskedByStaff {
  readonly depositId: string;
  /** `null` for everything that is left. */
  readonly amountXaf: number | null;
  readonly reason: string;
}

/** Gives a deposit back to the number that paid it; another person has to approve it. */
export async function refundDeposit(
  deps: RefundDeps,
  actor: Actor,
  asked: AskedByStaff,
): Promise<Created> {
  const { depositId, reason } = asked;
  const found = await deps.ledger.find(depositId);
  const { applicationId = '' } = found?.transaction ?? {};
  const remark = { code: 'waits_for_refund_because', params: { their_words: reason } } as const;
  return create(deps, actor, asked, { applicationId, remark, action: 'deposit.refund' });
}

/** Sends what was paid above a deposit's amount back; another person has to approve it. */
export async function returnOverpayment(
  deps: RefundDeps,
  actor: Actor,
  asked: Omit<AskedByStaff, 'amountXaf'>,
): Promise<Created | { readonly kind: 'receipts_refused'; readonly why: Message }> {
  const { depositId, reason } = asked;
  const found = await deps.ledger.find(depositId);
  const overpayment = await findOverpayment(deps.database, depositId);
  if (found === null) return { kind: 'problem', problem: { code: 'transaction_not_found' } };
  const policy = await deps.policy.recent();
  // Whether one is on its way is decided under the lock.
  const why = whyNoRest({ ...found.transaction, overpayment, returns: [] }, policy);
  if (why !== null) return { kind: 'receipts_refused', why };
  const { overpayments: own } = OWN_APPLICATIONS;
  await deps.database.atomically((connection) => ensureOwnApplication(connection, own));
  const remark = { code: 'waits_for_return', params: { their_words: reason } } as const;
  const how = { applicationId: own.id, remark, action: 'deposit.send_back' } as const;
  const created = await create(deps, actor, { ...asked, amountXaf: null }, how);
  const isGone = created.kind === 'problem' && created.problem.code === 'refund_too_large';
  // Another person was faster, or an earlier return may have left.
  return isGone ? { kind: 'receipts_refused', why: { code: 'overpayment_gone' } } : created;
}

/** Why what was overpaid for a deposit cannot be sent back now, or `null` if it can. */
export function whyNoRest(
  { operator, msisdn, overpayment, returns }: OverpaidDeposit,
  { operatorPrefixes }: Pick<Policy, 'operatorPrefixes'>,
): Message | null {
  if (overpayment === null) return { code: 'nothing_overpaid' };
  const isGone = overpayment.owedXaf === 0 || returns.some(({ state }) => state !== 'failed');
  return refuseRest({ operator, msisdn, isGone, ...overpayment }, operatorPrefixes);
}

interface OverpaidDeposit extends Pick<Transaction, 'operator' | 'msisdn'> {
  readonly overpayment: Overpayment | null;
  readonly returns: readonly Pick<Transaction, 'state'>[];
}

async function create(
  deps: RefundDeps,
  actor: Actor,
  { depositId, amountXaf, reason }: AskedByStaff,
  { applicationId, remark, action }: HowGivenBack,
): Promise<Created> {
  const onCreated = (connection: Queryable, refund: Transaction) =>
    appendAudit(connection, {
      ...actor,
      action,
      subject: `transaction:${depositId}`,
      before: null,
      after: { withdrawal: refund.id, amount_xaf: refund.amountXaf },
      reason,
    });
  const created = await createRefund(deps, {
    applicationId,
    depositId,
    // Two people at once do not give it back twice: what is left is decided under a lock.
    reference: `staff-${randomUUID()}`,
    callbackUrl: null,
    actor: historyActorOf({ staffId: actor.actorId }),
    isOverRate: false,
    amountXaf,
    reason: null,
    byStaff: { remark, onCreated },
  });
  deps.onDecided();
  return created;
}

interface HowGivenBack {
  readonly applicationId: string;
  readonly remark: Message;
  readonly action: 'deposit.refund' | 'deposit.send_back';
}
