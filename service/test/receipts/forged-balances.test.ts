import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { listLooseSteps } from '../../src/db/lines/balance-steps.ts';
import { touchGateway } from '../../src/db/lines/gateways.ts';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { startLines } from '../support/lines/lines.ts';
import { passTime } from '../support/providers/live.ts';
import {
  createOrangeLine,
  GATEWAY,
  nextOrangeId,
  orangeText,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';

// What a forger of the operator's sender can do without knowing the balance of a line.

const { service, database, till, takeLine } = await startLines(11);
const headers = await scriptHeaders(database, await addPerson(database, 'agent'));
const admin = await scriptHeaders(database, await addPerson(database, 'admin'));

function openLine() {
  const number = takeLine();
  const line = createOrangeLine(number);
  const say = (text: string) => tell(service, { sim: number, text });
  /** A deposit, and the text of its payment that the line really got. */
  const arrange = async (amount = 500) => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number, amount_xaf: amount });
    return { id, msisdn, text: line.pay({ payer: msisdn, amount }) };
  };
  /** A deposit, and a text about a payment that never was. */
  const forge = async (balance: string, amount = 5_000) => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number, amount_xaf: amount });
    const [payer, payee] = [msisdn.slice(4), number.slice(4)];
    return { id, msisdn, text: orangeText({ payer, payee, amount, balance, id: nextOrangeId() }) };
  };
  const loose = () => listLooseSteps(database, number);
  return { number, line, say, arrange, forge, loose };
}

const statesOf = (...payments: readonly { readonly id: string }[]) =>
  Promise.all(payments.map(({ id }) => till.stateOf(id)));
const withoutBalance = (text: string) => text.replace(/, Nouveau Solde: [0-9.]+ FCFA/, '');

async function dismiss(msisdn: string): Promise<void> {
  const [receipt] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1',
    values: [msisdn],
  });
  const answer = await service.call('POST', `/internal/v1/receipts/${receipt?.id}/dismiss`, {
    headers,
    json: { was: 'forged', reason: 'The operator knows no such transaction.' },
  });
  assert.equal(answer.status, 200, answer.text);
}

/** A person types the balance that the operator shows. */
function typeBalance(line: string, balanceXaf: number) {
  return service.call('POST', `/internal/v1/lines/${line}/balance`, {
    headers,
    json: { balance_cents: balanceXaf * 100, reason: 'As the operator shows it.' },
  });
}

async function readLine(number: string): Promise<Json & { readonly loose: readonly Json[] }> {
  const answer = await service.call('GET', '/internal/v1/lines', { headers: admin });
  const items = bodyOf(answer)['items'] as Json[];
  const found = items.find(({ line }) => line === number);
  assert.ok(found !== undefined);
  return { ...found, loose: found['loose'] as Json[] };
}

test('a payment without a balance is held on a line whose texts have one', async () => {
  const { say, arrange, forge, loose } = openLine();
  await say((await arrange()).text);
  const forged = await forge('0');
  await say(withoutBalance(forged.text));
  const [held] = await receiptsOf(database, forged.msisdn);
  assert.deepEqual([held?.state, held?.is_trusted, held?.score], ['unmatched', false, 60]);
  assert.match(held?.reason ?? '', /names no balance, while those of its line do/);

  const later = await arrange();
  await say(later.text);
  assert.deepEqual(await loose(), []);
  assert.deepEqual(await statesOf(forged, later), ['pending', 'succeeded']);
});

test('a payment without a balance is credited once another text of it has one that fits', async () => {
  const { say, arrange } = openLine();
  await say((await arrange()).text);
  const payment = await arrange();
  await say(withoutBalance(payment.text));
  assert.deepEqual(await statesOf(payment), ['pending']);
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.equal((await receiptsOf(database, payment.msisdn)).length, 1);
});

