import { pause } from '../pause.ts';
import type { DepositRequest, Direction, RefundRequest, SimulatedOutcome } from '../types.ts';
import { type Figures, POLICY, routeOf } from './fake-providers.ts';
import {
  applyMove,
  buildInstructions,
  contradictingOperator,
  countsAgainstProvider,
  decideRefund,
  decideSequence,
  FACTS_OF,
  findMagicNumber,
  isOpenDeposit,
  type Message,
  type Move,
  OPERATORS,
  outcomesOf,
  type Problem,
  planSimulation,
  refundedXafOf,
  refundMessage,
  SIMULATION_LATE_WINDOW_MS,
  sandboxProviderTxId,
  sentenceOf,
  type Transaction,
  type Trigger,
} from './service-rules.ts';

export interface Ledger {
  /** By id, the oldest first. */
  readonly transactions: Map<string, Transaction>;
  readonly figures: Figures;
  /** Called with every change: the books and the webhooks follow from it. */
  readonly onMoved: (before: Transaction, after: Transaction, moves: readonly Move[]) => void;
}

export type Created =
  | { readonly kind: 'created' | 'existing'; readonly transaction: Transaction }
  | { readonly kind: 'refused'; readonly problem: Problem };

const STUCK_AFTER_MS = 3_600_000;
const POLLING_INTERVAL_SECONDS = 5;

/** A repeated reference returns the first transaction, whatever else the request contains. */
export async function create(
  ledger: Ledger,
  direction: Direction,
  request: DepositRequest,
  refund: Refund | null = null,
): Promise<Created> {
  const { msisdn, operator: named } = request;
  const operator = OPERATORS.find((one) => one === named);
  if (operator === undefined) return refuse({ code: 'unknown_operator' });
  const other = contradictingOperator(POLICY.operatorPrefixes, msisdn, operator);
  if (other !== null) return refuse({ code: 'prefix_mismatch', params: { operator: other } });
  const magic = findMagicNumber(msisdn);
  if (magic?.delayMs) await pause(magic.delayMs);
  const existing = findSame(ledger, direction, request);
  if (existing !== undefined) return { kind: 'existing', transaction: existing };
  const route = magic?.isUnavailable ? null : routeOf(ledger.figures, operator, direction);
  if (route === null) return refuse({ code: 'no_provider_available' });
  const created = { ...begin(direction, { ...request, operator }, route), ...refund };
  ledger.transactions.set(created.id, created);
  for (const outcome of magic === null ? [] : outcomesOf(magic, created)) {
    const isPlayed = simulate(ledger, created.id, outcome, magic?.because?.[direction]);
    if (isPlayed === null) break;
  }
  const isAtOnce = magic?.isAtOnce === true && direction === 'deposit';
  const transaction = (isAtOnce && ledger.transactions.get(created.id)) || created;
  return { kind: 'created', transaction };
}

type Refund = Pick<Transaction, 'refundOf' | 'stateReason'>;

/** Gives a deposit back: a withdrawal to its number, never more than is left of it. */
export async function createRefund(
  ledger: Ledger,
  deposit: Transaction,
  request: RefundRequest,
): Promise<Created> {
  const { reference, reason = null, amount_xaf: askedXaf = null } = request;
  const { id, playerId: player_id, msisdn, operator } = deposit;
  const facts = { ...UNDISPUTED, refundedXaf: refundedOf(ledger, deposit) };
  const existing = findSame(ledger, 'withdrawal', { player_id, reference });
  if (existing !== undefined) {
    if (existing.refundOf !== id) return refuse({ code: 'reference_taken' });
    return { kind: 'existing', transaction: existing };
  }
  const decided = decideRefund({ deposit, ...facts }, askedXaf);
  if (decided.kind === 'refused') return refuse(decided.why);
  const { amountXaf: amount_xaf } = decided;
  const callback_url = request.callback_url ?? deposit.callbackUrl;
  const payment = { player_id, msisdn, operator, amount_xaf, reference, callback_url };
  const stateReason = sentenceOf(refundMessage(reason));
  return create(ledger, 'withdrawal', payment, { refundOf: id, stateReason });
}

const UNDISPUTED = { isErased: false, isDisputed: false, isChanged: false, isOtherSent: false };

function findSame(
  ledger: Ledger,
  direction: Direction,
  { player_id, reference }: Pick<DepositRequest, 'player_id' | 'reference'>,
): Transaction | undefined {
  return [...ledger.transactions.values()].find(
    (one) =>
      one.playerId === player_id && one.direction === direction && one.reference === reference,
  );
}

/** What withdrawals give back of a deposit. */
export function refundedOf(ledger: Ledger, { id }: Transaction): number {
  const refunds = [...ledger.transactions.values()].filter(({ refundOf }) => refundOf === id);
  return refundedXafOf(
    refunds.map(({ state, amountXaf }) => ({
      state,
      amountXaf,
      lostXaf: null,
      mayHaveLeft: false,
    })),
  );
}

function refuse(problem: Problem): Created {
  return { kind: 'refused', problem };
}

