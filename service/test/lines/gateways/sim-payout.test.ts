import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listLines } from '../../../src/db/lines/lines.ts';
import { listEvidence } from '../../../src/db/provider-requests/evidence.ts';
import { askBalances } from '../../../src/flows/lines/ask-balances.ts';
import {
  createPayingBox,
  type PayingBox,
  settle,
  startProgram,
  WALLET_PIN,
} from '../../support/lines/paying-box.ts';
import { createApproved } from '../../support/providers/live.ts';
import { eventually } from '../../support/service-process.ts';
import { read } from '../../support/transactions/payments.ts';
import { findMissing } from './gammu-box.ts';

// The service and the modem agent are real; the modem and its operator are emulated.

const missing = findMissing(['socat']);
const PAYOUT = { operator: 'mtn', msisdn: '+237677000001', amount_xaf: 2_500 };

function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

const pay = (paying: PayingBox, amount = 2_500) =>
  createApproved(paying.service, { ...PAYOUT, amount_xaf: amount });

guarantee('a withdrawal is paid by USSD, once, and named by the text of the operator', async () => {
  const paying = await createPayingBox();
  const { service, wallet, box } = paying;
  const program = await startProgram(paying);
  const id = await pay(paying);
  assert.equal(await settle(paying, id), 'succeeded');
  assert.deepEqual(wallet.transfers, [{ number: '677000001', amount: 2_500 }]);
  const isNamed = async () => {
    await settle(paying, id, 'approved');
    return (await read(service, id))['provider_tx_id'] === '18000000001';
  };
  await eventually('the id of the text is there', isNamed, 30_000);
  const { code } = await program.end('SIGTERM');
  assert.equal(code, 0, program.output());
  const evidence = JSON.stringify(await listEvidence(service.database, id));
  assert.match(evidence, /Entrez votre code PIN pour confirmer/, 'the screens can be read');
  for (const kept of [evidence, program.output(), box.written(), service.logLines.join('\n')]) {
    assert.ok(!kept.includes(WALLET_PIN), 'the PIN is nowhere');
  }
  assert.ok(!program.output().includes('677000001'), 'nor is the number in the log');
});

for (const codeForm of ['packed', 'ucs2'] as const) {
  guarantee(`a modem that wants ${codeForm} codes pays, also after a restart`, async () => {
    const paying = await createPayingBox();
    const { wallet, box } = paying;
    box.modem.state.codeForm = codeForm;
    for (const amount of [2_500, 3_000]) {
      const program = await startProgram(paying);
      assert.equal(await settle(paying, await pay(paying, amount)), 'succeeded');
      await program.end('SIGTERM');
    }
    assert.deepEqual(
      wallet.transfers.map(({ amount }) => amount),
      [2_500, 3_000],
    );
    const dialled = box.modem.commands().filter((command) => command.includes('*126#'));
    assert.equal(dialled.length, 1, 'the form that works is kept');
  });
}

guarantee('a modem that brings no menu takes no payout, and says so', async () => {
  const paying = await createPayingBox();
  const { service, box, wallet } = paying;
  box.modem.faults.spoil = (line) => (line.startsWith('+CUSD') ? '+CUSD: 4' : line);
  const program = await startProgram(paying, 'codes_unproven');
  const id = await pay(paying);
  for (let round = 0; round < 3; round += 1) {
    await service.database.query({ text: 'update submissions set next_step_at = app_now()' });
    await service.takeSteps();
  }
  assert.equal((await read(service, id))['state'], 'approved', 'it waits');
  const [sim] = await service.database.query<{ readonly trouble: string | null }>({
    text: 'select trouble from gateway_sims',
  });
  assert.equal(sim?.trouble, 'codes_unproven');
  assert.deepEqual(wallet.pins, []);
  await program.end('SIGTERM');
});

