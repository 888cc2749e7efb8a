import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOpenGaps } from '../../src/db/lines/lines.ts';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { passTime } from '../support/providers/live.ts';
import {
  createOrangeLine,
  nextOrangeId,
  orangeText,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';

// What somebody can do who forges the operator's sender, but does not know what a line holds.

const { service, database, till, takeLine } = await startLines(8);
const headers = await scriptHeaders(database, await addPerson(database, 'agent'));

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
  const openBreaks = () => listOpenGaps(database, number);
  return { number, line, say, arrange, forge, openBreaks };
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
    json: { reason: 'The operator knows no such transaction.' },
  });
  assert.equal(answer.status, 200, answer.text);
}

/** Somebody who has just looked accepts what they saw. */
async function accept(line: string, balanceXaf: number) {
  const gapIds = (await listOpenGaps(database, line)).map(({ id }) => id);
  return service.call('POST', `/internal/v1/lines/${line}/accept`, {
    headers,
    json: {
      balance_cents: balanceXaf * 100,
      break_ids: gapIds,
      reason: 'As the operator shows it.',
    },
  });
}

async function readLine(number: string): Promise<Json & { readonly breaks: readonly Json[] }> {
  const answer = await service.call('GET', '/internal/v1/lines', { headers });
  const items = bodyOf(answer)['items'] as Json[];
  const found = items.find(({ line }) => line === number);
  assert.ok(found !== undefined);
  return { ...found, breaks: found['breaks'] as Json[] };
}

test('a payment that leaves the balance out is held on a line whose texts tell it', async () => {
  const { say, arrange, forge, openBreaks } = openLine();
  await say((await arrange()).text);
  const forged = await forge('0');
  await say(withoutBalance(forged.text));
  const [held] = await receiptsOf(database, forged.msisdn);
  assert.deepEqual([held?.state, held?.is_trusted, held?.score], ['unmatched', false, 60]);
  assert.match(held?.reason ?? '', /names no balance, and the texts of its line do/);

  const later = await arrange();
  await say(later.text);
  assert.deepEqual(await openBreaks(), []);
  assert.deepEqual(await statesOf(forged, later), ['pending', 'succeeded']);
});

test('a payment that left the balance out is credited once a text of it tells one that fits', async () => {
  const { say, arrange } = openLine();
  await say((await arrange()).text);
  const payment = await arrange();
  await say(withoutBalance(payment.text));
  assert.deepEqual(await statesOf(payment), ['pending']);
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.equal((await receiptsOf(database, payment.msisdn)).length, 1);
});

test('on a line that has never told a balance, a payment without one is credited', async () => {
  const { say, arrange } = openLine();
  const [one, two] = [await arrange(), await arrange()];
  await say(withoutBalance(one.text));
  await say(withoutBalance(two.text));
  assert.deepEqual(await statesOf(one, two), ['succeeded', 'succeeded']);
});

test('dismissing a forged payment closes its break, and what waited is credited', async () => {
  const { number, say, arrange, forge, openBreaks } = openLine();
  await say((await arrange()).text);
  const forged = await forge('999');
  await say(forged.text);
  const [one, two] = [await arrange(), await arrange()];
  await say(one.text);
  await say(two.text);
  assert.deepEqual(await statesOf(one, two), ['pending', 'pending']);

  await dismiss(forged.msisdn);
  assert.deepEqual(await openBreaks(), []);
  assert.deepEqual(await statesOf(forged, one, two), ['pending', 'succeeded', 'succeeded']);
  const [closed] = await database.query<{ readonly closed_by: string }>({
    text: 'select closed_by from chain_breaks where line = $1',
    values: [number],
  });
  assert.match(closed?.closed_by ?? '', /^agent </);

  const next = await arrange();
  await say(next.text);
  const knowing = await forge('5999');
  await say(knowing.text);
  assert.deepEqual(await statesOf(next, knowing), ['succeeded', 'pending']);
});

test('a dismissal leaves a line in doubt whose other texts do not fit', async () => {
  const { line, say, arrange, forge, openBreaks } = openLine();
  await say((await arrange()).text);
  const forged = await forge('999');
  await say(forged.text);
  line.takeSilently(200);
  const payment = await arrange();
  await say(payment.text);
  await dismiss(forged.msisdn);
  assert.equal((await openBreaks()).length, 1);
  assert.deepEqual(await statesOf(payment), ['pending']);
});

test('staff see each text with its balance, and a line goes on from the one they name', async () => {
  const { number, line, say, arrange, forge } = openLine();
  await say((await arrange()).text);
  line.takeSilently(200);
  const payment = await arrange();
  await say(payment.text);
  const forged = await forge('999');
  await say(forged.text);

  const { balance_xaf: balance, breaks } = await readLine(number);
  assert.equal(balance, 50_500.25);
  assert.deepEqual(
    breaks.map(({ told_xaf, text, sender }) => [told_xaf, text, sender]),
    [
      [50_800.25, payment.text, 'OrangeMoney'],
      [999, forged.text, 'OrangeMoney'],
    ],
  );
  assert.ok(breaks.every(({ receipt_id: receipt }) => typeof receipt === 'string'));

  const unknown = await accept(number, 12_345);
  assert.equal(unknown.status, 409, unknown.text);
  await dismiss(forged.msisdn);
  assert.equal((await accept(number, 999)).status, 409, 'nobody takes a forged balance');
  assert.deepEqual(bodyOf(await accept(number, 50_800.25)), { credited: 1, held: 0 });
  assert.deepEqual(await statesOf(forged, payment), ['pending', 'succeeded']);
  const audit = await lastAuditLine(database);
  assert.equal(audit?.action, 'line.accept');
  const next = await arrange();
  await say(next.text);
  assert.deepEqual(await statesOf(next), ['succeeded']);
});

test('a forged text about sent money does not move a line whose own balance staff name', async () => {
  const { number, say, arrange, openBreaks } = openLine();
  await say((await arrange()).text);
  const facts = { payer: number.slice(4), payee: till.player().slice(4), amount: 700 };
  await say(orangeText({ ...facts, balance: '777', id: nextOrangeId() }));
  const [one, two] = [await arrange(), await arrange()];
  await say(one.text);
  assert.equal((await openBreaks()).length, 1);
  const { balance_xaf: own } = await readLine(number);
  assert.deepEqual(bodyOf(await accept(number, Number(own))), { credited: 1, held: 0 });
  await say(two.text);
  assert.deepEqual(await statesOf(one, two), ['succeeded', 'succeeded']);
});

test('whoever knows the first balance of a line cannot use it later', async () => {
  const { say, arrange, forge, openBreaks } = openLine();
  await say((await arrange()).text);
  await passTime(database, 61_000);
  await say((await arrange()).text);
  const forged = await forge('50000.25');
  await say(forged.text);
  assert.deepEqual(await statesOf(forged), ['pending']);
  assert.equal((await openBreaks()).length, 1);
});
