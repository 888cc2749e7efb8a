import assert from 'node:assert/strict';
import { test } from 'node:test';
import { touchGateway } from '../../src/db/lines/gateways.ts';
import { listPayingSims } from '../../src/db/lines/paying-sims.ts';
import { recordBalance } from '../../src/flows/decisions/trust-balance.ts';
import { listLineProblems } from '../../src/flows/lines/list-line-problems.ts';
import { startLines } from '../support/lines/lines.ts';
import { passTime } from '../support/providers/live.ts';
import { GATEWAY, orangeText, receiptsOf, tell } from '../support/receipts/sms.ts';

// A forger who guesses the balance of a line and waits, or who has seen it; and true texts that
// look like it: they come late, out of order, and while the balance is read.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const { service, database, till, takeLine } = await startLines(22);

/** How far the clock of the service is ahead of the machine's. */
let aheadMs = 0;

async function wait(ms: number): Promise<void> {
  aheadMs += ms;
  await passTime(database, ms);
  await touchGateway(database, GATEWAY);
}

let lastSerial = 0;

/** The id of a payment that is made now. */
function operatorId(): string {
  lastSerial += 1;
  const inDouala = new Date(Date.now() + aheadMs + HOUR_MS).toISOString();
  const day = inDouala.slice(2, 10).replaceAll('-', '');
  const time = inDouala.slice(11, 16).replace(':', '');
  return `PP${day}.${time}.W${String(lastSerial).padStart(5, '0')}`;
}

/** One player for each number. */
const playerOf = (msisdn: string) => `00000000-0000-4000-8000-${msisdn.slice(1)}`;

/** A line that was opened with 50 000.25, and what the operator really has on it. */
function openLine() {
  const number = takeLine();
  let truthXaf = 50_000.25;
  const textOf = (payer: string, amount: number, afterXaf: number) =>
    orangeText({
      payer: payer.slice(4),
      payee: number.slice(4),
      amount,
      balance: afterXaf.toFixed(2),
      id: operatorId(),
    });
  /** A deposit, and a text about its payment that may be true or not. */
  const claim = async (amount: number, afterXaf: number, msisdn = till.player()) => {
    const player_id = playerOf(msisdn);
    const id = await till.deposit({ msisdn, player_id, line: number, amount_xaf: amount });
    return { id, msisdn, text: textOf(msisdn, amount, afterXaf) };
  };
  const pay = (amount = 500, msisdn = till.player()) => {
    truthXaf += amount;
    return claim(amount, truthXaf, msisdn);
  };
  /** Money leaves by a text, or without one that we get. */
  const spend = (amount: number) => {
    truthXaf -= amount;
    return sentText(amount, truthXaf);
  };
  const sentText = (amount: number, afterXaf: number) =>
    orangeText({
      payer: number.slice(4),
      payee: till.player().slice(4),
      amount,
      balance: afterXaf.toFixed(2),
      id: operatorId(),
    });
  const say = (text: string) => tell(service, { sim: number, text });
  /** The operator answers our question. */
  const read = (balanceXaf = truthXaf, ageMs = 0) =>
    recordBalance(service.payments.sms, {
      gatewayId: GATEWAY,
      line: number,
      balanceCents: Math.round(balanceXaf * 100),
      readAt: { agoMs: ageMs },
    });
  const needsReading = async () =>
    (await listPayingSims(database)).find(({ line }) => line === number)?.needsReading;
  const burstAt = async () =>
    (await listLineProblems(database)).find(({ line }) => line === number)?.burstAt ?? null;
  return {
    truth: () => truthXaf,
    ...{ claim, pay, spend, sentText, say, read, needsReading, burstAt },
  };
}

interface Payment {
  readonly id: string;
}

const statesOf = (payments: readonly Payment[]) =>
  Promise.all(payments.map(({ id }) => till.stateOf(id)));