type Route = NonNullable<ReturnType<typeof routeOf>>;

function begin(
  direction: Direction,
  request: DepositRequest & { readonly operator: Transaction['operator'] },
  { provider, channel }: Route,
): Transaction {
  const now = new Date();
  const isDeposit = direction === 'deposit';
  const isDialled = isDeposit && channel.collectionMode === 'customer_initiated';
  const waits = isDialled ? 'waits_for_payment_by_code' : 'waits_for_confirmation';
  return {
    id: crypto.randomUUID(),
    applicationId: 'default',
    direction,
    reference: request.reference,
    playerId: request.player_id,
    operator: request.operator,
    providerId: provider.id,
    channelId: channel.id,
    collectionMode: isDeposit ? channel.collectionMode : null,
    msisdn: request.msisdn,
    amountXaf: request.amount_xaf,
    state: isDeposit ? 'pending' : 'pending_approval',
    stateReason: sentenceOf({ code: isDeposit ? waits : 'waits_for_approval' }),
    reasonCode: null,
    stateUpdatedAt: now,
    providerTxId: null,
    expiresAt: isDeposit ? new Date(now.getTime() + POLICY.depositWindowSeconds * 1_000) : null,
    callbackUrl: request.callback_url ?? null,
    instructions: isDialled
      ? buildInstructions({
          channel,
          amountXaf: request.amount_xaf,
          lang: request.lang ?? 'fr',
          pollingIntervalSeconds: POLLING_INTERVAL_SECONDS,
          sandbox: true,
        })
      : null,
    refundOf: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** The transaction before and after, or `null` if the outcome cannot be reached. */
export function simulate(
  ledger: Ledger,
  id: string,
  outcome: SimulatedOutcome,
  because?: (system: string) => Message,
): { readonly before: Transaction; readonly after: Transaction } | null {
  closeWindowWhenDue(ledger, id);
  const before = ledger.transactions.get(id);
  const plan = before && planSimulation(before, outcome);
  if (before === undefined || plan?.kind !== 'planned') return null;
  const reason = because?.(FACTS_OF[before.operator].words.en) ?? {
    code: 'simulated' as const,
    params: { outcome },
  };
  const after = move(ledger, before, plan.triggers, reason);
  return after === null ? null : { before, after };
}

function closeWindowWhenDue(ledger: Ledger, id: string): void {
  const found = ledger.transactions.get(id);
  const isDue = found && isOpenDeposit(found) && Number(found.expiresAt) <= Date.now();
  if (isDue) move(ledger, found, ['window_closed']);
}

function move(
  ledger: Ledger,
  before: Transaction,
  triggers: readonly Trigger[],
  reason?: Message,
): Transaction | null {
  const decision = decideSequence(before, triggers, {
    at: new Date(),
    lateWindowMs: SIMULATION_LATE_WINDOW_MS,
    reason,
  });
  if (decision.kind === 'refused') return null;
  const moved = decision.moves.reduce(applyMove, before);
  const isPaid = moved.state === 'succeeded';
  const providerTxId = isPaid ? sandboxProviderTxId(before) : before.providerTxId;
  const after = { ...moved, providerTxId };
  ledger.transactions.set(after.id, after);
  for (const made of decision.moves) if (made.outcome !== null) count(ledger, after, made);
  ledger.onMoved(before, after, decision.moves);
  return after;
}

function count(
  { figures }: Ledger,
  { providerId, direction }: Transaction,
  { outcome, reasonCode }: Move,
): void {
  const { total1h, failures1h } = figures.get(providerId) ?? { total1h: 0, failures1h: 0 };
  const isIts = outcome === 'failure' && countsAgainstProvider(direction, reasonCode);
  figures.set(providerId, { total1h: total1h + 1, failures1h: failures1h + (isIts ? 1 : 0) });
}

/** Lets time pass for what falls due by itself, and returns how many transactions that are. */
export function advance(ledger: Ledger, seconds: number): number {
  const waiting = [...ledger.transactions.values()].filter(
    (one) => isOpenDeposit(one) || one.state === 'approved' || one.state === 'provider_submitted',
  );
  const earlier = (at: Date) => new Date(at.getTime() - seconds * 1_000);
  for (const one of waiting) {
    const passed = {
      ...one,
      stateUpdatedAt: earlier(one.stateUpdatedAt),
      expiresAt: one.expiresAt && earlier(one.expiresAt),
    };
    ledger.transactions.set(one.id, passed);
    const trigger = dueTrigger(passed);
    if (trigger !== null) move(ledger, passed, [trigger]);
  }
  return waiting.length;
}

function dueTrigger({ state, expiresAt, stateUpdatedAt }: Transaction): Trigger | null {
  const sinceMs = Date.now() - stateUpdatedAt.getTime();
  if (expiresAt !== null) return expiresAt.getTime() <= Date.now() ? 'window_closed' : null;
  if (state === 'provider_submitted') return sinceMs >= STUCK_AFTER_MS ? 'stuck' : null;
  return sinceMs >= POLICY.approvalValidHours * STUCK_AFTER_MS ? 'approval_lapsed' : null;
}