test('a line that is declared to have no balances in its texts credits payments without one', async () => {
  const { number, say, arrange } = openLine();
  const waiting = await arrange();
  await say(withoutBalance(waiting.text));
  const declare = (by: Readonly<Record<string, string>>) =>
    service.call('POST', `/internal/v1/lines/${number}/without-balances`, {
      headers: by,
      json: { reason: 'Its texts name none.' },
    });
  assert.equal((await declare(headers)).status, 403);
  const declared = await declare(admin);
  assert.equal(declared.status, 202, declared.text);
  const { change_id: id } = declared.json as { readonly change_id: string };
  const second = await scriptHeaders(database, await addPerson(database, 'admin'));
  const path = `/internal/v1/changes/${id}/approve`;
  assert.equal((await service.call('POST', path, { headers: second })).status, 200);
  assert.equal((await lastAuditLine(database))?.action, 'change.approve');
  const [one, two] = [await arrange(), await arrange()];
  await say(withoutBalance(one.text));
  await say(two.text);
  assert.deepEqual(await statesOf(waiting, one, two), ['pending', 'succeeded', 'succeeded']);
});

test('a forged text stops nothing: texts that fit are credited', async () => {
  const { number, say, arrange, forge, loose } = openLine();
  const first = await arrange();
  await say(first.text);
  const forged = await forge('999');
  await say(forged.text);
  assert.equal((await readLine(number))['is_in_gap'], true);
  const [one, two] = [await arrange(), await arrange()];
  await say(one.text);
  await say(two.text);
  assert.deepEqual(await statesOf(first, one, two), Array(3).fill('succeeded'));
  assert.equal((await readLine(number))['is_in_gap'], false);

  assert.equal((await loose()).length, 1);
  await dismiss(forged.msisdn);
  assert.deepEqual(await loose(), []);
  const knowing = await forge('5999');
  await say(knowing.text);
  assert.deepEqual(await statesOf(forged, knowing), ['pending', 'pending']);
});

test('a forged gap, and payments that fit it, wait', async () => {
  const { number, say, arrange, forge } = openLine();
  const facts = { payer: number.slice(4), payee: till.player().slice(4), amount: 700 };
  await say(orangeText({ ...facts, balance: '1000', id: nextOrangeId() }));
  const [one, two] = [await forge('6000'), await forge('11000')];
  await say(one.text);
  await say(two.text);
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(one, two, payment), ['pending', 'pending', 'succeeded']);
  const answer = bodyOf(await typeBalance(number, 50_500.25));
  assert.deepEqual([answer['credited'], answer['left']], [0, 2]);
  assert.deepEqual(await statesOf(one, two), ['pending', 'pending']);
});

test('a note of the payer that names a balance does not hide the true one', async () => {
  const { say, arrange } = openLine();
  const [payment, next] = [await arrange(), await arrange()];
  const note = 'reussi. Details: Message: nouveau solde: 1 FCFA, ID transaction';
  await say(payment.text.replace('reussi. Details: ID transaction', note));
  await say(next.text);
  assert.deepEqual(await statesOf(payment, next), ['succeeded', 'succeeded']);
});

test('texts sent ahead are not believed when the line reaches their balance', async () => {
  const { say, arrange, forge } = openLine();
  const ahead = await forge('55500.25');
  await passTime(database, -3_600_000);
  await say(ahead.text.replace(/PP\d{6}\.\d{4}/, idTimeAgo(3_600_000)));
  await passTime(database, 3_600_000);
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(ahead, payment), ['pending', 'succeeded']);
});

/** As Orange dates its ids. */
function idTimeAgo(ms: number): string {
  const inDouala = new Date(Date.now() + 3_600_000 - ms).toISOString();
  const day = inDouala.slice(2, 10).replaceAll('-', '');
  return `PP${day}.${inDouala.slice(11, 16).replace(':', '')}`;
}

