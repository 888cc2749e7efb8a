import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { appendAudit } from '../../../src/db/access/audit.ts';
import { REQUEST_LIMITS } from '../../../src/http/request/limits.ts';
import { addPerson, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import { addGateway, createOrangeLine, tell } from '../../support/receipts/sms.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  ORANGE,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const person = await addPerson(database, 'agent');
const agent = await signedIn(service, person);
const viewer = await signedIn(service, await addPerson(database, 'viewer'));

interface Found {
  readonly id: string;
  readonly found_by?: string;
}

async function get(path: string): Promise<Json> {
  const answer = await agent.call('GET', `/internal/v1${path}`);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

async function search(path: string, json: Json, by = agent): Promise<Json> {
  const answer = await by.call('POST', `/internal/v1${path}/search`, { json });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

async function find(
  asked: string | Json,
  by = agent,
): Promise<readonly (readonly [string, string?])[]> {
  const page =
    typeof asked === 'string'
      ? await get(`/transactions?${asked}`)
      : await search('/transactions', asked, by);
  const items = page['items'] as readonly Found[];
  return items.map(({ id, found_by }) => (found_by === undefined ? [id] : [id, found_by]));
}

async function findAudit(asked: string | Json): Promise<readonly Json[]> {
  const page =
    typeof asked === 'string' ? await get(`/audit?${asked}`) : await search('/audit', asked);
  return page['items'] as readonly Json[];
}

const OUR_LINE = '+237699009001';
const BODIES = 'select body from sms_messages';

function idsIn(found: Json, kind: string): readonly string[] {
  return (found[kind] as readonly Found[]).map(({ id }) => id);
}

async function linesIn(q: string): Promise<readonly unknown[]> {
  return ((await search('', { q }))['lines'] as readonly Json[]).map(({ line }) => line);
}

const idOf = async (...asked: Parameters<typeof create>) => (await create(...asked)).service_tx_id;
const small = await idOf(service, DEPOSITS, { amount_xaf: 1_100, msisdn: '+237670004711' });
const large = await idOf(service, DEPOSITS, { amount_xaf: 90_000, ...ORANGE });
const payout = await idOf(service, WITHDRAWALS, { amount_xaf: 4_711, reference: 'payout-9' });
await simulate(service, small, 'succeeded');
const receipt = await insertReceipt(database, { payer: ORANGE.msisdn, amountXaf: 90_000 });
await database.query({
  text: `with named as (update receipts set payer_name = 'NGONO Awa Célestine', state = 'used'
                        where id = $1 returning id)
         insert into receipt_uses (receipt_id, transaction_id, used_at)
         select id, $2, app_now() from named`,
  values: [receipt, large],
});

test('a transaction is found by payer name, amount, last digits and operator id', async () => {
  for (const name of ['ngono', 'Célest', 'celestine awa']) {
    assert.deepEqual(await find({ q: name }), [[large, 'payer_name']], name);
  }
  assert.deepEqual(await find({ q: 'awa mbarga' }), []);
  assert.deepEqual(await find({ q: '90 000 FCFA' }), [[large, 'amount']]);
  assert.deepEqual(await find({ q: '4711' }), [
    [payout, 'amount'],
    [small, 'last_digits'],
  ]);
  assert.deepEqual(await find({ q: `PP-${receipt}` }), [[large, 'operator_id']]);
  assert.deepEqual(await find({ q: small }), [[small, 'id']]);
  assert.deepEqual(await find({ q: '4711', direction: 'deposit' }), [[small, 'last_digits']]);
});

test('last digits and amount together find one payment, and no other', async () => {
  assert.deepEqual(await find({ q: '4711 1100' }), [[small, 'digits_and_amount']]);
  assert.deepEqual(await find({ q: '4711 1 100 F' }), [[small, 'digits_and_amount']]);
  assert.deepEqual(await find({ q: '4711 1200' }), []);
  assert.deepEqual(await find({ q: '4711 1100' }, viewer), []);
  const { items } = await search('/receipts', { q: '0001 90000' });
  assert.equal((items as readonly Found[])[0]?.id, receipt);
  assert.deepEqual((await search('/receipts', { q: '0001 80000' }))['items'], []);
});

test('one question finds payments, players, texts, lines and staff, as far as the role goes', async () => {
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: OUR_LINE } } });
  const line = createOrangeLine(OUR_LINE);
  await tell(service, { text: line.pay({ payer: '+237690000555', amount: 700 }) });
  const admin = await signedIn(service, await addPerson(database, 'admin'));
  const byDigits = await search('', { q: '4711 1100' });
  assert.deepEqual(idsIn(byDigits, 'transactions'), [small]);
  assert.equal((byDigits['players'] as readonly Json[]).length, 1);
  const byName = await search('', { q: 'solange abe' });
  assert.equal(idsIn(byName, 'receipts').length, 1);
  assert.equal(idsIn(byName, 'texts').length, 1);
  assert.deepEqual(await linesIn('9001'), [OUR_LINE]);
  assert.equal(idsIn(await search('', { q: 'admin-' }, admin), 'staff').length, 1);
  assert.deepEqual(idsIn(await search('', { q: 'admin-' }), 'staff'), []);
  assert.deepEqual((await search('', { q: '4711 1100' }, viewer))['transactions'], []);
  const refused = await viewer.call('POST', '/internal/v1/search', { json: { q: '670004711' } });
  assert.equal(refused.status, 403);
});

