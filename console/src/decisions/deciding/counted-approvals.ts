import type { TransactionDetail } from '../../api/types.ts';

/** How many other people have agreed to a decision: they decide whether another yes is enough. */
export function approvalsByOthers(
  { approvals }: Approved,
  me: { readonly id: string },
  agreed: Agreed = 'approve',
): number {
  return approvals.filter(
    ({ counts, staff_id, decision }) => counts && staff_id !== me.id && decision === agreed,
  ).length;
}

/**
 * Which payouts a second person has to approve after this one, when they are approved one after the
 * other: each counts towards what the person may approve alone in a day.
 */
export function findWaiting(
  payouts: readonly Payout[],
  me: { readonly id: string },
): ReadonlySet<string> {
  const waiting = new Set<string>();
  let beforeXaf = 0;
  for (const payout of payouts) {
    const { id, amount_xaf: amountXaf, needs, approvals, alone_left_xaf: leftXaf } = payout;
    const takesTwo = needs.people === 2 || (leftXaf !== null && beforeXaf + amountXaf > leftXaf);
    if (takesTwo && approvalsByOthers(payout, me) === 0) waiting.add(id);
    const isCounted = approvals.some(
      ({ staff_id, decision }) => staff_id === me.id && decision === 'approve',
    );
    if (!isCounted) beforeXaf += amountXaf;
  }
  return waiting;
}

type Payout = Pick<TransactionDetail, 'id' | 'amount_xaf' | 'needs' | 'alone_left_xaf'> & Approved;

interface Approved {
  readonly approvals: readonly TransactionDetail['approvals'][number][];
}

export type Agreed = TransactionDetail['approvals'][number]['decision'];
