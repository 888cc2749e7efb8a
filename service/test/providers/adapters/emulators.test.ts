import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { AnswerFault } from '../../../emulators/faults/faults.ts';
import { type MtnEmulator, startMtnEmulator } from '../../../emulators/mtn/mtn-emulator.ts';
import {
  type OrangeEmulator,
  startOrangeEmulator,
} from '../../../emulators/orange/orange-emulator.ts';
import {
  type PawapayEmulator,
  startPawapayEmulator,
} from '../../../emulators/pawapay/pawapay-emulator.ts';
import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { MTN_MOMO } from '../../../src/providers/mtn-momo/index.ts';
import { ORANGE_MONEY } from '../../../src/providers/orange-money/index.ts';
import { PAWAPAY } from '../../../src/providers/pawapay/index.ts';
import type { Adapter, PreparedOrder } from '../../../src/providers/provider.ts';
import { BOTH, closeLater, openCall } from '../../support/providers/provider-subject.ts';
import { english } from '../../support/sentences.ts';

// The adapters and the emulators were written apart, from the same facts about the operators.

type Emulator = MtnEmulator | OrangeEmulator | PawapayEmulator;

interface Pair {
  readonly adapter: Adapter;
  readonly start: () => Promise<Emulator>;
  readonly accountOf: (emulator: Emulator) => Readonly<Record<string, string>>;
  readonly number: string;
  /** Its code for a prompt without an answer. */
  readonly expired: string;
  readonly fault: (emulator: Emulator, direction: Direction, fault: AnswerFault) => void;
}

const MTN: Pair = {
  adapter: MTN_MOMO,
  start: () => startMtnEmulator({ decide: 'manual' }),
  accountOf: (emulator) => {
    const { collection, disbursement } = (emulator as MtnEmulator).account;
    return {
      baseUrl: emulator.url,
      targetEnvironment: 'mtncameroon',
      currency: 'XAF',
      collectionSubscriptionKey: collection.subscriptionKey,
      collectionApiUser: collection.apiUser,
      collectionApiKey: collection.apiKey,
      disbursementSubscriptionKey: disbursement.subscriptionKey,
      disbursementApiUser: disbursement.apiUser,
      disbursementApiKey: disbursement.apiKey,
    };
  },
  number: '+237670001',
  expired: 'EXPIRED',
  fault: (emulator, direction, fault) => {
    const { faults } = emulator as MtnEmulator;
    faults.add(direction === 'deposit' ? 'collect' : 'transfer', fault, { times: 1 });
  },
};

const FIRST_PLATFORM = {
  tokenUrl: '',
  apiPath: '/omcoreapis/1.0.2',
  tokenHeader: 'Authorization',
  grant: 'client_credentials',
} as const;

const ORANGE: Pair = {
  adapter: ORANGE_MONEY,
  start: () => startOrangeEmulator({ decide: 'manual' }),
  accountOf: (emulator) => {
    const { channelMsisdn: _, ...account } = (emulator as OrangeEmulator).account;
    return { baseUrl: emulator.url, ...FIRST_PLATFORM, ...account };
  },
  number: '+237690001',
  expired: 'EXPIRED',
  fault: (emulator, direction, fault) => {
    const { faults } = emulator as OrangeEmulator;
    faults.add(direction === 'deposit' ? 'pay' : 'cashin_pay', fault, { times: 1 });
  },
};

const SECOND_ORANGE: Pair = {
  ...ORANGE,
  accountOf: (emulator) => ({
    ...ORANGE.accountOf(emulator),
    tokenUrl: `${emulator.url}/oauth2/token`,
    apiPath: '/omapi/1.0.2',
    tokenHeader: 'WSO2-Authorization',
    grant: 'password',
  }),
};

const PAWAPAY_PAIR: Pair = {
  adapter: PAWAPAY,
  start: () => startPawapayEmulator({ decide: 'manual' }),
  accountOf: (emulator) => ({ baseUrl: emulator.url, ...(emulator as PawapayEmulator).account }),
  number: '+237670001',
  expired: 'PAYMENT_NOT_APPROVED',
  fault: (emulator, direction, fault) => {
    const { faults } = emulator as PawapayEmulator;
    faults.add(direction === 'deposit' ? 'collect' : 'transfer', fault, { times: 1 });
  },
};

