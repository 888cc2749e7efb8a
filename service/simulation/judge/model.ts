// The rules of payments again, written from the interface alone: this file imports nothing of the
// service, so one mistake cannot be in both.

export const DEPOSIT_WINDOW_MS = 600_000;
export const LATE_WINDOW_MS = 24 * 3_600_000;
export const APPROVAL_GOOD_MS = 24 * 3_600_000;
export const STUCK_MS = 3_600_000;
/** Above this a payout takes two people. */
export const TWO_PEOPLE_XAF = 8_000;

/** Each legal move: from, what causes it, to. */
const MOVES = {
  deposit: `
    pending                    prompt_sent               provider_acknowledged
    pending                    initiation_refused        failed
    provider_acknowledged      payment_confirmed         succeeded
    pending                    payment_confirmed         succeeded
    provider_acknowledged      payment_refused           failed
    pending                    window_closed             expired
    provider_acknowledged      window_closed             expired
    expired                    late_confirmation         requires_manual_resolution
    failed                     late_confirmation         requires_manual_resolution
    expired                    matching_payment_received succeeded
    requires_manual_resolution staff_confirmed           succeeded
    requires_manual_resolution staff_rejected            failed
    pending                    staff_completed           succeeded
    expired                    staff_completed           succeeded
    requires_manual_resolution staff_completed           succeeded`,
  withdrawal: `
    pending_approval           approved                  approved
    pending_approval           rejected                  failed
    approved                   transfer_sent             provider_submitted
    approved                   cancelled                 failed
    approved                   approval_lapsed           requires_manual_resolution
    requires_manual_resolution approved_anew             approved
    provider_submitted         transfer_succeeded        succeeded
    provider_submitted         transfer_refused          failed
    provider_submitted         stuck                     requires_manual_resolution
    requires_manual_resolution staff_confirmed           succeeded
    requires_manual_resolution staff_rejected            failed`,
};

const LEGAL = {
  deposit: readMoves(MOVES.deposit),
  withdrawal: readMoves(MOVES.withdrawal),
};

export const BEGINS_AS = { deposit: 'pending', withdrawal: 'pending_approval' } as const;

export function isLegal(
  direction: 'deposit' | 'withdrawal',
  { from, trigger, to }: { readonly from: string; readonly trigger: string; readonly to: string },
): boolean {
  return LEGAL[direction].has(`${from} ${trigger} ${to}`);
}

/** The event for the platform when a payment reaches a state, or `null`. */
export function eventAt(state: string): string | null {
  return ['succeeded', 'failed', 'expired'].includes(state) ? `payment.${state}` : null;
}

/** States in which no payment may stay for days. */
export const PASSING = ['pending', 'provider_acknowledged', 'approved', 'provider_submitted'];

function readMoves(table: string): ReadonlySet<string> {
  const lines = table.trim().split('\n');
  return new Set(lines.map((line) => line.trim().split(/\s+/).join(' ')));
}