guarantee(
  'a transfer whose end no screen shows is settled by the text, and not repeated',
  async () => {
    const paying = await createPayingBox();
    const { wallet, service } = paying;
    wallet.isMuteAfterwards = true;
    const texts: (() => void)[] = [];
    const send = wallet.onTransfer;
    wallet.onTransfer = (transfer) => texts.push(() => send(transfer));
    const program = await startProgram(paying);
    const id = await pay(paying);
    const isUnknown = async () => {
      await service.database.query({ text: 'update submissions set next_step_at = app_now()' });
      await service.takeSteps();
      const [job] = await service.database.query<{ readonly outcome: string | null }>({
        text: 'select outcome from sim_jobs',
      });
      return job?.outcome === 'unknown';
    };
    await eventually('the outcome is unknown', isUnknown, 60_000);
    assert.equal((await read(service, id))['state'], 'provider_submitted');
    for (const send of texts) send();
    assert.equal(await settle(paying, id), 'succeeded');
    assert.equal((await read(service, id))['provider_tx_id'], '18000000001');
    assert.equal(wallet.transfers.length, 1);
    await program.end('SIGTERM');
  },
);

guarantee('a payout whose session is cut before the confirmation is tried again', async () => {
  const paying = await createPayingBox();
  const { wallet, service, box } = paying;
  const program = await startProgram(paying);
  let shown = 0;
  box.modem.faults.cut = () => (++shown === 3 ? '+CUSD: 2' : null);
  const id = await pay(paying);
  const isOfferedAgain = async () => {
    await service.takeSteps();
    const text = `update sim_jobs set offer_from = null where state = 'waiting' and tries = 1
                  returning reference`;
    return (await service.database.query({ text })).length === 1;
  };
  await eventually('it is offered again', isOfferedAgain, 60_000);
  assert.deepEqual([wallet.transfers, wallet.pins], [[], []]);
  assert.equal(await settle(paying, id), 'succeeded');
  assert.equal(wallet.transfers.length, 1);
  await program.end('SIGTERM');
});

guarantee('a refused PIN stops at once: one payment fails, and no other is begun', async () => {
  const paying = await createPayingBox();
  const { wallet, box, service } = paying;
  box.setWalletPin('00000');
  const program = await startProgram(paying);
  const id = await pay(paying);
  assert.equal(await settle(paying, id), 'failed');
  const second = await pay(paying, 3_000);
  for (let round = 0; round < 3; round += 1) {
    await service.database.query({ text: 'update submissions set next_step_at = app_now()' });
    await service.takeSteps();
  }
  await program.end('SIGKILL');
  const again = await startProgram(paying);
  await service.takeSteps();
  assert.equal((await read(service, second))['state'], 'approved', 'it waits');
  assert.deepEqual(wallet.pins, ['00000'], 'after three the wallet would be blocked');
  box.setWalletPin(WALLET_PIN);
  assert.equal(await settle(paying, second), 'succeeded');
  await again.end('SIGTERM');
});

guarantee(
  'what a SIM took and did not begin fails for no PIN, and is paid with the next',
  async () => {
    const paying = await createPayingBox();
    const { wallet, box, service } = paying;
    box.setWalletPin('00000');
    const program = await startProgram(paying);
    const ids: string[] = [];
    for (const amount of [2_500, 2_600, 2_700]) ids.push(await pay(paying, amount));
    const statesOf = async () => {
      await service.takeSteps();
      await service.database.query({
        text: `update submissions set next_step_at = app_now() where next_step_at is not null`,
      });
      return (await Promise.all(ids.map((id) => read(service, id)))).map(({ state }) => state);
    };
    const isRefused = async () => (await statesOf()).includes('failed');
    await eventually('one was refused', isRefused, 60_000);
    await program.end('SIGKILL');
    const again = await startProgram(paying);
    assert.deepEqual((await statesOf()).filter((state) => state === 'failed').length, 1);
    assert.deepEqual(wallet.pins, ['00000']);
    box.setWalletPin(WALLET_PIN);
    const isPaid = async () => (await statesOf()).filter((one) => one === 'succeeded').length === 2;
    await eventually('the others are paid', isPaid, 90_000);
    assert.equal(wallet.transfers.length, 2);
    await again.end('SIGTERM');
  },
);

