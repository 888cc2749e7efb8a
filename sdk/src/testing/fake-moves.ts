import type { PaymentEvent, ReasonCode, SimulatedOutcome, TransactionState } from '../types.ts';
import type { FakeRecord } from './fake-records.ts';

type Ends = Readonly<Partial<Record<SimulatedOutcome, TransactionState>>>;

const PAYOUT_ENDS: Ends = {
  transfer_succeeded: 'succeeded',
  transfer_failed: 'failed',
  stuck: 'requires_manual_resolution',
};

/** The state to which each outcome of the sandbox leads; others cannot be reached. */
const ENDS: Readonly<Partial<Record<TransactionState, Ends>>> = {
  pending: {
    succeeded: 'succeeded',
    failed: 'failed',
    expired: 'expired',
    acknowledged: 'provider_acknowledged',
    refused_at_initiation: 'failed',
  },
  provider_acknowledged: { succeeded: 'succeeded', failed: 'failed', expired: 'expired' },
  expired: { succeeded: 'succeeded', held: 'requires_manual_resolution' },
  failed: { held: 'requires_manual_resolution' },
  pending_approval: {
    succeeded: 'succeeded',
    failed: 'failed',
    approved: 'approved',
    lapsed: 'requires_manual_resolution',
    submitted: 'provider_submitted',
    ...PAYOUT_ENDS,
  },
  approved: {
    lapsed: 'requires_manual_resolution',
    submitted: 'provider_submitted',
    ...PAYOUT_ENDS,
  },
  provider_submitted: PAYOUT_ENDS,
  requires_manual_resolution: { staff_confirmed: 'succeeded', staff_rejected: 'failed' },
};

/** A dialled deposit has no prompt to acknowledge, and a late payment of it counts. */
const ONLY_PROMPTED: ReadonlySet<string> = new Set(['pending acknowledged', 'expired held']);

/** `null` if the outcome cannot be reached. */
export function settle(record: FakeRecord, outcome: string): FakeRecord | null {
  const { state, operator, direction } = record.transaction;
  const to = ENDS[state]?.[outcome as SimulatedOutcome];
  const isRefused = operator === 'orange' && ONLY_PROMPTED.has(`${state} ${outcome}`);
  const isPaidOut = state === 'failed' && direction === 'withdrawal';
  if (to === undefined || isRefused || isPaidOut) return null;
  const code = CODES[`${direction} ${outcome}`] ?? CODES[outcome] ?? 'unknown';
  return moveTo(record, to, { sentence: `Simulated: ${outcome}.`, code });
}

/** The reasons that the sandbox gives for its outcomes; every other is `unknown`. */
const CODES: Readonly<Record<string, ReasonCode>> = {
  expired: 'no_answer',
  stuck: 'no_answer',
  lapsed: 'lapsed',
  staff_rejected: 'rejected_by_staff',
  'withdrawal failed': 'rejected_by_staff',
};

interface FakeReason {
  readonly sentence: string;
  readonly code: ReasonCode;
}

const WITH_REASON: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'failed',
  'expired',
  'requires_manual_resolution',
]);

export function moveTo(
  record: FakeRecord,
  state: TransactionState,
  { sentence, code }: FakeReason,
): FakeRecord {
  const { reason_code: _before, ...transaction } = record.transaction;
  const at = new Date().toISOString();
  const id = transaction.service_tx_id.replaceAll('-', '').toUpperCase();
  return {
    ...record,
    transaction: {
      ...transaction,
      state,
      state_updated_at: at,
      updated_at: at,
      requires_human_approval: false,
      expires_at: state === 'provider_acknowledged' ? transaction.expires_at : null,
      provider_tx_id: state === 'succeeded' ? `SANDBOX-${id}` : transaction.provider_tx_id,
      state_reason: sentence,
      ...(WITH_REASON.has(state) ? { reason_code: code } : {}),
    },
  };
}

/** `null` if platforms get no event for it. */
export function eventOf(state: TransactionState): PaymentEvent | null {
  const isEnd = state === 'succeeded' || state === 'failed' || state === 'expired';
  return isEnd ? `payment.${state}` : null;
}

const STUCK_AFTER_MS = 3_600_000;
const FALL_DUE: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'pending',
  'provider_acknowledged',
  'approved',
  'provider_submitted',
]);

/** The record after so much time, or `null` if it never falls due. */
export function passTime(record: FakeRecord, seconds: number): FakeRecord | null {
  const { transaction } = record;
  const { state, expires_at: expiresAt, state_updated_at: since } = transaction;
  if (!FALL_DUE.has(state)) return null;
  const earlier = (at: string) => new Date(Date.parse(at) - seconds * 1_000).toISOString();
  const passed: FakeRecord = {
    ...record,
    transaction: {
      ...transaction,
      state_updated_at: earlier(since),
      expires_at: expiresAt === null ? null : earlier(expiresAt),
    },
  };
  const now = Date.now();
  const { expires_at: deadline, state_updated_at: sentAt } = passed.transaction;
  if (deadline !== null && Date.parse(deadline) <= now) {
    return moveTo(passed, 'expired', { sentence: 'The time to pay is over.', code: 'no_answer' });
  }
  const isStuck = state === 'provider_submitted' && Date.parse(sentAt) + STUCK_AFTER_MS <= now;
  if (!isStuck) return passed;
  const reason = { sentence: 'No answer came.', code: 'no_answer' } as const;
  return moveTo(passed, 'requires_manual_resolution', reason);
}