async function assertStates(payments: readonly Payment[], state: string): Promise<void> {
  assert.deepEqual(
    await statesOf(payments),
    payments.map(() => state),
  );
}

test('a forged text that waited for 20 hours does not start from the balance that is read', async () => {
  const { claim, pay, spend, say, read } = openLine();
  const forged = await claim(900_000, 970_000.25);
  await say(forged.text);
  await wait(20 * HOUR_MS);
  spend(-20_000);
  await read(70_000.25);
  assert.notEqual(await till.stateOf(forged.id), 'succeeded');
  const later = await pay();
  await say(later.text);
  await assertStates([later], 'succeeded');
});

test('a forged text from before the last believed one does not end in the balance that is read', async () => {
  const { claim, pay, spend, say, read } = openLine();
  const forged = await claim(15_000, 70_000.25);
  await say(forged.text);
  await wait(20 * HOUR_MS);
  const believed = await pay();
  await say(believed.text);
  await assertStates([believed], 'succeeded');
  spend(-19_500);
  await read(70_000.25);
  assert.notEqual(await till.stateOf(forged.id), 'succeeded');
});

test('five payments a minute that come out of order are credited, also when the balance is read amid them', async () => {
  const { pay, say, read } = openLine();
  const payments: (Payment & { readonly text: string })[] = [];
  for (let block = 0; block < 4; block += 1) {
    const made = [];
    for (let one = 0; one < 5; one += 1) {
      await wait(12_000);
      made.push(await pay(500 + block));
    }
    payments.push(...made);
    const [first, second, third, fourth, fifth] = made.map(({ text }) => text);
    for (const text of [fourth, second]) await say(text ?? assert.fail());
    if (block % 2 === 1) await read();
    for (const text of [fifth, first, third]) await say(text ?? assert.fail());
  }
  await assertStates(payments, 'succeeded');
});

test('the texts of a gateway that was away for 3 hours are credited, also when the balance was read meanwhile', async () => {
  const { pay, say, read } = openLine();
  const before = await pay();
  await say(before.text);
  const made = [];
  for (let ten = 0; ten < 18; ten += 1) {
    await wait(10 * MINUTE_MS);
    made.push(await pay(500 + ten));
    if (ten === 6 || ten === 12) await read();
  }
  await wait(5 * MINUTE_MS);
  const shuffled = made.toSorted((a, b) => (a.id.slice(-4) < b.id.slice(-4) ? -1 : 1));
  for (const { text } of shuffled) await say(text);
  await assertStates([before, ...made], 'succeeded');
});

test('one text that is missing of those that come hours later leaves its part of them to a person', async () => {
  const { pay, say, read } = openLine();
  const made = [];
  for (let ten = 0; ten < 12; ten += 1) {
    await wait(10 * MINUTE_MS);
    made.push(await pay(500 + ten));
    if (ten === 5 || ten === 11) await read();
  }
  await wait(20 * MINUTE_MS);
  const [early, lost, ...later] = [made.slice(0, 6), made.slice(6, 7), made.slice(7)].flat(0);
  for (const { text } of [...(early ?? []), ...(later.flat() ?? [])]) await say(text);
  await assertStates(early ?? [], 'succeeded');
  assert.ok((await statesOf([...(lost ?? []), ...later.flat()])).every((s) => s !== 'succeeded'));
});

test('two payments of one player that waited are both credited', async () => {
  const { pay, say } = openLine();
  const [missing, msisdn] = [await pay(), till.player()];
  const both = [await pay(700, msisdn), await pay(700, msisdn)];
  for (const { text } of both.toReversed()) await say(text);
  await assertStates(both, 'pending');
  await say(missing.text);
  await assertStates([missing, ...both], 'succeeded');
});

test('payments of two players with one amount that waited are both credited', async () => {
  const { pay, say } = openLine();
  const [missing, one, two] = [await pay(), await pay(700), await pay(700)];
  await say(two.text);
  await say(one.text);
  await say(missing.text);
  await assertStates([missing, one, two], 'succeeded');
});

