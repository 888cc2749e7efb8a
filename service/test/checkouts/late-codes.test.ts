import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { changeSeller } from '../../src/flows/access/administer-keys.ts';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { tamper } from '../support/books/forget-books.ts';
import {
  attempt,
  createCheckout,
  orangeNumber,
  pay,
  readCheckout,
  settleAll,
} from '../support/checkouts/checkouts.ts';
import { startLiveService } from '../support/providers/live.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import { create, DEPOSITS, read, shiftClock } from '../support/transactions/payments.ts';

// Buyers who confirm a dialled code after its end, while strangers type their numbers elsewhere.

const LINE = '+237699000001';
const AMOUNT_XAF = 5000;
const service = await startLiveService();
const { database } = service;
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
const [{ name: application } = { name: '' }] = await database.query<{ readonly name: string }>({
  text: 'select name from applications',
});
await changeSeller({ database }, COMMAND_LINE, { application, takesCheckouts: true });

// The operator's clock, in the texts, is not the one that tests shift.
afterEach(() => shiftClock(database, 0));

/** A code whose time was over so long ago. */
async function openEnded(
  id: string,
  buyer: ReturnType<typeof orangeNumber>,
  secondsAgo: number,
): Promise<string> {
  await shiftClock(database, -600 - secondsAgo);
  const depositId = await pay(service, id, buyer);
  await shiftClock(database, 1 - secondsAgo);
  await expireDeposits({ database, onQueued: () => {} });
  return depositId;
}

async function payByCode({ msisdn }: ReturnType<typeof orangeNumber>): Promise<string> {
  await shiftClock(database, 0);
  await tell(service, { text: line.pay({ payer: msisdn, amount: AMOUNT_XAF }) });
  await settleAll(service);
  const [receipt] = await receiptsOf(database, msisdn);
  return receipt?.reason ?? '';
}

async function stateOf(id: string) {
  return (await readCheckout(service, id)).state;
}

test('no other checkout gets a code that a payment after the end of the first may pay', async () => {
  const buyer = orangeNumber(1);
  const [own, others] = [await createCheckout(service), await createCheckout(service)];
  await openEnded(own.id, buyer, 60);
  const refused = await attempt(service, others.id, buyer);
  assert.ok(refused.kind === 'refused' && refused.refusal.code === 'same_code_elsewhere');
  assert.equal((await attempt(service, own.id, buyer)).kind, 'started', 'the buyer tries again');
  await payByCode(buyer);
  assert.deepEqual([await stateOf(own.id), await stateOf(others.id)], ['paid', 'open']);
});

test('a payment that may be of two checkouts is held, also if one of them is open', async () => {
  const buyer = orangeNumber(2);
  const own = await createCheckout(service);
  const others = await createCheckout(service, { amount_xaf: 5100 });
  const depositId = await pay(service, others.id, buyer);
  await openEnded(own.id, buyer, 60);
  // As if it had got its code in spite of the other.
  await tamper(database, [`update transactions set amount_xaf = 5000 where id = '${depositId}'`]);
  assert.match(await payByCode(buyer), /several checkouts/);
  assert.equal(await stateOf(own.id), 'open');
  assert.equal((await read(service, depositId))['state'], 'pending');
});

test('a code that ended half an hour ago does not keep the number from paying elsewhere', async () => {
  const buyer = orangeNumber(3);
  const [strangers, own] = [await createCheckout(service), await createCheckout(service)];
  await openEnded(strangers.id, buyer, 1_801);
  await shiftClock(database, 0);
  assert.equal((await attempt(service, own.id, buyer)).kind, 'started');
  assert.match(await payByCode(buyer), /completed/);
  assert.equal(await stateOf(own.id), 'paid');
});

test('a stranger who typed a number does not keep its ordinary deposit from being paid', async () => {
  const buyer = orangeNumber(4);
  await openEnded((await createCheckout(service)).id, buyer, 1_801);
  await shiftClock(database, 0);
  const { service_tx_id } = await create(service, DEPOSITS, { ...buyer, amount_xaf: AMOUNT_XAF });
  assert.match(await payByCode(buyer), /completed/);
  assert.equal((await read(service, service_tx_id))['state'], 'succeeded');
});

test('an attempt that ended long ago is paid by what nothing else explains', async () => {
  const buyer = orangeNumber(5);
  const { id } = await createCheckout(service);
  await openEnded(id, buyer, 7_200);
  await payByCode(buyer);
  assert.equal(await stateOf(id), 'paid');
});
