import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CODE_FORMS } from '../../../../gateways/modem/src/gsm/ussd-text.ts';
import {
  createPayingBox,
  settle,
  startProgram,
  WALLET_PIN,
} from '../../support/lines/paying-box.ts';
import { createApproved } from '../../support/providers/live.ts';
import { eventually } from '../../support/service-process.ts';
import { findMissing } from './gammu-box.ts';

// The service and the modem agent against a modem that shares no code with either.

const missing = findMissing(['socat']);
const PROGRAM = join(import.meta.dirname, '../../support/lines/second-modem.ts');

for (const form of CODE_FORMS) {
  test(`a foreign modem that wants ${form} codes is found out, and pays`, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    const paying = await createPayingBox();
    const { box, service } = paying;
    const { path, state } = box.modem;
    await box.modem.unplug();
    const paidFile = join(box.folder, 'paid');
    const words = [process.execPath, PROGRAM, form, state.iccid, WALLET_PIN, paidFile];
    const terminal = `PTY,link=${path},raw,echo=0,wait-slave`;
    const socat = spawn('socat', [terminal, `EXEC:${words.join(' ')}`], { stdio: 'ignore' });
    after(() => socat.kill('SIGKILL'));
    await eventually('the terminal is there', async () => existsSync(path), 10_000);
    const program = await startProgram(paying);
    const payment = { operator: 'mtn', msisdn: '+237677000001', amount_xaf: 2_500 };
    assert.equal(await settle(paying, await createApproved(service, payment)), 'succeeded');
    assert.equal(readFileSync(paidFile, 'utf8'), '677000001 2500\n');
    assert.ok(!`${box.written()}${program.output()}`.includes(WALLET_PIN), 'the PIN is nowhere');
    await program.end('SIGTERM');
    socat.kill('SIGTERM');
    if (socat.exitCode === null && socat.signalCode === null) await once(socat, 'exit');
  });
}