test('money in, out and in again over one balance is credited', async () => {
  const { pay, spend, say } = openLine();
  const missing = await pay();
  const first = await pay(700);
  const out = spend(700);
  const second = await pay(700);
  for (const text of [second.text, out, first.text, missing.text]) await say(text);
  await assertStates([missing, first, second], 'succeeded');
});

test('of several texts of one payer and amount none is credited because its balance happens to fit', async () => {
  const { claim, spend, pay, say, read } = openLine();
  const msisdn = till.player();
  const guesses = [];
  for (const afterXaf of [60_000.25, 61_000.25, 62_000.25]) {
    guesses.push(await claim(900, afterXaf, msisdn));
  }
  for (const { text } of guesses) await say(text);
  spend(-11_000);
  await read(61_000.25);
  await assertStates(guesses, 'pending');
  const follower = await claim(400, 61_000.25 - 900 + 400);
  await say(follower.text);
  await assertStates([follower], 'pending');
  const later = await pay();
  await say(later.text);
  await assertStates([later], 'succeeded');
});

test('of two texts that start from one balance none is credited when the line reaches it', async () => {
  const { claim, pay, say, truth } = openLine();
  const missing = await pay(500);
  const guesses = [await claim(900, truth() + 900), await claim(800, truth() + 800)];
  for (const { text } of guesses) await say(text);
  await say(missing.text);
  assert.deepEqual(await statesOf([missing, ...guesses]), ['succeeded', 'pending', 'pending']);
  const follower = await claim(300, truth() + 900 + 300);
  await say(follower.text);
  await assertStates([follower], 'pending');
});

/** Texts that connect to nothing, of as many payers. */
async function sendBurst({ claim, say }: ReturnType<typeof openLine>, count: number) {
  const sent = [];
  for (let n = 0; n < count; n += 1) sent.push(await claim(600 + n, 900_000 + n * 7_000));
  for (const { text } of sent) await say(text);
  return sent;
}

test('after ten texts that connect to nothing a payment is credited at once, after eleven not', async () => {
  const line = openLine();
  await sendBurst(line, 10);
  const calm = await line.pay();
  await line.say(calm.text);
  await assertStates([calm], 'succeeded');
  assert.equal(await line.burstAt(), null);
  await sendBurst(line, 1);
  assert.notEqual(await line.burstAt(), null, 'the pager rings');
  const held = await line.pay();
  await line.say(held.text);
  await assertStates([held], 'pending');
  const [receipt] = await receiptsOf(database, held.msisdn);
  assert.match(receipt?.reason ?? '', /credited when a balance that is read after it fits/);
  assert.equal(await line.needsReading(), true);

  await line.read();
  await assertStates([held], 'succeeded');
  assert.equal(await line.needsReading(), false);
  const next = await line.pay();
  await line.say(next.text);
  await assertStates([next], 'pending');
  await wait(HOUR_MS + MINUTE_MS);
  const after = await line.pay();
  await line.say(after.text);
  await assertStates([after], 'succeeded');
});

test('in a burst a text that hits the balance is not credited by a balance that does not follow from it', async () => {
  const line = openLine();
  await sendBurst(line, 11);
  const hit = await line.claim(700, line.truth() + 700);
  await line.say(hit.text);
  await line.read();
  assert.equal(await line.needsReading(), true, 'it may have come while the balance was read');
  await wait(5 * MINUTE_MS);
  await line.read();
  await assertStates([hit], 'pending');
  const [receipt] = await receiptsOf(database, hit.msisdn);
  assert.match(receipt?.reason ?? '', /does not lead to the balance that was read/);
});

test('a text that a balance has refuted is credited by no later one, also when the burst is over', async () => {
  const line = openLine();
  await sendBurst(line, 11);
  const hit = await line.claim(700, line.truth() + 700);
  await line.say(hit.text);
  await wait(5 * MINUTE_MS);
  await line.read();
  await wait(HOUR_MS + MINUTE_MS);
  line.spend(200);
  await line.read();
  await wait(MINUTE_MS);
  await line.read();
  await assertStates([hit], 'pending');
});