for (const pair of [MTN, ORANGE, SECOND_ORANGE, PAWAPAY_PAIR]) {
  const { adapter } = pair;
  const emulator = await pair.start();
  after(() => emulator.stop());
  const connector = closeLater(adapter.connect(pair.accountOf(emulator)));
  let count = 100;

  const prepare = async (direction: Direction): Promise<PreparedOrder> => {
    count += 1;
    const order = {
      direction,
      operator: adapter.operators[0] ?? 'mtn',
      reference: randomUUID(),
      msisdn: `${pair.number}${count}`,
      amountXaf: 1_000 + count,
      merchantNumber: '+237690000001',
      note: 'Order 12',
      callbackUrl: null,
    };
    const prepared = await connector.prepare(order, openCall());
    assert.ok(prepared.kind === 'prepared', JSON.stringify(prepared));
    return { ...order, handle: prepared.handle ?? order.reference };
  };
  const send = (order: PreparedOrder) => connector.send(order, openCall(1_000));
  const ask = (order: PreparedOrder) => connector.ask(order, openCall());
  const movesOf = ({ handle }: PreparedOrder) =>
    emulator.ledger.moves().filter(({ reference }) => reference === handle).length;
  /** Orange pays out at once; everything else waits for the person at the emulator. */
  const approve = ({ handle }: PreparedOrder) => {
    if (emulator.ledger.find(handle)?.state === 'pending') emulator.approve(handle);
  };

  for (const direction of BOTH) {
    test(`${adapter.name}: a ${direction} is sent, approved and found to have succeeded`, async () => {
      const order = await prepare(direction);
      assert.equal((await send(order)).kind, 'accepted');
      if (emulator.ledger.find(order.handle)?.state === 'pending') {
        assert.equal((await ask(order)).kind, 'pending');
      }
      approve(order);
      const answer = await ask(order);
      assert.ok(answer.kind === 'succeeded' && answer.providerTxId !== null);
      assert.equal(movesOf(order), 1);
    });

    test(`${adapter.name}: a ${direction} whose answer is lost after it was taken is found again`, async () => {
      const order = await prepare(direction);
      pair.fault(emulator, direction, { kind: 'reset', when: 'after' });
      assert.equal((await send(order)).kind, 'unknown');
      approve(order);
      assert.equal((await ask(order)).kind, 'succeeded');
      assert.equal(movesOf(order), 1);
    });

    test(`${adapter.name}: a ${direction} that was lost before it was taken never succeeds`, async () => {
      const order = await prepare(direction);
      pair.fault(emulator, direction, { kind: 'reset', when: 'before' });
      assert.equal((await send(order)).kind, 'unknown');
      const answer = await ask(order);
      assert.ok(answer.kind === 'not_found' || answer.kind === 'failed', answer.kind);
      assert.equal(movesOf(order), 0);
    });

    test(`${adapter.name}: a ${direction} that hangs is unknown, and found again`, async () => {
      const order = await prepare(direction);
      await ask(order);
      pair.fault(emulator, direction, { kind: 'hang', when: 'after' });
      assert.equal((await connector.send(order, openCall(300))).kind, 'unknown');
      approve(order);
      assert.equal((await ask(order)).kind, 'succeeded');
    });

    test(`${adapter.name}: a ${direction} with a revoked token still goes through`, async () => {
      const order = await prepare(direction);
      pair.fault(emulator, direction, { kind: 'revoked_token' });
      assert.equal((await send(order)).kind, 'accepted');
      approve(order);
      assert.equal((await ask(order)).kind, 'succeeded');
      assert.equal(movesOf(order), 1);
    });

    test(`${adapter.name}: a ${direction} from a forbidden address is refused as a provider`, async () => {
      const order = await prepare(direction);
      pair.fault(emulator, direction, { kind: 'forbidden_ip' });
      const answer = await send(order);
      assert.ok(answer.kind === 'refused' && answer.because === 'provider');
      assert.equal(movesOf(order), 0);
    });

    test(`${adapter.name}: a ${direction} without funds fails, as the payer has no money`, async () => {
      const order = await prepare(direction);
      pair.fault(emulator, direction, { kind: 'no_funds' });
      const sent = await send(order);
      const asked = await ask(order);
      assert.ok(sent.kind === 'refused' ? sent.because === 'payment' : sent.kind === 'accepted');
      await emulator.settled(order.handle);
      const failed = asked.kind === 'pending' ? await ask(order) : asked;
      assert.ok(failed.kind === 'failed', failed.kind);
      assert.match(english(failed.reason), /money/);
      assert.equal(movesOf(order), 0);
    });

    test(`${adapter.name}: garbage about a ${direction} that was taken is never a success`, async () => {
      const shapes = ['html', 'cut_json', 'wrong_types', 'huge', 'empty', 'gzip_bomb'] as const;
      for (const shape of shapes) {
        const order = await prepare(direction);
        pair.fault(emulator, direction, { kind: 'garbage', when: 'after', shape });
        const answer = await send(order);
        const isUnknown = answer.kind === 'unknown';
        // MTN accepts by its status alone, and the outcome is asked for.
        assert.ok(isUnknown || (answer.kind === 'accepted' && !answer.isFinal), shape);
        approve(order);
        assert.equal((await ask(order)).kind, 'succeeded', shape);
      }
    });
  }

  test(`${adapter.name}: a deposit that the player refuses fails`, async () => {
    const order = await prepare('deposit');
    await send(order);
    emulator.refuse(order.handle);
    const answer = await ask(order);
    assert.ok(answer.kind === 'failed', answer.kind);
    assert.match(english(answer.reason), /refused|cancelled|approve/);
  });

  test(`${adapter.name}: a deposit without approval fails in the end`, async () => {
    const order = await prepare('deposit');
    await send(order);
    emulator.expire(order.handle);
    assert.partialDeepStrictEqual(await ask(order), {
      kind: 'failed',
      code: pair.expired,
    });
  });

  test(`${adapter.name}: the owner of a number has a name, if the adapter says that it can`, async () => {
    const { msisdn, merchantNumber } = await prepare('withdrawal');
    const answer = await connector.findPayeeName({ msisdn, merchantNumber }, openCall());
    const isNamed = answer.kind === 'found' && / /.test(answer.name);
    assert.equal(isNamed, adapter.abilities.payeeName, JSON.stringify(answer));
  });

  test(`${adapter.name}: the system is up, and down when no server answers`, async () => {
    const order = await prepare('withdrawal');
    assert.equal((await connector.check(openCall())).kind, 'up');
    await emulator.goOffline();
    assert.equal((await connector.check(openCall(1_000))).kind, 'down');
    const sent = await connector.send(order, openCall(1_000));
    assert.ok(sent.kind === 'refused' && sent.because === 'provider', JSON.stringify(sent));
    assert.equal((await connector.ask(order, openCall(1_000))).kind, 'unknown');
    await emulator.goOnline();
    assert.equal((await connector.check(openCall())).kind, 'up');
    assert.equal(movesOf(order), 0);
  });
}

test('orange-money: the same amount to the same number has a reason of its own', async () => {
  const emulator = await startOrangeEmulator();
  after(() => emulator.stop());
  const connector = closeLater(ORANGE_MONEY.connect(ORANGE.accountOf(emulator)));
  const order = {
    direction: 'withdrawal',
    operator: 'orange',
    reference: randomUUID(),
    msisdn: '+237690001999',
    amountXaf: 700,
    merchantNumber: '690000001',
    note: 'Order 12',
    callbackUrl: null,
  } as const;
  const send = async () => {
    const prepared = await connector.prepare(order, openCall());
    assert.ok(prepared.kind === 'prepared' && prepared.handle !== null);
    return connector.send({ ...order, handle: prepared.handle }, openCall());
  };
  assert.partialDeepStrictEqual(await send(), { kind: 'accepted', isFinal: true });
  const again = await send();
  assert.ok(again.kind === 'refused' && again.because === 'payment');
  assert.match(english(again.reason), /five minutes/);
});
