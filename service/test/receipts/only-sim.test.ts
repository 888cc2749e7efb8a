import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../src/flows/access/policy.ts';
import { forgetSim } from '../../src/flows/lines/administer-gateways.ts';
import { placeSim } from '../../src/flows/lines/change-gateways.ts';
import { startLiveService } from '../support/providers/live.ts';
import { createTill, rowsOf } from '../support/providers/till.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  GATEWAY,
  signedRequest,
} from '../support/receipts/sms.ts';

const LINE = '+237699000001';
const service = await startLiveService();
const { database } = service;
await addLines(database, 'orange', [LINE]);
const SIM = { operator: 'orange', line: LINE } as const;
await addGateway(database, { dialect: 'android', sims: { sim1: SIM } });
const till = createTill(service);
const line = createOrangeLine(LINE);

/** As the phone's app writes it when it may not read which SIM got the text. */
function sendWithoutSim(message: string, changes: Readonly<Record<string, unknown>> = {}) {
  const payload = { message, sender: 'OrangeMoney', recipient: null, simNumber: null, ...changes };
  const request = signedRequest({ event: 'sms:received', payload });
  return service.call('POST', `/internal/v1/sms/${GATEWAY}`, request);
}

const declare = (isOnly: boolean) =>
  placeSim({ database, policy: ONE_PERSON }, COMMAND_LINE, {
    gatewayId: GATEWAY,
    sim: 'sim1',
    ...SIM,
    isOnly,
    reason: null,
  });

test('a text that names no SIM is believed only of a phone that was declared to hold one', async () => {
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: LINE });
  const text = line.pay({ payer: msisdn, amount: 500 });
  await sendWithoutSim(text);
  assert.equal(await till.stateOf(id), 'pending');
  assert.equal((await rowsOf(database, text))[0]?.trust, 'unknown_sim');
  await declare(true);
  await sendWithoutSim(text);
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('a text that names another SIM is not that of the declared one', async () => {
  await declare(true);
  const text = line.pay({ payer: till.player(), amount: 500 });
  await sendWithoutSim(text, { simNumber: 2 });
  assert.equal((await rowsOf(database, text))[0]?.trust, 'unknown_sim');
});

for (const [name, end] of [
  ['declared otherwise', () => declare(false)],
  ['forgotten', () => forgetSim({ database }, COMMAND_LINE, { gatewayId: GATEWAY, sim: 'sim1' })],
] as const) {
  test(`a SIM that was ${name} is no longer meant by texts that name none`, async () => {
    await declare(true);
    await end();
    const text = line.pay({ payer: till.player(), amount: 500 });
    await sendWithoutSim(text);
    assert.equal((await rowsOf(database, text))[0]?.trust, 'unknown_sim');
  });
}

test('a gateway that holds another line is not declared to hold one SIM', async () => {
  const other = { operator: 'mtn', line: '+237677000001' } as const;
  const put = (sim: string, of: typeof other | typeof SIM, isOnly: boolean) =>
    placeSim({ database, policy: ONE_PERSON }, COMMAND_LINE, {
      gatewayId: GATEWAY,
      sim,
      ...of,
      isOnly,
      reason: null,
    });
  await declare(true);
  assert.equal((await put('sim2', other, false)).kind, 'invalid');
  // The same SIM under another name is no other SIM.
  assert.equal((await put(LINE, SIM, false)).kind, 'placed');
  await declare(false);
  assert.equal((await put('sim2', other, false)).kind, 'placed');
  assert.equal((await declare(true)).kind, 'invalid');
});