test('a text of a burst that a balance does not show is not credited because the burst is over', async () => {
  const { claim, sentText, say, read, truth, ...line } = openLine();
  await sendBurst({ claim, sentText, say, read, truth, ...line }, 11);
  const forged = await claim(700, truth() + 700);
  await say(forged.text);
  await say(sentText(700, truth()));
  await wait(HOUR_MS + MINUTE_MS);
  await read();
  await assertStates([forged], 'pending');
});

test('texts that connect to each other are no burst', async () => {
  const { pay, say, burstAt } = openLine();
  await pay();
  for (let n = 0; n < 14; n += 1) await say((await pay()).text);
  assert.equal(await burstAt(), null);
});

test('a payment above the second person’s amount is credited when a balance read after it fits', async () => {
  const { pay, say, read, needsReading } = openLine();
  const large = await pay(1_000_001);
  await say(large.text);
  await assertStates([large], 'pending');
  const small = await pay(1_000_000);
  await say(small.text);
  await assertStates([small], 'succeeded');
  assert.equal(await needsReading(), true);
  await read();
  await assertStates([large, small], 'succeeded');
});

test('a large text of a forger who has seen the balance is not credited', async () => {
  const { claim, say, read, truth } = openLine();
  const forged = await claim(2_000_000, truth() + 2_000_000);
  await say(forged.text);
  await read();
  await assertStates([forged], 'pending');
});

test('a forger who lets the money of a large text leave again has nothing credited', async () => {
  const { claim, sentText, pay, say, read, truth } = openLine();
  const forged = await claim(2_000_000, truth() + 2_000_000);
  await say(forged.text);
  await say(sentText(2_000_000, truth()));
  await wait(5 * MINUTE_MS);
  await read();
  await assertStates([forged], 'pending');
  const next = await pay();
  await say(next.text);
  await assertStates([next], 'succeeded');
});

test('a large text that ends in a balance which was read before it came is not credited by the next one', async () => {
  const { claim, pay, spend, say, read } = openLine();
  spend(-3_000_000);
  await read();
  const forged = await claim(2_000_000, 3_050_000.25);
  await say(forged.text);
  const next = await pay();
  await say(next.text);
  await wait(MINUTE_MS);
  await read();
  assert.deepEqual(await statesOf([forged, next]), ['pending', 'succeeded']);
});

test('a forged text that says what another payer has paid is not proven by their balance', async () => {
  const { claim, pay, say, read, truth } = openLine();
  const forged = await claim(2_000_000, truth() + 2_000_000);
  await say(forged.text);
  const paid = await pay(2_000_000);
  await say(paid.text);
  await wait(MINUTE_MS);
  await read();
  await assertStates([forged], 'pending');
});

test('a true payment after a large text whose money left again does not prove it', async () => {
  const { claim, sentText, pay, say, read, truth } = openLine();
  const first = await pay();
  await say(first.text);
  const forged = await claim(2_000_000, truth() + 2_000_000);
  await say(forged.text);
  await say(sentText(2_000_000, truth()));
  const next = await pay();
  await say(next.text);
  await wait(MINUTE_MS);
  await read();
  await assertStates([first, next], 'succeeded');
  await assertStates([forged], 'pending');
});

test('a balance proves no large text whose money left again before it, though texts are missing', async () => {
  const { claim, sentText, pay, spend, say, read, truth } = openLine();
  spend(300);
  const forged = await claim(2_000_000, truth() + 2_000_000);
  await say(forged.text);
  await say(sentText(2_000_000, truth()));
  const next = await pay();
  await say(next.text);
  await wait(MINUTE_MS);
  await read();
  await assertStates([next], 'succeeded');
  await assertStates([forged], 'pending');
});
