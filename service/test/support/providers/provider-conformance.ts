import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Direction } from '../../../src/domain/payment-kinds.ts';
import type { Connector } from '../../../src/providers/provider.ts';
import { eventually } from '../service-process.ts';
import {
  abilitiesOf,
  BOTH,
  openCall,
  PATIENT_MS,
  paymentOrderOf,
  type Subject,
} from './provider-subject.ts';
import { openWorld, proveTransport } from './provider-transport.ts';

/** Every provider folder has to pass this. */
export function proveConformance(subject: Subject): void {
  proveSettings(subject);
  const { adapter, dialect, connect = async () => adapter.connect({}) } = subject;
  if (dialect === null) {
    proveAbilities(subject, connect);
  } else {
    proveAbilities(subject, async (direction) => {
      const world = await openWorld(subject, dialect, direction);
      return world.connector;
    });
    proveTransport(subject, dialect);
  }
}

/** What holds while the system works; `connect` gives a connector to one that does. */
function proveAbilities(
  { adapter }: Subject,
  connect: (direction: Direction) => Promise<Connector>,
): void {
  for (const direction of abilitiesOf(adapter)) {
    test(`a ${direction} is prepared, sent and asked about until it has succeeded`, async () => {
      const connector = await connect(direction);
      const order = paymentOrderOf(adapter, direction);
      const prepared = await connector.prepare(order, openCall());
      assert.ok(prepared.kind === 'prepared' && prepared.handle !== '', JSON.stringify(prepared));
      const again = await connector.prepare(order, openCall());
      assert.equal(again.kind, 'prepared');
      assert.equal(prepared.handle === null, adapter.abilities.learnsHandle === true);
      const prepare = { ...order, handle: prepared.handle ?? order.reference };
      const sent = await connector.send(prepare, openCall());
      const learnt = sent.kind === 'accepted' ? sent.handle : undefined;
      assert.equal(learnt !== undefined, prepared.handle === null);
      const ready = { ...prepare, handle: learnt ?? prepare.handle };
      // A SIM has yet to walk its menu before the payer sees anything.
      const isWalking = sent.kind === 'unknown' && sent.isAnswer === true;
      assert.ok(sent.kind === 'accepted' || (adapter.abilities.ownLines && isWalking), sent.kind);
      const ends = direction === 'deposit' && adapter.abilities.ownLines ? 'pending' : 'succeeded';
      const isThere = async () => (await connector.ask(ready, openCall())).kind === ends;
      await eventually(`it is ${ends}`, isThere, PATIENT_MS);
    });
  }

  const able = abilitiesOf(adapter).at(-1) ?? 'withdrawal';
  test('the system is up', async () => {
    const connector = await connect(able);
    assert.equal((await connector.check(openCall())).kind, 'up');
  });

  test('the owner of a number is found, if the adapter says that it can', async () => {
    const connector = await connect(able);
    const { msisdn, merchantNumber } = paymentOrderOf(adapter, 'withdrawal');
    const answer = await connector.findPayeeName({ msisdn, merchantNumber }, openCall());
    assert.equal(answer.kind === 'found', adapter.abilities.payeeName);
  });

  test('a connector can be closed, and what is asked of it afterwards does not throw', async () => {
    const connector = await connect(able);
    await connector.close();
    for (const direction of BOTH) {
      const order = { ...paymentOrderOf(adapter, direction), handle: 'MP261115AAAA' };
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
