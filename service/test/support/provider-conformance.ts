import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Direction } from '../../src/domain/transaction.ts';
import type {
  Account,
  Adapter,
  Call,
  Connector,
  Exchange,
  Order,
  PreparedOrder,
  SendAnswer,
  StatusAnswer,
} from '../../src/providers/provider.ts';
import { proveTransport } from './provider-transport.ts';
import type { Heard, Scripted } from './scripted-provider.ts';

/** What every provider folder has to pass, given the adapter and its system in the test's hands. */
export interface Subject {
  readonly adapter: Adapter;
  readonly account: (baseUrl: string) => Account;
  /** Null for an adapter that calls nobody. */
  readonly dialect: Dialect | null;
}

/** How the system speaks: enough to play it, and the answers that have to be told apart. */
export interface Dialect {
  readonly token: Route;
  readonly of: (direction: Direction) => Routes;
  readonly sends: readonly Row<SendAnswer>[];
  readonly asks: readonly Row<StatusAnswer>[];
  /** Written without the adapter's code: whether a body is an explicit success of this order. */
  readonly isSuccess: (body: unknown, order: PreparedOrder) => boolean;
}

export interface Routes {
  /** Null when `prepare` calls nobody. */
  readonly prepare: Route | null;
  readonly send: Route;
  readonly ask: Route;
  readonly name: Route;
  readonly check: Route;
}

export interface Route {
  readonly matches: (request: Heard) => boolean;
  /** What the system answers when all is well; to `ask`, that the payment has succeeded. */
  readonly well: Scripted;
}

export interface Row<Answer> {
  readonly name: string;
  readonly directions: readonly Direction[];
  readonly answer: Scripted;
  readonly expected: Partial<Answer> & Pick<Answer & { kind: string }, 'kind'>;
}

export const BOTH: readonly Direction[] = ['deposit', 'withdrawal'];
export const TIMEOUT_MS = 250;
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

export function orderOf({ operators }: Adapter, direction: Direction): Order {
  const [operator = 'mtn'] = operators;
  return { ...ORDER, ...NUMBERS[operator], direction };
}

/** A call whose exchanges can be looked at. */
export function openCall(timeoutMs = PATIENT_MS): Call & { readonly kept: Exchange[] } {
  const kept: Exchange[] = [];
  return { timeoutMs, kept, keep: (exchange) => kept.push(exchange) };
}

export function abilitiesOf({ abilities }: Adapter): Direction[] {
  return BOTH.filter((direction) =>
    direction === 'deposit' ? abilities.collect : abilities.payOut,
  );
}

export function proveConformance(subject: Subject): void {
  proveSettings(subject);
  if (subject.dialect === null) proveAbilities(subject, () => subject.adapter.connect({}));
  else proveTransport(subject, subject.dialect);
}

/** What holds while the system works; `connect` gives a connector to one that does. */
export function proveAbilities(
  { adapter }: Subject,
  connect: () => Connector | Promise<Connector>,
): void {
  for (const direction of abilitiesOf(adapter)) {
    test(`a ${direction} is prepared, sent and asked about until it has succeeded`, async () => {
      const connector = await connect();
      const order = orderOf(adapter, direction);
      const prepared = await connector.prepare(order, openCall());
      assert.ok(prepared.kind === 'prepared' && prepared.handle !== '', JSON.stringify(prepared));
      const again = await connector.prepare(order, openCall());
      assert.equal(again.kind, 'prepared');
      const ready = { ...order, handle: prepared.handle };
      assert.equal((await connector.send(ready, openCall())).kind, 'accepted');
      assert.equal((await connector.ask(ready, openCall())).kind, 'succeeded');
    });
  }

  test('the system is up', async () => {
    const connector = await connect();
    assert.equal((await connector.check(openCall())).kind, 'up');
  });

  test('the owner of a number is found, if the adapter says that it can', async () => {
    const connector = await connect();
    const { msisdn, merchantNumber } = orderOf(adapter, 'withdrawal');
    const answer = await connector.findPayeeName({ msisdn, merchantNumber }, openCall());
    assert.equal(answer.kind === 'found', adapter.abilities.payeeName);
  });

  test('a connector can be closed, and what is asked of it afterwards does not throw', async () => {
    const connector = await connect();
    await connector.close();
    for (const direction of BOTH) {
      const order = { ...orderOf(adapter, direction), handle: ORDER.reference };
      await connector.prepare(order, openCall());
      await connector.send(order, openCall());
      await connector.ask(order, openCall());
      await connector.findPayeeName(order, openCall());
      await connector.check(openCall());
    }
  });
}

function proveSettings({ adapter, account }: Subject): void {
  test('every setting is described, and its fallback is a value that it takes', () => {
    const names = adapter.settings.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, description, fallback, findProblem } of adapter.settings) {
      assert.match(name, /^[a-z][A-Za-z]+$/);
      assert.match(description, /^[A-Z].*\.$/, name);
      if (fallback !== null) assert.equal(findProblem?.(fallback) ?? null, null, name);
    }
  });

  test('the account of this test has every setting, and each takes its value', () => {
    const values = account('https://example.com');
    for (const { name, findProblem } of adapter.settings) {
      const value = values[name];
      assert.ok(value !== undefined, name);
      assert.equal(findProblem?.(value) ?? null, null, name);
    }
  });

  test('an address without TLS is refused, except on this machine', () => {
    const setting = adapter.settings.find(({ name }) => name === 'baseUrl');
    if (setting === undefined) return;
    assert.match(setting.findProblem?.('http://example.com') ?? '', /^must /);
    assert.equal(setting.findProblem?.('http://127.0.0.1:8080') ?? null, null);
  });

  test('a setting whose name speaks of a secret is one', () => {
    for (const { name, secret } of adapter.settings) {
      if (/secret|password|pin$|apiKey$|subscriptionKey$/i.test(name)) assert.ok(secret, name);
    }
  });
}

/** Closes what a test has opened when the file is done. */
export function closeLater(connector: Connector): Connector {
  after(() => connector.close());
  return connector;
}