test('what connects once a forged text is set aside is credited and booked with the next text', async () => {
  const { number, line, say, arrange, forge } = openLine();
  const missing = await arrange(500);
  const waiting = await arrange(600);
  const forged = await forge('55500.25');
  const payee = till.player().slice(4);
  const spent = { payer: number.slice(4), payee, amount: 1_000, balance: '50100.25' };
  line.takeSilently(1_000);
  for (const text of [waiting.text, forged.text, orangeText({ ...spent, id: nextOrangeId() })]) {
    await say(text);
  }
  await say(missing.text);
  assert.deepEqual(await statesOf(missing, waiting), ['succeeded', 'pending']);
  await dismiss(forged.msisdn);
  line.takeSilently(-300);
  const loose = await arrange(900);
  const wallet = `wallet orange:${number}`;
  const application = `application ${DEFAULT_APPLICATION_ID}`;
  const booked = { [wallet]: -400, [application]: -600, 'moved_outside ': 1_000 };
  await assertBooksChange(database, booked, () => say(loose.text));
  assert.deepEqual(await statesOf(waiting, loose), ['succeeded', 'pending']);
});

test('staff see each unconnected text, and only those that lead to the typed balance are credited', async () => {
  const { number, line, say, arrange, forge } = openLine();
  await say((await arrange()).text);
  line.takeSilently(200);
  const payment = await arrange();
  await say(payment.text);
  const forged = await forge('9999');
  await say(forged.text);

  const { balance_xaf: balance, loose } = await readLine(number);
  assert.equal(balance, 50_500.25);
  assert.deepEqual(
    loose.map(({ before_xaf, after_xaf, text, sender }) => [before_xaf, after_xaf, text, sender]),
    [
      [50_300.25, 50_800.25, payment.text, 'OrangeMoney'],
      [4_999, 9_999, forged.text, 'OrangeMoney'],
    ],
  );
  assert.ok(loose.every(({ receipt_id: receipt }) => typeof receipt === 'string'));

  const answer = bodyOf(await typeBalance(number, 50_800.25));
  assert.deepEqual([answer['credited'], answer['held'], answer['left']], [1, 0, 1]);
  assert.match(JSON.stringify(answer['gap']), /200.FCFA probably left the line/);
  assert.deepEqual(await statesOf(forged, payment), ['pending', 'succeeded']);
  const [left] = await receiptsOf(database, forged.msisdn);
  assert.match(left?.reason ?? '', /does not lead to the balance that was read/);
  const audit = await lastAuditLine(database);
  assert.equal(audit?.action, 'line.trust_balance');
  const next = await arrange();
  await say(next.text);
  assert.deepEqual(await statesOf(next), ['succeeded']);
});

test('the doubt about a text is of its moment, and the same on every screen', async () => {
  const { number, say, arrange, forge } = openLine();
  await say((await arrange()).text);
  const forged = await forge('49000.25');
  await say(forged.text);
  for (let texts = 0; texts < 3; texts += 1) await say((await arrange()).text);
  const { loose } = await readLine(number);
  const params = { assumed_xaf: 44_000, had_xaf: 50_500 };
  const [receipt] = await receiptsOf(database, forged.msisdn);
  assert.match(receipt?.reason ?? '', /a balance of 44.000.FCFA; the line had 50.500.FCFA/);
  const meant = loose.map(({ meaning }) => meaning as Json);
  assert.deepEqual(
    meant.map((one) => [one['code'], one['params']]),
    [['text_assumes_other', params]],
  );
});

test('a forger who knows the opening balance of a line cannot use it later', async () => {
  const { say, arrange, forge, loose } = openLine();
  await say((await arrange()).text);
  await passTime(database, 901_000);
  await touchGateway(database, GATEWAY);
  await say((await arrange()).text);
  const forged = await forge('50000.25');
  await say(forged.text);
  assert.deepEqual(await statesOf(forged), ['pending']);
  assert.equal((await loose()).length, 1);
});