test('a text is not found by its digits, which may be the hidden balance of its line', async () => {
  const [text] = (await search('', { q: 'solange abe' }))['texts'] as readonly Json[];
  assert.match(String(text?.['text']), /•••/);
  const bodies = await database.query<{ readonly body: string }>({ text: BODIES });
  const digits = bodies.flatMap(({ body }) => body.match(/\d{3,}/g) ?? []);
  assert.ok(digits.length > 2);
  for (const q of new Set(digits)) {
    const found = await search('', { q });
    const becameFound = idsIn(found, 'receipts');
    const texts = found['texts'] as readonly Json[];
    assert.ok(
      texts.every((one) => becameFound.includes(String(one['receipt_id']))),
      q,
    );
  }
});

test('payments are found by name, amount and last digits as well', async () => {
  for (const q of ['ngono', '90000', '0001']) {
    const { items } = await search('/receipts', { q });
    assert.equal((items as readonly Found[])[0]?.id, receipt, q);
  }
});

test('a viewer learns no number from its last digits', async () => {
  assert.deepEqual(await find({ q: '4711' }, viewer), [[payout, 'amount']]);
  assert.deepEqual((await search('/receipts', { q: '0001' }, viewer))['items'], []);
});

test('a list sorts by amount, page by page', async () => {
  assert.deepEqual(await find('order=largest'), [[large], [payout], [small]]);
  const page = await get('/transactions?order=smallest&limit=2');
  const next = await find(`order=smallest&limit=2&cursor=${String(page['next_cursor'])}`);
  assert.deepEqual(next, [[large]]);
});

test('totals count what the filters leave, and what of it succeeded', async () => {
  const paidOut = { withdrawals_succeeded: 0, withdrawals_succeeded_xaf: 0 };
  const succeeded = { succeeded: 1, succeeded_xaf: 1_100, ...paidOut, since: null };
  const all = { count: 3, amount_xaf: 95_811, ...succeeded };
  assert.deepEqual(await get('/transactions/totals'), all);
  const found = { count: 2, amount_xaf: 5_811, ...succeeded };
  assert.deepEqual(await search('/transactions/totals', { q: '4711' }), found);
  const none = { count: 0, amount_xaf: 0, succeeded: 0, succeeded_xaf: 0, ...paidOut, since: null };
  assert.deepEqual(await get('/transactions/totals?from=2099-01-01T00:00:00Z'), none);
  const paid = await idOf(service, WITHDRAWALS, { amount_xaf: 2_600, reference: 'payout-11' });
  await forceState(database, paid, 'succeeded');
  const both = await get('/transactions/totals');
  assert.deepEqual([both['succeeded'], both['withdrawals_succeeded']], [2, 1]);
  assert.deepEqual([both['succeeded_xaf'], both['withdrawals_succeeded_xaf']], [3_700, 2_600]);
});

