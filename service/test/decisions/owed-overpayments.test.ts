import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../src/flows/access/policy.ts';
import { adjustBooks } from '../../src/flows/finance/differences/correct-books.ts';
import { addPerson, type Person } from '../support/access/staff.ts';
import { balancesOf } from '../support/books/check-stories.ts';
import { openMomo } from '../support/cli/momo.ts';
import { liveEnv, settleAll } from '../support/providers/live.ts';
import { openCodes, openReturnCase, REASON } from '../support/receipts/returns.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';

// What is owed to payers who paid more than their deposit is listed, with the act or why not.

const shop = await openReturnCase();
const { service, awa, chantal, call, approve } = shop;
const { database } = service;
const complete = await openCodes(shop);
const finance = await addPerson(database, 'finance');
const viewer = await addPerson(database, 'viewer');

const overpaid = (restXaf: number) => complete(1_000, 1_000 + restXaf);
const listed = async (who: Person = finance, query = '') =>
  bodyOf(await call(who, `/overpayments${query}`));
const itemsFor = async (who: Person = finance, query = '') =>
  (await listed(who, query))['items'] as readonly Json[];
const rowOf = async (id: string) => (await itemsFor()).find((row) => row['id'] === id);

async function sendBack(id: string): Promise<string> {
  const answer = await call(chantal, `/deposits/${id}/send-back`, { reason: REASON });
  assert.equal(answer.status, 200, answer.text);
  return String(bodyOf(answer)['withdrawal_id']);
}

/** The list and the corrections are the account of the books, to the franc. */
async function assertIsAccount(): Promise<void> {
  const { items, count, listed_xaf, corrected_xaf } = await listed();
  const rows = items as readonly Json[];
  const sumXaf = rows.reduce((sum, row) => sum + Number(row['amount_xaf']), 0);
  assert.deepEqual([rows.length, sumXaf], [count, listed_xaf]);
  const owedCents = -((await balancesOf(database)).get('overpayments ') ?? 0n);
  assert.equal((sumXaf + Number(corrected_xaf)) * 100, Number(owedCents));
}

test('finance and agents see what is owed to whom, since when, and what can be done', async () => {
  const { id, payer } = await overpaid(500);
  for (const who of [finance, chantal, awa]) {
    const row = (await itemsFor(who)).find((one) => one['id'] === id);
    assert.partialDeepStrictEqual(row, {
      msisdn: payer,
      operator: 'mtn',
      amount_xaf: 500,
      no_return: null,
      returns: [],
    });
    const ageMs = Date.now() - Date.parse(String(row?.['since']));
    assert.ok(Math.abs(ageMs) < 3_600_000, String(row?.['since']));
  }
  await assertIsAccount();
});

test('a viewer sees no whole number of a payer', async () => {
  const { id, payer } = await overpaid(510);
  const row = (await itemsFor(viewer)).find((one) => one['id'] === id);
  assert.ok(row !== undefined && !JSON.stringify(row).includes(payer.slice(1)));
  assert.notEqual((await rowOf(id))?.['msisdn'], row['msisdn']);
});

test('the list is the account while a return waits, is under way, has failed and is paid', async () => {
  const { mtn } = shop;
  const { id } = await overpaid(600);
  const owed = async () => {
    await assertIsAccount();
    const row = await rowOf(id);
    const states = (row?.['returns'] as readonly Json[] | undefined)?.map(({ state }) => state);
    const why = row?.['no_return'] as { readonly code: string } | null | undefined;
    return [row?.['amount_xaf'], why?.code ?? why, states];
  };
  const first = await sendBack(id);
  assert.deepEqual(await owed(), [600, 'overpayment_gone', ['pending_approval']]);
  mtn.settings.decide = 'manual';
  assert.equal(await approve(first), 'done');
  await settleAll(service, 1);
  assert.equal((await shop.detail(first))['state'], 'provider_submitted');
  assert.deepEqual(await owed(), [undefined, undefined, undefined]);
  for (const { reference, state } of mtn.ledger.payments()) {
    if (state === 'pending') mtn.refuse(reference);
  }
  await settleAll(service, 3);
  assert.deepEqual(await owed(), [600, null, ['failed']]);
  mtn.settings.decide = 'auto';
  const second = await sendBack(id);
  assert.deepEqual(await owed(), [600, 'overpayment_gone', ['pending_approval', 'failed']]);
  assert.equal(await approve(second), 'done');
  await shop.settle();
  assert.deepEqual(await owed(), [undefined, undefined, undefined]);
});

test('what was transferred by hand leaves the list, and what the operator took back says so', async () => {
  const byHand = await overpaid(700);
  const reversed = await overpaid(800);
  await shop.tellSent(byHand.payer, 700);
  assert.equal(await rowOf(byHand.id), undefined);
  await shop.tellReversed(reversed.paid, 1_800);
  assert.partialDeepStrictEqual(await rowOf(reversed.id), {
    amount_xaf: 800,
    no_return: { code: 'chosen_taken_back' },
  });
  await assertIsAccount();
});

test('what two people corrected in the account stands beside the list', async () => {
  await overpaid(150);
  const before = Number((await listed())['corrected_xaf']);
  await adjustBooks({ database, policy: ONE_PERSON }, COMMAND_LINE, {
    account: { kind: 'overpayments', key: '' },
    changeXaf: -90,
    reason: REASON,
    evidence: 'a letter',
  });
  assert.equal(Number((await listed())['corrected_xaf']) - before, -90);
  await assertIsAccount();
});

test('pages follow each other without a gap, the oldest deposit first', async () => {
  await overpaid(110);
  const all = (await itemsFor()).map(({ id }) => String(id));
  assert.deepEqual(
    all,
    all.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  const paged: unknown[] = [];
  let query = '?limit=2';
  while (query !== '') {
    const { items, next_cursor: next } = await listed(chantal, query);
    paged.push(...(items as readonly Json[]).map(({ id }) => id));
    query = typeof next === 'string' ? `?limit=2&cursor=${next}` : '';
  }
  assert.deepEqual(paged, all);
});

test('less than the least payout stays listed, with the reason', async () => {
  const { id } = await overpaid(50);
  assert.partialDeepStrictEqual(await rowOf(id), {
    amount_xaf: 50,
    no_return: { code: 'return_too_small' },
  });
  await assertIsAccount();
});

test('momo lists the same with masked numbers, and ends with the account', async () => {
  const { listed_xaf, corrected_xaf } = await listed();
  const { stdout, code } = await openMomo(liveEnv(service)).momo('books', 'overpayments', '--json');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  const shown = lines.slice(0, -1).map(({ deposit, xaf }) => [deposit, xaf]);
  assert.deepEqual(
    [code, shown],
    [0, (await itemsFor()).map((row) => [row['id'], row['amount_xaf']])],
  );
  assert.equal(lines.at(-1)?.['owed'], Number(listed_xaf) + Number(corrected_xaf));
  const masked = (await itemsFor(viewer)).map(({ msisdn }) => msisdn);
  assert.deepEqual(
    lines.slice(0, -1).map(({ payer }) => payer),
    masked,
  );
});
