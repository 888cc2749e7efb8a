import { randomUUID } from 'node:crypto';
import { insertApplication } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { findTrialFacts } from '../../db/providers/trials.ts';
import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import { assert } from '../../domain/assert.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { compareTrial, TRIAL_XAF, type TrialRow } from '../../domain/providers/trial.ts';
import { hasEnded, type Transaction } from '../../domain/transactions/transaction.ts';
import type { HealthAnswer } from '../../providers/provider.ts';
import type { Actor } from '../access/actor.ts';
import type { Catalogue, CatalogueSource } from '../providers/catalogue.ts';
import type { Connected } from '../providers/connectors.ts';
import {
  type Created,
  createDeposit,
  createWithdrawal,
} from '../transactions/create-transaction.ts';
import type { Ledger } from '../transactions/ledger.ts';
import { collectDeposit } from './collect-deposit.ts';
import type { ProviderRequestDeps } from './leased-request.ts';

export interface TrialDeps extends ProviderRequestDeps {
  readonly ledger: Ledger;
  /** Waits a moment; the running service goes on with the payments meanwhile. */
  readonly pause: () => Promise<void>;
  readonly onStep: (step: TrialStep) => void;
}

/** For the person who holds the phone. */
export type TrialStep =
  | { readonly kind: 'signed_in'; readonly balanceXaf: number | null }
  | { readonly kind: 'created'; readonly transaction: Transaction }
  | { readonly kind: 'compared'; readonly rows: readonly TrialRow[] };

export type TrialRefusal =
  | { readonly kind: 'no_provider' }
  | { readonly kind: 'simulated' }
  | { readonly kind: 'down'; readonly problem: Message }
  /** The provider takes no such payment now. */
  | { readonly kind: 'not_created'; readonly direction: Direction; readonly why: string };

export interface TrialAsked {
  readonly id: string;
  /** The person's own number, E.164. */
  readonly msisdn: string;
}

/**
 * Moves 100 francs in and back, as payments like any others, and records what differs from what is
 * assumed of the provider. The payout waits for the approval of a person, as every one does.
 */
export async function tryProvider(
  deps: TrialDeps,
  actor: Actor,
  asked: TrialAsked,
): Promise<readonly TrialRow[] | TrialRefusal> {
  const { id } = asked;
  const connected = await deps.connectors.find(id);
  const { providers } = await deps.catalogue.now();
  const entry = providers.find(({ provider }) => provider.id === id);
  const operator = entry?.provider.operators[0];
  if (connected === null || operator === undefined) return { kind: 'no_provider' };
  if (connected.adapter.abilities.simulated) return { kind: 'simulated' };
  const health = await check(connected);
  if (health.kind === 'down') return { kind: 'down', problem: health.problem };
  deps.onStep({ kind: 'signed_in', balanceXaf: health.balanceXaf });
  const { id: applicationId } = await deps.database.atomically((connection) =>
    insertApplication(connection, OWN_APPLICATIONS.trials),
  );
  const rows: TrialRow[] = [];
  for (const direction of ['deposit', 'withdrawal'] as const) {
    const payment = { ...asked, applicationId, operator, direction };
    const done = await move(deps, connected, payment);
    if ('kind' in done && rows.length === 0) return done;
    const seen = 'kind' in done ? compareTrial(direction, null) : done;
    deps.onStep({ kind: 'compared', rows: seen });
    rows.push(...seen);
    // What did not come in is not sent back.
    if (seen.some(({ point, outcome }) => point === 'answer' && outcome !== 'verified')) {
      if (direction === 'deposit') rows.push(...compareTrial('withdrawal', null));
      break;
    }
  }
  await deps.database.atomically((connection) =>
    appendAudit(connection, {
      ...actor,
      action: 'provider.try',
      subject: `provider:${id}`,
      before: null,
      after: { rows },
      reason: null,
    }),
  );
  return rows;
}

interface TrialPayment extends TrialAsked {
  readonly applicationId: string;
  readonly operator: Operator;
  readonly direction: Direction;
}

