import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCampayEmulator } from '../../emulators/campay/campay-emulator.ts';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { sentenceOf } from '../../src/domain/messages/message.ts';
import { resolveTransaction } from '../../src/flows/decisions/resolve-transaction.ts';
import { addCampay, decisionOf, settleAll, startLiveService } from '../support/providers/live.ts';
import { mtnText } from '../support/providers/till.ts';
import { addGateway, openLine, tell } from '../support/receipts/sms.ts';
import { create, DEPOSITS, read } from '../support/transactions/payments.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';

// Numbers of this range are MTN's for us, and Orange's for the aggregator.

const LINE = '+237670009999';
const service = await startLiveService();
const { database } = service;
const campay = await startCampayEmulator({ decide: 'manual' });
after(() => campay.stop());
await addCampay(database, campay, { id: 'campay-mtn', channel: { merchantNumber: LINE } });
await addGateway(database, {
  sims: { 'sim-1': { operator: 'mtn', line: LINE } },
  opensWithXaf: null,
});
await openLine(database, LINE, 10_000);
let players = 0;

async function prompt() {
  players += 1;
  const msisdn = `+23768800${1_000 + players}`;
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
  const payment = campay.ledger.payments().find((one) => msisdn.endsWith(one.msisdn.slice(-9)));
  assert.ok(payment !== undefined);
  return { id, msisdn, theirs: payment.reference };
}

const stateOf = async (id: string) => (await read(service, id))['state'];

async function remarksOf(id: string) {
  const wanted = { isOpen: true, transactionId: id, after: null, limit: 10 };
  return (await listContradictions(database, wanted)).map(({ remark }) => remark);
}

test('a prompt that is paid otherwise, after a text has paid its deposit, contradicts it once', async () => {
  const { id, msisdn, theirs } = await prompt();
  const text = mtnText({ payer: msisdn, amount: 500, balance: 10_500, id: '18400000001' });
  await tell(service, { sim: 'sim-1', sender: 'MobileMoney', text });
  assert.equal(await stateOf(id), 'succeeded');
  assert.deepEqual(await remarksOf(id), []);
  campay.approve(theirs);
  await settleAll(service, 3);
  assert.equal(await stateOf(id), 'succeeded');
  const [remark, ...more] = await remarksOf(id);
  assert.deepEqual([remark?.code, more], ['paid_otherwise', []]);
  assert.match(sentenceOf(remark ?? { code: 'stuck' }), /paid twice.*operator differs/);
  await assertAllHolds(service);
});

test('what staff have decided to credit is not contradicted by its own payment', async () => {
  const { id, theirs } = await prompt();
  campay.approve(theirs);
  await settleAll(service, 2);
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  const decision = { decision: 'confirm', reason: 'CamPay shows it' } as const;
  const decided = await resolveTransaction(...(await decisionOf(service)), id, decision);
  assert.equal(decided.kind, 'done');
  await database.query({
    text: `update submissions set next_step_at = app_now() where transaction_id = $1`,
    values: [id],
  });
  await settleAll(service, 1);
  assert.equal(await stateOf(id), 'succeeded');
  assert.deepEqual(await remarksOf(id), []);
});
