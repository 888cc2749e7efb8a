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
 * other: each counts towards what the person may approve alone in a day, and each that is sent is
 * taken from what its application has.
 */
export function findWaiting(
  payouts: readonly Payout[],
  me: { readonly id: string },
): ReadonlySet<string> {
  const waiting = new Set<string>();
  const sentXaf = new Map<string, number>();
  let beforeXaf = 0;
  for (const payout of payouts) {
    const { id, amount_xaf: amountXaf, application, approvals } = payout;
    const sumXaf = (sentXaf.get(application) ?? 0) + amountXaf;
    const takesTwo =
      payout.needs.people === 2 ||
      isMore(beforeXaf + amountXaf, payout.alone_left_xaf) ||
      isMore(sumXaf, payout.application_left_xaf);
    if (takesTwo && approvalsByOthers(payout, me) === 0) waiting.add(id);
    else sentXaf.set(application, sumXaf);
    const isCounted = approvals.some(
      ({ staff_id, decision }) => staff_id === me.id && decision === 'approve',
    );
    if (!isCounted) beforeXaf += amountXaf;
  }
  return waiting;
}

/** Without a limit nothing is more. */
function isMore(xaf: number, leftXaf: number | null | undefined): boolean {
  return typeof leftXaf === 'number' && xaf > leftXaf;
}

type Payout = Pick<
  TransactionDetail,
  'id' | 'amount_xaf' | 'application' | 'needs' | 'alone_left_xaf' | 'application_left_xaf'
> &
  Approved;

interface Approved {
  readonly approvals: readonly TransactionDetail['approvals'][number][];
}

export type Agreed = TransactionDetail['approvals'][number]['decision'];
