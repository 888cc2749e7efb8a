import type { Queryable } from '../../db/client.ts';
import { listRefusedPayments, type RefusedPayment } from '../../db/receipts/refused-receipts.ts';
import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { Policy } from '../../domain/access/policy.ts';
import type { MoneyChoice } from '../../domain/decisions/resolution.ts';
import type { Message } from '../../domain/messages/message.ts';
import { refuseReturn } from '../../domain/receipts/returned-payment.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type Catalogue, pickChannel } from '../providers/catalogue.ts';
import { findReturnEvidence } from '../receipts/booking/book-move.ts';
import { findReturn } from '../transactions/judge-refund.ts';

/** What decides whether money can be sent back. */
interface Rules {
  readonly policy: Pick<Policy, 'operatorPrefixes'>;
  /** `null` where nothing is sent back. */
  readonly catalogue: Catalogue | null;
}

/**
 * Why this cannot become of the payments of a deposit, were staff to refuse it now, or `null` if it
 * can. It is asked before the choice is offered, and before anybody's yes to it is stored.
 */
export async function whyNotPlaced(
  database: Queryable,
  deposit: Transaction,
  { becomes, rules }: { readonly becomes: MoneyChoice; readonly rules: Rules },
): Promise<Message | null> {
  if (becomes === 'free') return null;
  for (const payment of await listRefusedPayments(database, deposit)) {
    const why =
      becomes === 'returned'
        ? await whyNotReturned(database, payment)
        : await whyNotSentBack(database, deposit, payment, rules);
    if (why !== null) return why;
  }
  return null;
}

async function whyNotReturned(
  database: Queryable,
  payment: RefusedPayment,
): Promise<Message | null> {
  const evidence = await findReturnEvidence(database, payment);
  return evidence === null ? { code: 'chosen_not_returned' } : null;
}

async function whyNotSentBack(
  database: Queryable,
  deposit: Transaction,
  payment: RefusedPayment,
  { policy, catalogue }: Rules,
): Promise<Message | null> {
  const { id, operator, amountXaf, isTrusted, isBooked, paidDeposit } = payment;
  const freed = {
    ...payment,
    state: 'unmatched' as const,
    dismissedAs: null,
    isOpen: false,
    isProven: isTrusted && isBooked,
    paidDeposit: paidDeposit === deposit.id ? null : paidDeposit,
  };
  const why = refuseReturn(freed, policy.operatorPrefixes);
  if (why !== null) return why;
  if (id !== null && (await findReturn(database, id)) !== null) {
    return { code: 'return_may_have_left' };
  }
  const wanted = { operator, direction: 'withdrawal', amountXaf } as const;
  const seen = catalogue?.seenBy(OWN_APPLICATIONS.returns.id);
  const isPayable = seen === undefined || pickChannel(seen, wanted).kind === 'chosen';
  return isPayable ? null : { code: 'return_has_no_provider' };
}