/** Makes one of the two payments, waits until it has ended, and compares it. */
async function move(
  deps: TrialDeps,
  connected: Connected,
  payment: TrialPayment,
): Promise<readonly TrialRow[] | TrialRefusal> {
  const { id, direction } = payment;
  const before = await balanceOf(connected);
  const created = await create(deps, payment);
  if (!('transaction' in created)) {
    const why = created.kind === 'problem' ? created.problem.code : created.kind;
    return { kind: 'not_created', direction, why };
  }
  const { transaction } = created;
  deps.onStep({ kind: 'created', transaction });
  const facts = await waitFor(deps, transaction.id);
  // The service may have preferred another provider for the payout.
  if (facts.providerId !== id) return compareTrial(direction, null);
  const after = await balanceOf(connected);
  const { abilities } = connected.adapter;
  return compareTrial(direction, {
    ...facts,
    balanceChangeXaf: before === null || after === null ? null : after - before,
    hasPayoutWallet: abilities.payoutWallet !== undefined,
  });
}

/** By the flows of every payment, but with this provider alone to choose from. */
function create(deps: TrialDeps, payment: TrialPayment): Promise<Created> {
  const { id, applicationId, operator, msisdn, direction } = payment;
  const own = { ...deps, catalogue: onlyProvider(deps.catalogue, id) };
  const creating = {
    ...own,
    play: null,
    collect: (transaction: Transaction) => collectDeposit(own, transaction),
  };
  const request = {
    applicationId,
    playerId: randomUUID(),
    msisdn,
    amountXaf: TRIAL_XAF,
    operator,
    reference: `trial-${randomUUID()}`,
    callbackUrl: null,
    actor: 'momo',
    isOverRate: false,
  };
  return direction === 'deposit'
    ? createDeposit(creating, { ...request, lang: 'en' })
    : createWithdrawal(creating, request);
}

function onlyProvider(source: CatalogueSource, id: string): CatalogueSource {
  const only = (catalogue: Catalogue): Catalogue => ({
    ...catalogue,
    seenBy: (applicationId) => {
      const { providers, ways } = catalogue.seenBy(applicationId);
      return {
        providers: providers.filter(({ provider }) => provider.id === id),
        ways: { ...ways, providers: ways.providers.filter((one) => one.id === id) },
        chosen: new Map(),
      };
    },
  });
  return {
    // An outdated one is compared by what it is, and was made here.
    recent: async (outdated) => only(await (outdated ? source.current() : source.recent())),
    current: async () => only(await source.current()),
    now: async () => only(await source.now()),
  };
}

/** A callback and a text may follow the status. */
const LAST_WORDS_MS = 60_000;
/** A person has this long to confirm or to approve. */
const MAX_WAIT_MS = 1_800_000;

async function waitFor(deps: TrialDeps, id: string) {
  for (;;) {
    const found = await deps.ledger.find(id);
    const facts = await findTrialFacts(deps.database, id);
    assert(found !== null && facts !== null, 'a transaction has vanished');
    const { transaction, now } = found;
    const since = (at: Date) => now.getTime() - at.getTime();
    const { callbacks, textXaf, operatorTxId } = facts;
    const isWhole = callbacks > 0 && textXaf !== null && operatorTxId !== null;
    const isOver = hasEnded(transaction.state);
    const isLate = isOver
      ? isWhole || since(transaction.stateUpdatedAt) >= LAST_WORDS_MS
      : since(transaction.createdAt) >= MAX_WAIT_MS;
    if (isLate) return { ...facts, hasEnded: isOver };
    await deps.pause();
  }
}

/** A person waits. */
const CHECK_MS = 10_000;

function check({ connector }: Connected): Promise<HealthAnswer> {
  return connector.check({ timeoutMs: CHECK_MS, keep: () => {} });
}

async function balanceOf(connected: Connected): Promise<number | null> {
  const health = await check(connected);
  return health.kind === 'up' ? health.balanceXaf : null;
}
