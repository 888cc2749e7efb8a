import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startPhoneEmulator } from '../../emulators/phone/phone-emulator.ts';
import { touchGateway } from '../../src/db/lines/gateways.ts';
import { listLineStandings } from '../../src/db/lines/lines.ts';
import { passTime, startLiveService } from '../support/providers/live.ts';
import { createTill } from '../support/providers/till.ts';
import { addGateway, addLines, GATEWAY, openLine, SECRET } from '../support/receipts/sms.ts';

const LINE = '+237677000001';
const service = await startLiveService();
const { database } = service;
await addLines(database, 'mtn', [LINE]);
await addGateway(database, { sims: { mtn: { operator: 'mtn', line: LINE } } });
await openLine(database, LINE, 10_000);
const till = createTill(service);
const phone = await startPhoneEmulator({
  startXaf: 10_000,
  sender: 'MobileMoney',
  sim: 'mtn',
  serviceUrl: service.url,
  gateway: { id: GATEWAY, secret: SECRET },
  now: async () =>
    (await database.query<{ at: Date }>({ text: 'select app_now() as at' }))[0]?.at ?? new Date(),
});
after(() => phone.stop());

/** Presses a button of the page, which then shows itself again. */
async function press(act: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${phone.url}/_phone/${act}`, { method: 'POST', body });
  assert.equal(answer.status, 200);
  return answer.text();
}

async function deposit() {
  const msisdn = till.player('mtn');
  const id = await till.deposit({ msisdn, line: LINE, operator: 'mtn' });
  return { id, payer: msisdn, amount: '500' };
}

test('a payment is reported with the balance after it and completes its deposit', async () => {
  const { id, ...paid } = await deposit();
  const page = await press('pay', { ...paid, note: 'Votre nouveau solde: 1 XAF' });
  assert.match(page, /the line has <b>10500 XAF<\/b>/);
  assert.match(page, /handed over: 200/);
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('a forged text waits, also with the id of a payment whose text is still under way', async () => {
  const { id, ...paid } = await deposit();
  const kept = await press('pay', { ...paid, fate: 'keep' });
  const [, operatorId = ''] = /under way<\/b>.*?Transaction Id: (\d+)/s.exec(kept) ?? [];
  const { id: forged, payer } = await deposit();
  await press('forge', { payer, amount: '500', balance: '77000', id: operatorId });
  assert.deepEqual([await till.stateOf(id), await till.stateOf(forged)], ['pending', 'pending']);
  await press('deliver');
  assert.deepEqual([await till.stateOf(id), await till.stateOf(forged)], ['succeeded', 'pending']);
});

test('money that moves without a text, or a text that is lost, leaves a gap', async () => {
  const isInGap = async () => (await listLineStandings(database))[0]?.isInGap;
  for (const leaveGap of [
    () => press('move', { amount: '-300' }),
    async () => press('pay', { ...(await deposit()), fate: 'lose' }),
  ]) {
    await leaveGap();
    const { id, ...paid } = await deposit();
    const page = await press('pay', paid);
    assert.deepEqual([await till.stateOf(id), await isInGap()], ['pending', true]);
    const [, balance = ''] = /the line has <b>(\d+) XAF/.exec(page) ?? [];
    assert.equal((await openLine(database, LINE, Number(balance))).credited, 1);
    assert.deepEqual([await till.stateOf(id), await isInGap()], ['succeeded', false]);
  }
});

test('texts are dated by the clock that the phone is given', async () => {
  await passTime(database, 25 * 3_600_000);
  await touchGateway(database, GATEWAY);
  await openLine(database, LINE, Number(/has <b>(\d+) XAF/.exec(await press('move'))?.[1]));
  const { id, ...paid } = await deposit();
  await press('pay', paid);
  assert.equal(await till.stateOf(id), 'succeeded');
});
