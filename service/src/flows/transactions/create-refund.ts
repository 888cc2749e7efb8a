import type { Queryable } from '../../db/client.ts';
import type { NewTransaction } from '../../db/transactions/transactions.ts';
import { assert } from '../../domain/assert.ts';
import type { Message } from '../../domain/messages/message.ts';
import {
  decideRefund,
  isBackTo,
  type RefundRefusal,
  refundMessage,
} from '../../domain/transactions/payment-limits.ts';
import { isOverpaid, type Transaction } from '../../domain/transactions/transaction.ts';
import {
  type CreateDeps,
  type Created,
  createWithdrawal,
  type PaymentRequest,
} from './create-transaction.ts';
import { insertPayout } from './insert-within-limits.ts';
import { lockRefunded, readRefunded } from './judge-refund.ts';

export interface RefundRequest
  extends Pick<
    PaymentRequest,
    'applicationId' | 'reference' | 'callbackUrl' | 'actor' | 'isOverRate'
  > {
  readonly depositId: string;
  /** `null` for everything that is left. */
  readonly amountXaf: number | null;
  /** The platform's words, for staff. */
  readonly reason: string | null;
  /** A person of staff asks for it, and the platform does not read why. */
  readonly byStaff?: ByStaff | undefined;
}

/** How a person of staff gives it back. */
interface ByStaff {
  readonly remark: Message;
  /** In the database transaction that inserts it. */
  readonly onCreated: (connection: Queryable, refund: Transaction) => Promise<void>;
}

/**
 * Gives the money of a deposit back to the number that paid it: a withdrawal like any other, which
 * names its deposit. All refunds of a deposit together are never more than it brought. What was
 * paid above its amount is given back likewise, by an application of our own.
 */
export async function createRefund(deps: CreateDeps, request: RefundRequest): Promise<Created> {
  const { depositId, applicationId, reference } = request;
  const found = await deps.ledger.find(depositId);
  const isOfOther = found?.transaction.applicationId !== applicationId && !isOverpaid(request);
  if (found === null || isOfOther) return problem('transaction_not_found');
  const { playerId } = found.transaction;
  const created = await tryToCreate(deps, request, found.transaction);
  const key = { applicationId, playerId, direction: 'withdrawal', reference } as const;
  const existing = created.kind === 'problem' ? await deps.ledger.findByReference(key) : null;
  const answer: Created = existing === null ? created : { kind: 'existing', ...existing };
  const isOther = 'transaction' in answer && answer.transaction.refundOf !== depositId;
  return isOther ? problem('reference_taken') : answer;
}

/** Another refund may take what is left between the reading of it and the lock. */
const MAX_TRIES = 10;

async function tryToCreate(
  deps: CreateDeps,
  { amountXaf: askedXaf, reason, byStaff, ...request }: RefundRequest,
  deposit: Transaction,
): Promise<Created> {
  const { playerId, msisdn, operator } = deposit;
  // What was overpaid is nothing that the platform has to know.
  const callbackUrl = request.callbackUrl ?? (isOverpaid(request) ? null : deposit.callbackUrl);
  const shown = refundMessage(reason);
  const remark = byStaff?.remark ?? shown;
  const insert = (transaction: NewTransaction) =>
    insertRefund(deps, transaction, { hasOwnCallback: request.callbackUrl !== null, byStaff });
  for (let tries = 1; ; tries += 1) {
    const asked = { ...request, playerId, direction: 'withdrawal', refundOf: deposit.id } as const;
    const refunded = await readRefunded(deps.database, { ...asked, amountXaf: askedXaf });
    const decided = decideRefund(refunded, askedXaf);
    if (decided.kind === 'refused') return { kind: 'problem', problem: decided.why };
    const { amountXaf } = decided;
    const payment = { ...request, playerId, msisdn, operator, amountXaf, callbackUrl };
    const created = await createWithdrawal(deps, payment, {
      of: deposit.id,
      remark,
      shown,
      insert,
    });
    const isOutrun = created.kind === 'problem' && created.problem.code === 'refund_too_large';
    if (!isOutrun || askedXaf !== null || tries === MAX_TRIES) return created;
  }
}

/** Decides once more under the lock; what was read before it may be what someone made of it. */
function insertRefund(
  { database, policy }: Pick<CreateDeps, 'database' | 'policy'>,
  transaction: NewTransaction,
  asked: Pick<RefundRequest, 'byStaff'> & { readonly hasOwnCallback: boolean },
): Promise<Transaction | null | RefundRefusal> {
  return database.atomically(async (connection) => {
    const { refundOf, callbackUrl } = transaction;
    assert(refundOf !== null, 'a refund names its deposit');
    const refunded = await lockRefunded(connection, { ...transaction, refundOf });
    const decided = decideRefund(refunded, transaction.amountXaf);
    if (decided.kind === 'refused') return decided.why;
    const isAsRead =
      isBackTo(refunded.deposit, transaction) &&
      (asked.hasOwnCallback || refunded.callbackUrl === callbackUrl);
    if (!isAsRead) return { code: 'deposit_disputed' };
    const created = await insertPayout(connection, transaction, await policy.within(connection));
    if (created !== null) await asked.byStaff?.onCreated(connection, created);
    return created;
  });
}

function problem(code: 'transaction_not_found' | 'reference_taken'): Created {
  return { kind: 'problem', problem: { code } };
}
