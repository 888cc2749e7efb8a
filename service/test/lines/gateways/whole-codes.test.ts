import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  createPayingBox,
  type PayingBox,
  settle,
  startProgram,
} from '../../support/lines/paying-box.ts';
import { createApproved } from '../../support/providers/live.ts';
import { eventually } from '../../support/service-process.ts';
import { read } from '../../support/transactions/payments.ts';
import { findMissing } from './gammu-box.ts';

// Orange's transfer is one code with number and amount, which nobody can dial without a payment.

const missing = findMissing(['socat']);

function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

const pay = (paying: PayingBox) =>
  createApproved(paying.service, {
    operator: 'orange',
    msisdn: '+237690000001',
    amount_xaf: 2_500,
  });

async function createOrangeBox({ hasBalance }: { readonly hasBalance: boolean }) {
  const paying = await createPayingBox({ operator: 'orange' });
  const { folder } = paying.box;
  if (!hasBalance) rmSync(join(folder, 'scenarios', 'orange-balance.json'));
  const file = join(folder, 'state', 'menu-unknown-1');
  const stopMenu = () => {
    mkdirSync(join(folder, 'state'), { recursive: true });
    writeFileSync(file, JSON.stringify({ count: 2, screen: 'Bienvenue' }));
  };
  const check = async (...words: readonly string[]) => {
    const program = paying.box.start('check', { words });
    const { code } = await program.ended;
    return { code, output: program.output() };
  };
  return { paying, stopMenu, check };
}

guarantee('a modem whose codes only a payment can try pays in the form it wants', async () => {
  const { paying, check } = await createOrangeBox({ hasBalance: false });
  const { wallet, box } = paying;
  box.modem.state.codeForm = 'ucs2';
  assert.match((await check()).output, /a modem whose dialect does not work takes no payout/);
  const program = await startProgram(paying);
  assert.equal(await settle(paying, await pay(paying)), 'succeeded');
  assert.equal(wallet.transfers.length, 1);
  assert.equal(wallet.pins.length, 1);
  await program.end('SIGTERM');
});

guarantee('a modem in whose forms no payment’s code arrives takes no further payout', async () => {
  const { paying } = await createOrangeBox({ hasBalance: false });
  const { wallet, box, service } = paying;
  box.modem.faults.spoil = (line) => (line.startsWith('+CUSD') ? '+CUSD: 4' : line);
  const program = await startProgram(paying);
  const id = await pay(paying);
  const isStopped = async () => {
    await service.takeSteps();
    const text = `select from gateway_sims where trouble = 'codes_unproven'`;
    return (await service.database.query({ text })).length === 1;
  };
  await eventually('it is stopped', isStopped, 60_000);
  assert.deepEqual(wallet.pins, []);
  const second = await pay(paying);
  await service.takeSteps();
  assert.equal((await read(service, second))['state'], 'approved', 'it waits');
  assert.notEqual((await read(service, id))['state'], 'failed', 'it goes back');
  await program.end('SIGTERM');
});

for (const hasBalance of [true, false]) {
  const beside = hasBalance ? 'beside one that it sees' : 'alone';
  guarantee(`a check forgives a menu that it cannot see only by a word, ${beside}`, async () => {
    const { stopMenu, check } = await createOrangeBox({ hasBalance });
    stopMenu();
    const first = await check();
    assert.equal(first.code, 1, first.output);
    assert.match(first.output, /No check can see the menu of orange-transfer/);
    assert.match((await check()).output, /The operator showed unknown screens twice in a row/);
    const second = await check('--trust-menus');
    assert.equal(second.code, 0, second.output);
    const third = await check();
    assert.equal(third.code, 0, third.output);
  });
}
