import { randomUUID } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  type DoubtfulPayout,
  listDoubtfulPayouts,
  takeProviderRequest,
} from '../../db/provider-requests/doubtful-payouts.ts';
import {
  insertRequest,
  type ProviderRequest,
} from '../../db/provider-requests/provider-requests.ts';
import { beginQuarantine, endQuarantine, findQuarantine } from '../../db/quarantine.ts';
import { recordContradiction } from '../../db/transactions/contradictions.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import { assert } from '../../domain/assert.ts';
import type { PlainMessageCode } from '../../domain/messages/message.ts';
import {
  quietMs,
  type Treatment,
  treatmentOf,
} from '../../domain/provider-requests/restored-payout.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import type { Actor } from '../access/actor.ts';
import { distrustLapsed } from '../decisions/lapse-approvals.ts';
import { askProvider } from '../provider-requests/advance-request.ts';
import { newProviderRequest } from '../provider-requests/collect-deposit.ts';
import {
  LEASE_MS,
  type LeasedRequest,
  type ProviderRequestDeps,
} from '../provider-requests/leased-request.ts';
import { compareSends } from '../provider-requests/sending/compare-sends.ts';
import { recordSending, type Sending } from '../provider-requests/sending/record-sending.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import { checkRestoredPayout, type Inquiry } from './check-restored-payout.ts';

/** A payout that the restore has put in doubt, and what becomes of it. */
export interface Examined extends Inquiry {
  readonly treatment: Treatment;
}

export interface Acceptance {
  readonly reason: string;
  /** Called with each payout after its providers were asked, before anything is changed. */
  readonly onExamined: (examined: Examined) => void;
}

/** Stops everything that leaves the service, by hand: part of every restore. */
export async function quarantineDatabase(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  actor: Actor,
  { reason }: { readonly reason: string },
): Promise<void> {
  await database.atomically(async (connection) => {
    await beginQuarantine(connection, { code: 'quarantine_by_hand', params: { text: reason } });
    const entry = {
      action: 'database.quarantine',
      subject: 'database',
      before: null,
      after: null,
    } as const;
    await appendAudit(connection, { ...actor, ...entry, reason });
  });
}

/**
 * Asks the providers about every payout that may have been paid after the restored moment, holds
 * what no call can answer, and ends the quarantine. `false` if there is none.
 */
export async function acceptRestore(
  deps: ProviderRequestDeps,
  actor: Actor,
  { reason, onExamined }: Acceptance,
): Promise<boolean> {
  const quarantine = await findQuarantine(deps.database);
  if (quarantine === null) return false;
  const treated = new Map<string, Treatment>();
  // Platforms repeat their requests meanwhile, so it checks again until nothing new is there.
  for (;;) {
    const examined = await examineRestore(deps, { isDone: (id) => treated.has(id), onExamined });
    if (examined.length === 0) break;
    for (const one of examined) {
      await treat(deps, one);
      treated.set(one.payout.transaction.id, one.treatment);
    }
  }
  await deps.database.atomically(async (connection) => {
    await distrustLapsed(connection);
    await endQuarantine(connection);
    const before = { quarantined_at: quarantine.at.toISOString(), reason: quarantine.reason.code };
    const after = Object.fromEntries(
      Map.groupBy(treated.entries(), ([, treatment]) => treatment)
        .entries()
        .map(([treatment, payouts]) => [treatment, payouts.length]),
    );
    const entry = {
      action: 'database.accept_restore',
      subject: 'database',
      before,
      after,
    } as const;
    await appendAudit(connection, { ...actor, ...entry, reason });
  });
  return true;
}

/**
 * Asks about every payout in doubt: the open ones, and those that staff have decided about since
 * the quarantine began. Only the list of lost ones may change.
 */
