import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createWallet, type WalletOptions } from '../../emulators/modem/wallet.ts';
import { walletMenus } from '../../emulators/modem/wallet-menus.ts';
import { FACTS_OF, OPERATORS, type Operator } from '../../src/domain/operators/operator.ts';
import type { ReportedMoney } from '../../src/domain/operators/operator-texts.ts';
import { parseSms } from '../../src/domain/receipts/sms/parse.ts';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';
import { startMtn } from './mtn-client.ts';

const PIN = '73915';
const NUMBER = '677000001';
const LINE = '+237670000099';

/** What is dialled and answered for each action, before the PIN. */
const KEYS: Readonly<Record<Operator, Readonly<Record<string, readonly string[]>>>> = {
  mtn: {
    transfer: ['*126#', '1', NUMBER, '2500'],
    collect: ['*126#', '3', NUMBER, '2500'],
    balance: ['*126#', '2'],
  },
  orange: {
    transfer: [`#150*1*1*${NUMBER}*2500#`],
    collect: [`#150*9*9*${NUMBER}*2500#`],
    balance: ['#150*6*1#'],
  },
};

function start(t: TestContext, options: Omit<WalletOptions, 'pin'>) {
  const wallet = createWallet({ ...options, pin: PIN });
  t.after(() => wallet.stop());
  const sent: ReportedMoney[] = [];
  const received: ReportedMoney[] = [];
  wallet.onTransfer = (reported) => sent.push(reported);
  wallet.onReceived = (reported) => received.push(reported);
  /** The last screen. */
  const walk = (action: string, pin = PIN): string => {
    const [code = '', ...answers] = KEYS[wallet.operator][action] ?? [];
    const dialled = walletMenus(wallet)(code) ?? assert.fail('the code is known');
    const screens = [...answers, pin].map((text) => dialled.session.answer(text).text);
    return screens.at(-1) ?? '';
  };
  const decide = (state: 'succeeded' | 'refused') => {
    const asked = wallet.payments.list().find((one) => one.state === 'pending');
    return wallet.payments.decide(asked?.reference ?? '', state);
  };
  return { wallet, sent, received, walk, decide };
}

for (const operator of OPERATORS) {
  test(`the menus of ${operator} pay, ask for money and tell the balance`, (t) => {
    const { wallet, walk, sent, received, decide } = start(t, {
      operator,
      providerWallet: { balance: 3_000 },
    });
    assert.match(walk('transfer', '00000'), /incorrect/);
    assert.match(walk('transfer'), /2500 FCFA/);
    assert.match(walk('transfer'), /insuffisant/, 'what is left does not suffice');
    assert.deepEqual(wallet.transfers, [{ number: NUMBER, amount: 2_500 }]);
    assert.match(walk('balance'), / 500 FCFA/);
    walk('collect');
    walk('collect');
    assert.deepEqual([decide('refused').kind, received.length], ['done', 0]);
    assert.deepEqual([decide('succeeded').kind, received.length], ['done', 1]);
    assert.match(walk('balance'), / 3000 FCFA/);
    assert.deepEqual([sent[0]?.balanceXaf, received[0]?.balanceXaf], [500, 3_000]);
  });

  test(`what ${operator} writes about it is read by its templates`, (t) => {
    const { walk, sent, received, decide } = start(t, {
      operator,
      providerWallet: { balance: 3_000 },
    });
    walk('transfer');
    walk('collect');
    decide('succeeded');
    const { texts } = FACTS_OF[operator];
    const read = (text: string | undefined) =>
      parseSms(
        loadSmsTemplates(null),
        { sender: texts.sender, text: text ?? '' },
        { ownLines: [LINE], line: LINE },
      );
    assert.equal(read(sent[0] && texts.write.sent(sent[0])).kind, 'sent');
    assert.equal(read(received[0] && texts.write.received(received[0])).kind, 'payment');
  });
}

test('a SIM and the interface of the operator move one balance', async (t) => {
  const providerWallet = { balance: 10_000 };
  const { emulator, create, call } = await startMtn(t, { providerWallet });
  const { walk } = start(t, { providerWallet });
  const balance = async () =>
    (await call('GET', '/collection/v1_0/account/balance')).body['availableBalance'];
  assert.equal(await balance(), '10000');
  const { reference } = await create('collection');
  const { amount } = await emulator.settled(reference);
  assert.match(walk('balance'), new RegExp(` ${10_000 + amount} FCFA`));
  walk('transfer');
  assert.equal(await balance(), String(10_000 + amount - 2_500));
});
