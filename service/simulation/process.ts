import { createPayments, type Payments } from '../src/app/compose.ts';
import { createDatabase, type Database } from '../src/db/client.ts';
import type { DatabaseClock } from '../src/db/clock.ts';
import type { PolicySource } from '../src/flows/access/policy.ts';
import type { ChangeDeps } from '../src/flows/decisions/decide-change.ts';
import type { PayingDeps } from '../src/flows/decisions/decision.ts';
import { lapseApprovals } from '../src/flows/decisions/lapse-approvals.ts';
import { rollTotals } from '../src/flows/finance/close-books.ts';
import {
  createRequestFollower,
  escalateStuck,
} from '../src/flows/provider-requests/follow-requests.ts';
import type { SentPayouts } from '../src/flows/provider-requests/leased-request.ts';
import { probeProviders } from '../src/flows/providers/connectors.ts';
import { readLeftSms } from '../src/flows/receipts/read-sms.ts';
import { createSmsLanes, type SmsLanes } from '../src/flows/receipts/receive-sms.ts';
import type { CreateDeps } from '../src/flows/transactions/create-transaction.ts';
import { expireDeposits } from '../src/flows/transactions/expire-deposits.ts';
import { fileNumbers } from '../src/flows/transactions/export-transactions.ts';
import {
  createWebhookDelivery,
  type DeliveryDeps,
} from '../src/flows/webhooks/deliver-webhooks.ts';
import type { Adapter } from '../src/providers/provider.ts';
import { ADAPTERS } from '../src/providers/registry.ts';
import type { Config } from '../src/settings/config.ts';
import { createVault, type Vault } from '../src/signing/sealed-text.ts';
import { fixedPolicy } from '../test/support/access/policy.ts';
import type { VirtualOperator } from './outside/operator.ts';
import type { Receivers } from './outside/receivers.ts';
import type { Statements } from './statements.ts';
import { databaseNow, type Owner, ownership } from './virtual-time.ts';

/** A process of the service without its HTTP server: the flows that routes and workers call. */
export interface VirtualProcess extends Owner {
  readonly database: Database;
  readonly payments: Payments;
  readonly creating: CreateDeps;
  readonly deciding: PayingDeps;
  readonly changing: ChangeDeps;
  readonly lanes: SmsLanes;
  readonly clock: DatabaseClock;
  /** Its background work. */
  readonly works: readonly Work[];
  /** Unexpected errors in the service's own code. */
  readonly troubles: unknown[];
}

interface Work {
  readonly name: WorkName;
  /** How often it runs. */
  readonly weight: number;
  readonly run: () => Promise<unknown>;
}

export interface Surroundings {
  readonly config: Config;
  readonly statements: Statements;
  readonly operator: VirtualOperator;
  readonly receivers: Receivers;
  readonly sent: SentPayouts;
}

type WorkName =
  | 'deliver'
  | 'follow'
  | 'expire'
  | 'read'
  | 'escalate'
  | 'lapse'
  | 'probe'
  | 'file'
  | 'roll';

const CONNECTIONS = 4;
/** A larger payout needs two people. */
export const SECOND_PERSON_XAF = 8_000;
/** As in live, without limits. */
const POLICY = fixedPolicy({
  approvalSecondPersonXaf: SECOND_PERSON_XAF,
  depositWindowSeconds: 600,
});
const LATE = { lateWindowMs: 24 * 3_600_000 };
/** Time jumps here, and no gateway is away. */
const GATEWAY_SILENT_MS = 86_400_000;

export async function startProcess(name: string, outside: Surroundings): Promise<VirtualProcess> {
  const owner: Owner = { name, isAlive: true, frozenUntil: 0 };
  const pool = await outside.statements.openPool(owner, CONNECTIONS);
  const database = createDatabase(pool, {});
  const { config, operator, receivers, sent } = outside;
  const world: Replaced = {
    config,
    sent,
    vault: createVault(config.secretsKey),
    policy: POLICY,
    gatewaySilentMs: GATEWAY_SILENT_MS,
    adapters: [operator.adapter, ...ADAPTERS.filter(isReal)],
    clock: { now: async () => new Date(databaseNow()), differenceMs: async () => 0 },
    post: receivers.post,
    signer: async () => ({ keyId: 'service-payments-v1', key: {} as never }),
    onAttempt: () => {},
    onStep: () => {},
  };
  return ownership.run(owner, () => Object.assign(owner, partsOf(database, world)));
}

/** Our own lines, and aggregators behind the HTTP of the simulation. */
function isReal({ name, abilities }: Adapter): boolean {
  return abilities.ownLines || name === 'pawapay' || name === 'campay';
}

/** What a process has around it; the rest is the service's own. */
export interface Replaced extends Pick<DeliveryDeps, 'post' | 'signer' | 'clock' | 'onAttempt'> {
  readonly config: Config;
  readonly sent: SentPayouts;
  readonly vault: Vault;
  /** Read from the database if absent. */
  readonly policy?: PolicySource;
  readonly gatewaySilentMs?: number;
  readonly adapters: readonly Adapter[];
  readonly freshMs?: number;
  /** A step with a provider has ended. */
  readonly onStep: () => void;
}

/** As in `compose.ts`, with the outside world replaced. */
export function partsOf(database: Database, world: Replaced): Omit<VirtualProcess, keyof Owner> {
  const { config, vault, clock, post, signer, onAttempt } = world;
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown) => void troubles.push(error);
  const nothing = () => {};
  const payments = createPayments({ ...world, database, onQueued: nothing });
  const delivery = createWebhookDelivery({
    database,
    vault,
    post,
    alerts: null,
    signer,
    clock,
    userAgent: 'simulation',
    environment: 'live',
    onAttempt,
    onTrouble,
  });
  const follower = createRequestFollower({ ...payments, onTrouble });
  follower.onFree(world.onStep);
  return {
    database,
    payments,
    troubles,
    clock,
    lanes: createSmsLanes(payments.sms),
    creating: {
      ...payments,
      play: null,
    },
    deciding: {
      ...payments,
      onSubmitted: nothing,
      onDecided: nothing,
    },
    changing: { ...payments, environment: config.environment, onDecided: nothing },
    works: [
      { name: 'deliver', weight: 4, run: delivery.runOnce },
      { name: 'follow', weight: 4, run: follower.runOnce },
      { name: 'expire', weight: 1, run: () => expireDeposits({ database, onQueued: nothing }) },
      { name: 'read', weight: 1, run: () => readLeftSms(payments.sms) },
      { name: 'escalate', weight: 0.5, run: () => escalateStuck(payments) },
      { name: 'lapse', weight: 0.5, run: () => lapseApprovals(payments) },
      { name: 'probe', weight: 0.5, run: () => probeProviders(payments) },
      { name: 'file', weight: 0.2, run: () => fileNumbers(database, LATE) },
      { name: 'roll', weight: 0.2, run: () => rollTotals({ database }) },
    ],
  };
}