export async function examineRestore(
  deps: ProviderRequestDeps,
  { isDone = () => false, onExamined }: Pick<Acceptance, 'onExamined'> & { isDone?: IsDone },
): Promise<readonly Examined[]> {
  await compareSends(deps);
  const catalogue = await deps.catalogue.now();
  const since = (await findQuarantine(deps.database))?.at ?? null;
  const facts = { catalogue, quietMs: quietMs(since, await findClock(deps.database)) };
  const payouts = (await listDoubtfulPayouts(deps.database, since)).filter(
    ({ transaction }) => !isDone(transaction.id),
  );
  const examined: Examined[] = [];
  for (let start = 0; start < payouts.length; start += AT_ONCE) {
    const some = payouts.slice(start, start + AT_ONCE);
    const checked = await Promise.all(some.map((one) => checkRestoredPayout(deps, facts, one)));
    for (const check of checked) {
      const one = { ...check, treatment: treatmentOf(check.payout.transaction.state, check) };
      onExamined(one);
      examined.push(one);
    }
  }
  return examined;
}

type IsDone = (transactionId: string) => boolean;

const AT_ONCE = 16;

/** From now on the provider is asked about what was sent, even while staff decide about it. */
async function treat(deps: ProviderRequestDeps, examined: Examined): Promise<void> {
  const { payout, treatment, sending } = examined;
  if (treatment === 'leave') return;
  const leased = await deps.database.atomically(async (connection) => {
    const found = await lockTransaction(connection, payout.transaction.id);
    // A person has decided about it meanwhile.
    if (found?.transaction.version !== payout.transaction.version) return null;
    const leased = sending && (await adopt(connection, { found, payout, sending }));
    const code = HOLDS[treatment];
    if (code !== null) await hold(connection, payout, code);
    if (treatment === 'contradict') await contradict(connection, payout);
    return leased;
  });
  if (leased !== null) await askProvider(deps, leased);
}

/** The message with which a payout is held. */
const HOLDS = {
  follow: null,
  compare: null,
  contradict: null,
  hold_known: 'restored_known',
  hold: 'restored_unanswered',
} as const satisfies Record<Exclude<Treatment, 'leave'>, PlainMessageCode | null>;

/** Records a payout as sent, if the database does not know it as sent, and takes its next step. */
async function adopt(
  connection: Queryable,
  {
    found,
    payout,
    sending,
  }: Pick<Examined, 'payout'> & {
    readonly found: TimedTransaction;
    readonly sending: Sending;
  },
): Promise<LeasedRequest> {
  const { transaction, now } = found;
  const claim = randomUUID();
  const providerRequest = payout.providerRequest ?? (await begin(connection, payout));
  const step = { transactionId: transaction.id, claim, leaseMs: LEASE_MS };
  await takeProviderRequest(connection, step);
  if (providerRequest.sentAt === null)
    await recordSending(connection, found, { claim, ...sending });
  const sent = { ...providerRequest, ...sending, sentAt: providerRequest.sentAt ?? now };
  return {
    providerRequest: sent,
    transaction,
    claim,
    now,
    leaseEndsAt: performance.now() + LEASE_MS,
  };
}

async function begin(
  connection: Queryable,
  { transaction }: DoubtfulPayout,
): Promise<ProviderRequest> {
  const providerRequest = await insertRequest(connection, {
    ...newProviderRequest(transaction),
    claim: null,
  });
  assert(providerRequest !== null, 'a payout that was not approved has been submitted');
  return providerRequest;
}

/** No provider can say whether it was paid, but it was sent: the decision may be wrong. */
async function contradict(
  connection: Queryable,
  { transaction: { id: transactionId } }: DoubtfulPayout,
): Promise<void> {
  const about = { transactionId, receiptId: null, smsId: null, evidence: 'list of sent payouts' };
  await recordContradiction(connection, { ...about, remark: { code: 'settled_failed_but_sent' } });
}

async function hold(
  connection: Queryable,
  { transaction: { id } }: DoubtfulPayout,
  code: PlainMessageCode,
): Promise<void> {
  const found = await lockTransaction(connection, id);
  assert(found !== null, 'a payout has vanished');
  const { transaction, now } = found;
  const context = { at: now, lateWindowMs: 0, reason: { code } };
  const decision = decideSequence(transaction, ['restored'], context);
  assert(decision.kind === 'moved', 'a payout in doubt cannot be held');
  const { moves } = decision;
  await recordTransitions(connection, [{ transaction, moves, actor: 'momo', providerTxId: null }]);
}