test('the queue of withdrawals under way has as many as Home counts', async () => {
  assert.deepEqual(await find('under_way=true'), []);
  await forceState(database, payout, 'provider_submitted');
  assert.deepEqual(await find('under_way=true&order=oldest'), [[payout]]);
  const { under_way } = await get('/overview');
  assert.equal((under_way as Json)['count'], 1);
});

const PAYOUT_10 = { kind: 'transaction', name: 'payout-10', amount_xaf: 2_500, operator: null };

test('the audit log is filtered by person, kind, subject and time, and has names', async () => {
  const held = await idOf(service, WITHDRAWALS, { amount_xaf: 2_500, reference: 'payout-10' });
  await agent.call('POST', `/internal/v1/withdrawals/${held}/reject`, {
    json: { reason: 'Not this one.' },
  });
  for (const query of [
    `kind=withdrawal`,
    `person=${person.id}&kind=withdrawal`,
    { q: held },
    { q: 'withdrawal.rej' },
    'kind=withdrawal&from=2020-01-01T00:00:00Z',
  ]) {
    const items = await findAudit(query);
    assert.deepEqual(
      items.map(({ action, about }) => ({ action, about })),
      [{ action: 'withdrawal.reject', about: { ...PAYOUT_10, id: held } }],
      JSON.stringify(query),
    );
  }
  for (const query of [
    `person=${randomUUIDv7()}`,
    'kind=webhook',
    'kind=withdrawal&to=2020-01-01T00:00:00Z',
    { q: small },
  ]) {
    assert.deepEqual(await findAudit(query), [], JSON.stringify(query));
  }
});

test('an entry of the audit log says what people call the ids in what it recorded', async () => {
  const stranger = randomUUIDv7();
  await appendAudit(database, {
    ...{ actor: 'momo', actorId: null, ip: null, action: 'receipt.dismiss', reason: null },
    ...{ subject: `receipt:${receipt}`, before: { by: [person.id, stranger] } },
    after: { withdrawal: payout, receipts: [receipt] },
  });
  const [entry] = await findAudit('kind=receipt');
  const named = entry?.['named'] as readonly { readonly id: string; readonly name: string }[];
  assert.deepEqual(named, [
    { id: person.id, name: 'agent' },
    { id: payout, name: 'payout-9' },
    { id: receipt, name: `PP-${receipt}` },
  ]);
});

test('what is searched for is refused in an address, wherever it is asked', async () => {
  for (const path of ['transactions', 'transactions/totals', 'audit', 'receipts', 'lines']) {
    const answer = await agent.call('GET', `/internal/v1/${path}?q=670004711`);
    assert.deepEqual([answer.status, bodyOf(answer)['code']], [422, 'search_by_post'], path);
  }
});

test('a person searches ten times a second, and keeps nobody else from searching', async () => {
  const { searchesPerSecond } = REQUEST_LIMITS;
  const limited = await startTestService({}, { limits: { searchesPerSecond } });
  const [eager, other] = [
    await signedIn(limited, await addPerson(limited.database, 'agent')),
    await signedIn(limited, await addPerson(limited.database, 'agent')),
  ];
  const look = (by: typeof eager, path = 'transactions') =>
    by.call('POST', `/internal/v1/${path}/search`, { json: { q: '4711' } });
  // A busy machine may spread them over more than a second, of which each has ten.
  let refused = 0;
  const paths = ['transactions', 'transactions/totals', 'receipts', 'audit'];
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => look(eager, paths[index % paths.length])),
  );
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
  for (const answer of answers) {
    if (answer.status === 200) continue;
    assert.deepEqual([answer.status, bodyOf(answer)['code']], [429, 'too_many_searches']);
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    refused += 1;
  }
  assert.ok(60 - refused <= searchesPerSecond * (seconds + 1), `${60 - refused} in ${seconds} s`);
  assert.equal((await look(other)).status, 200);
  assert.equal((await eager.call('GET', '/internal/v1/transactions')).status, 200);
});