guarantee('after two refused PIN files none is said until a person knows the tries', async () => {
  const paying = await createPayingBox();
  const { wallet, box, service } = paying;
  const program = await startProgram(paying);
  for (const wrong of ['00000', '11111']) {
    box.setWalletPin(wrong);
    assert.equal(await settle(paying, await pay(paying)), 'failed');
  }
  box.setWalletPin(WALLET_PIN);
  const waiting = await pay(paying, 3_000);
  for (let round = 0; round < 3; round += 1) {
    await service.database.query({ text: 'update submissions set next_step_at = app_now()' });
    await service.takeSteps();
  }
  assert.deepEqual(wallet.pins, ['00000', '11111']);
  const known = box.start('pin', { words: ['--i-know-how-many-tries-are-left'] });
  assert.equal((await known.ended).code, 0, known.output());
  assert.equal(await settle(paying, waiting), 'succeeded');
  await program.end('SIGTERM');
});

guarantee(
  'a balance screen that is not understood stops balance questions, not payouts',
  async () => {
    const paying = await createPayingBox();
    const { wallet, service, box } = paying;
    const { database } = service;
    wallet.change = (screen) => ({
      ...screen,
      text: screen.text.replace('Votre solde est', 'Solde'),
    });
    const program = await startProgram(paying);
    assert.equal(await settle(paying, await pay(paying)), 'succeeded');
    const ask = () => askBalances({ database, balanceEveryMs: 1 });
    await ask();
    const isStopped = async () => {
      const text = `select from gateway_sims where not 'balance' = any(actions)`;
      return (await database.query({ text })).length === 1;
    };
    await eventually('balances are not asked for', isStopped, 30_000);
    const said = wallet.pins.length;
    await ask();
    assert.equal(await settle(paying, await pay(paying, 2_600)), 'succeeded');
    assert.equal(wallet.pins.length, said + 1, 'for the payout alone');
    await program.end('SIGTERM');
    const check = box.start('check');
    assert.equal((await check.ended).code, 1, check.output());
    assert.match(check.output(), /The balance was not asked for any more\. The screen: "Solde de/);
    assert.ok(!check.output().includes(WALLET_PIN));
  },
);

guarantee('the limits of the day hold in the modem agent itself', async () => {
  const paying = await createPayingBox({ dayAmountXaf: 5_000 });
  const program = await startProgram(paying);
  assert.equal(await settle(paying, await pay(paying, 3_000)), 'succeeded');
  assert.equal(await settle(paying, await pay(paying, 2_500)), 'failed');
  assert.equal(await settle(paying, await pay(paying, 2_000)), 'succeeded');
  await program.end('SIGTERM');
});

guarantee('a screen with another amount pays nothing, and is kept', async () => {
  const paying = await createPayingBox();
  const { wallet, service } = paying;
  wallet.change = (screen) => ({ ...screen, text: screen.text.replace('2500', '25000') });
  const program = await startProgram(paying);
  const id = await pay(paying);
  assert.equal(await settle(paying, id), 'failed');
  assert.deepEqual([wallet.transfers, wallet.pins], [[], []]);
  assert.match(JSON.stringify(await listEvidence(service.database, id)), /25000 FCFA/);
  await program.end('SIGTERM');
});

guarantee('the wallet is asked for its balance, and the line goes on from it', async () => {
  const paying = await createPayingBox({ balance: 10_000 });
  const { service, wallet } = paying;
  const { database } = service;
  const program = await startProgram(paying);
  // Money that was put on the line outside, without a text that we got.
  wallet.balance = 12_345;
  await askBalances({ database, balanceEveryMs: 3_600_000 });
  const isReported = async () => (await listLines(database))[0]?.balanceCents === 1_234_500;
  await eventually('the line has it', isReported, 30_000);
  await program.end('SIGTERM');
});

guarantee('a second modem agent on the same folder stops', async () => {
  const paying = await createPayingBox();
  const first = await startProgram(paying);
  const second = paying.box.run();
  assert.equal((await second.ended).code, 2, second.output());
  assert.match(second.output(), /another copy of the program/);
  await first.end('SIGKILL');
  await (await startProgram(paying)).end('SIGTERM');
});
