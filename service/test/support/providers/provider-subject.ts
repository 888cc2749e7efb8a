import { after } from 'node:test';
import type { Direction } from '../../../src/domain/payment-kinds.ts';
import type {
  Account,
  Adapter,
  Call,
  Connector,
  Exchange,
  Order,
  PreparedOrder,
  ReceivedCallback,
  SendAnswer,
  StatusAnswer,
} from '../../../src/providers/provider.ts';
import type { ReceivedRequest, Scripted, ScriptedProvider } from './scripted-provider.ts';

/** An adapter under test, with its system in the test's hands. */
export interface Subject {
  readonly adapter: Adapter;
  readonly account: (baseUrl: string) => Account;
  /** `null` for an adapter that calls no system. */
  readonly dialect: Dialect | null;
  /** For an adapter that needs more than an account; one that does well. */
  readonly connect?: () => Promise<Connector>;
}

/** How the system speaks: enough to play it, and the answers that have to be distinguished. */
export interface Dialect {
  /** `null` if the system knows us by headers that stay the same. */
  readonly token: Route | null;
  readonly of: (direction: Direction) => Routes;
  readonly sends: readonly Row<SendAnswer>[];
  readonly asks: readonly Row<StatusAnswer>[];
  /** The system's own id of the payment, for one that gives it in its answer. */
  readonly learnt?: string;
  /** How the system names a payment at the account's one address, for one that has such. */
  readonly callback?: (payment: {
    readonly reference: string;
    readonly handle: string;
  }) => readonly ReceivedCallback[];
  /** Written without the adapter's code: whether a body is an explicit success of this order. */
  readonly isSuccess: (body: unknown, order: PreparedOrder) => boolean;
}

export interface Routes {
  /** `null` when `prepare` calls no system. */
  readonly prepare: Route | null;
  readonly send: Route;
  readonly ask: Route;
  readonly name: Route;
  readonly check: Route;
}

export interface Route {
  readonly matches: (request: ReceivedRequest) => boolean;
  /** What the system answers when all is well; to `ask`, that the payment has succeeded. */
  readonly well: Scripted;
}

export interface Row<Answer> {
  readonly name: string;
  readonly directions: readonly Direction[];
  readonly answer: Scripted;
  readonly expected: Partial<Answer> & Pick<Answer & { kind: string }, 'kind'>;
}

/** A system that does well, save where a test says otherwise, and a connector to it. */
export interface World {
  readonly system: ScriptedProvider;
  readonly connector: Connector;
  readonly order: PreparedOrder;
  readonly routes: Routes;
  readonly received: (route: Route) => readonly ReceivedRequest[];
  readonly instead: (
    route: Route,
    answer: Scripted | ((request: ReceivedRequest) => Scripted),
  ) => void;
}

export const BOTH: readonly Direction[] = ['deposit', 'withdrawal'];
export const TIMEOUT_MS = 150;
export const PATIENT_MS = 5_000;

const ORDER = {
  reference: '5b0c3a52-9b1e-4d5e-8f6a-7c1d2e3f4a5b',
  amountXaf: 2_500,
  note: "Dépôt n° 12: l'équipe",
  callbackUrl: 'https://pay.example.com/hooks/5b0c3a52',
} as const;

const NUMBERS = {
  mtn: { msisdn: '+237670000012', merchantNumber: '+237670000099' },
  orange: { msisdn: '+237690000012', merchantNumber: '+237690000099' },
} as const;

export function paymentOrderOf({ operators }: Adapter, direction: Direction): Order {
  const [operator = 'mtn'] = operators;
  return { ...ORDER, ...NUMBERS[operator], operator, direction };
}

/** A call that keeps its exchanges. */
export function openCall(timeoutMs = PATIENT_MS): Call & { readonly kept: Exchange[] } {
  const kept: Exchange[] = [];
  return { timeoutMs, kept, keep: (exchange) => kept.push(exchange) };
}

export function abilitiesOf({ abilities }: Adapter): Direction[] {
  return BOTH.filter((direction) =>
    direction === 'deposit' ? abilities.collect : abilities.payOut,
  );
}

/** Closes what a test has opened when the file is done. */
export function closeLater(connector: Connector): Connector {
  after(() => connector.close());
  return connector;
}
