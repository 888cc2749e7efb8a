import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { createDialog } from '../../../../gateways/modem/src/at/dialog.ts';
import { startModem } from '../../../../gateways/modem/src/modem/modem.ts';
import { openPort } from '../../../../gateways/modem/src/modem/open-port.ts';
import type { Order } from '../../../../gateways/modem/src/scenario/decide.ts';
import { type RunOptions, runScenario } from '../../../../gateways/modem/src/ussd/run-scenario.ts';
import { openSession } from '../../../../gateways/modem/src/ussd/session.ts';
import { loadScenario } from '../../../../gateways/modem/test/support/scenarios.ts';
import { startModemEmulator } from '../../../emulators/modem/modem-emulator.ts';
import { createWallet } from '../../../emulators/modem/wallet.ts';
import { walletMenus } from '../../../emulators/modem/wallet-menus.ts';
import { findMissing } from './gammu-box.ts';

// Scenarios over a real serial line, with a modem and an operator that are emulated.

const missing = findMissing(['socat']);
const PIN = '73915';
const ORDER: Order = { amountXaf: 2_500, number: '677000001', name: null };

function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'momo-ussd-'));
  const wallet = createWallet({ pin: PIN, providerWallet: { balance: 10_000 } });
  const path = join(folder, 'tty');
  const modem = await startModemEmulator({ path, ussd: walletMenus(wallet) });
  const dialog = createDialog(await openPort({ path, baud: 115_200 }));
  after(async () => {
    dialog.end();
    await modem.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const never = { takePin: async () => null, keepPin: async () => {} };
  assert.equal((await startModem(dialog, never)).kind, 'ready');
  const kept: string[] = [];
  const run = (name: string, changes: Partial<RunOptions> = {}) =>
    runScenario(loadScenario(name), ORDER, {
      session: openSession(dialog, { form: 'plain', screenMs: 2_000, lastTextMs: 100 }),
      pin: PIN,
      mayConfirm: () => true,
      beforeConfirm: async () => {
        kept.push(`${wallet.transfers.length} paid`);
      },
      ...changes,
    });
  return { modem, wallet, run, kept };
}

guarantee('a transfer is paid once, and its confirmation is on disk before', async () => {
  const { wallet, run, kept, modem } = await start();
  modem.faults.between = ['+CREG: 1', 'RING'];
  const { result, exchanges } = await run('mtn-transfer');
  assert.equal(result.kind === 'done' && result.means, 'accepted');
  assert.deepEqual(wallet.transfers, [{ number: '677000001', amount: 2_500 }]);
  assert.deepEqual(kept, ['0 paid']);
  assert.equal(exchanges.length, 5);
  assert.ok(!JSON.stringify(exchanges).includes(PIN), 'the PIN is in no record');
});

guarantee('a balance is read', async () => {
  const { run } = await start();
  const { result } = await run('mtn-balance');
  assert.deepEqual(result, {
    kind: 'done',
    means: 'told',
    facts: [{ field: 'balance', value: '10000' }],
  });
});

guarantee('a screen with another amount ends the session before the PIN', async () => {
  const { wallet, run, kept, modem } = await start();
  wallet.change = (screen) => ({ ...screen, text: screen.text.replace('2500', '25000') });
  const { result, exchanges } = await run('mtn-transfer');
  assert.deepEqual(result, { kind: 'stopped', problem: 'other_amount' });
  assert.deepEqual([wallet.transfers, kept], [[], []]);
  assert.match(exchanges.at(-1)?.screen ?? '', /25000/, 'what surprised is kept');
  assert.equal(modem.commands().at(-1), 'AT+CUSD=2');
  assert.equal(modem.state.session, null);
});

const CUTS = ['+CUSD: 2', '+CUSD: 2,"",15', '+CUSD: 5', '+CUSD: 0', '+CUSD: 0,"",15'];

guarantee('a session that the network cuts before the confirmation is no screen', async () => {
  const { wallet, run, kept, modem } = await start();
  for (const [at, cut] of CUTS.entries()) {
    let shown = 0;
    // Each at another screen of the menu.
    modem.faults.cut = () => (shown++ === at % 4 ? cut : null);
    const { result, exchanges } = await run('mtn-transfer');
    assert.deepEqual(result, { kind: 'stopped', problem: 'timed_out' }, cut);
    assert.equal(exchanges.at(-1)?.screen, null, cut);
  }
  assert.deepEqual([wallet.transfers, kept], [[], []]);
});

guarantee('a session that the network cuts after the confirmation is unknown', async () => {
  const { wallet, run, modem } = await start();
  wallet.balance = 100_000;
  for (const cut of CUTS) {
    let shown = 0;
    modem.faults.cut = () => (shown++ === 4 ? cut : null);
    assert.deepEqual((await run('mtn-transfer')).result, { kind: 'unknown' }, cut);
  }
  assert.equal(wallet.transfers.length, CUTS.length);
});

guarantee('a modem that reports the end before the last text loses nothing', async () => {
  const { run, modem } = await start();
  for (const end of ['+CUSD: 0', '+CUSD: 2']) {
    modem.faults.cut = (screen) => (screen.startsWith('+CUSD: 0') ? `${end}\r\n${screen}` : null);
    const { result } = await run('mtn-transfer');
    assert.equal(result.kind === 'done' && result.means, 'accepted', end);
  }
});

guarantee('what is too late, or cannot be kept, is not confirmed', async () => {
  const { wallet, run } = await start();
  const late = await run('mtn-transfer', { mayConfirm: () => false });
  assert.deepEqual(late.result, { kind: 'stopped', problem: 'too_late' });
  const full = await run('mtn-transfer', {
    beforeConfirm: () => Promise.reject(new Error('no space left')),
  });
  assert.deepEqual(full.result, { kind: 'stopped', problem: 'not_kept' });
  assert.deepEqual(wallet.transfers, []);
});

guarantee('a confirmation whose outcome no screen shows is unknown, not repeated', async () => {
  const { wallet, run, modem } = await start();
  wallet.isMuteAfterwards = true;
  assert.deepEqual((await run('mtn-transfer')).result, { kind: 'unknown' });
  assert.equal(wallet.transfers.length, 1);
  const sent = modem.commands().filter((command) => command.includes(PIN));
  assert.equal(sent.length, 1);
});

guarantee('a refused PIN and an empty wallet are distinguished', async () => {
  const { wallet, run } = await start();
  const wrong = await run('mtn-transfer', { pin: '00000' });
  assert.equal(wrong.result.kind === 'done' && wrong.result.means, 'pin_refused');
  wallet.balance = 100;
  const poor = await run('mtn-transfer');
  assert.equal(poor.result.kind === 'done' && poor.result.means, 'refused');
  assert.deepEqual(wallet.transfers, []);
});

guarantee(
  'an operator that does not know the code, or says nothing, confirms nothing',
  async () => {
    const { run, modem } = await start();
    const { result } = await run('orange-balance');
    assert.deepEqual(result, { kind: 'stopped', problem: 'not_supported' });
    modem.faults.spoil = (line) => (line.startsWith('+CUSD') ? '' : line);
    assert.deepEqual((await run('mtn-transfer')).result, { kind: 'stopped', problem: 'silent' });
  },
);
