import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTransactionsBySearch } from '../../../src/db/transactions/staff-transactions.ts';
import { exportTransactions } from '../../../src/flows/transactions/export-transactions.ts';
import { writeCursor } from '../../../src/http/cursor.ts';
import { addPerson, lastAuditLine, scriptHeaders, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  ORANGE,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const CSV = '/internal/v1/transactions.csv';
const service = await startTestService();
const { database } = service;
const viewerPerson = await addPerson(database, 'viewer');
const staff = await signedIn(service, viewerPerson);
/** Viewers see no numbers and cannot search for one. */
const agentPerson = await addPerson(database, 'agent');
const agent = await signedIn(service, agentPerson);
const viewerToken = await scriptHeaders(database, viewerPerson);
const agentToken = await scriptHeaders(database, agentPerson);

async function get(path: string, by = staff): Promise<Json> {
  const answer = await by.call('GET', `/internal/v1${path}`);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

function ids(body: Json): readonly string[] {
  return (body['items'] as readonly { readonly id: string }[]).map(({ id }) => id);
}

/** With arguments, or the fields of the form that sends a search. */
function exportAs(headers: Record<string, string>, asked = '') {
  if (!asked.startsWith('q=')) return service.call('GET', `${CSV}${asked}`, { headers });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = { headers: { ...headers, ...type }, body: asked };
  return service.call('POST', `${CSV}/search`, form);
}

interface Candidate {
  readonly transaction: { readonly id: string };
  readonly differences: readonly { readonly text: string }[];
}

const deposits: string[] = [];
for (let index = 0; index < 7; index += 1) {
  deposits.push((await create(service, DEPOSITS, { reference: `list-${index}` })).service_tx_id);
}
const orange = await create(service, DEPOSITS, { ...ORANGE, reference: 'orange, "quoted"' });
const withdrawal = await create(service, WITHDRAWALS, { amount_xaf: 7_777 });
await simulate(service, deposits[0] ?? '', 'succeeded');
await simulate(service, deposits[1] ?? '', 'failed');

test('lists page by cursor, newest first, without gaps or repeats', async () => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await get(`/transactions?limit=4${cursor && `&cursor=${cursor}`}`);
    seen.push(...ids(page));
    cursor = (page['next_cursor'] as string | null) ?? '';
  } while (cursor !== '');
  assert.deepEqual(seen, [
    withdrawal.service_tx_id,
    orange.service_tx_id,
    ...deposits.toReversed(),
  ]);
});

test('queues page the oldest first', async () => {
  const page = await get('/transactions?state=pending&direction=deposit&order=oldest&limit=3');
  assert.deepEqual(ids(page), deposits.slice(2, 5));
});

const FILTERS = [
  ['direction=withdrawal', 1],
  ['operator=orange', 1],
  ['state=succeeded', 1],
  ['state=failed&operator=mtn', 1],
  ['state=pending&operator=mtn', 5],
  ['from=2000-01-01T00:00:00Z&to=2000-01-02T00:00:00Z', 0],
  ['from=2000-01-01T00:00:00Z', 9],
] as const;

for (const [filter, count] of FILTERS) {
  test(`the filter ${filter} finds ${count}`, async () => {
    assert.equal(ids(await get(`/transactions?${filter}`)).length, count);
  });
}

test('a search finds by id, reference, number in any spelling, and operator id', async () => {
  const found = async (q: string) => {
    const path = '/internal/v1/transactions/search';
    return ids(bodyOf(await agent.call('POST', path, { json: { q } })));
  };
  assert.deepEqual(await found(withdrawal.service_tx_id), [withdrawal.service_tx_id]);
  assert.deepEqual(await found('list-3'), [deposits[3]]);
  assert.deepEqual(await found('6 90 00 00 01'), [orange.service_tx_id]);
  const sandboxId = `SANDBOX-${(deposits[0] ?? '').replaceAll('-', '').toUpperCase()}`;
  assert.deepEqual(await found(sandboxId), [deposits[0]]);
  assert.deepEqual(await found('nothing like it'), []);
});

test('a list masks numbers; the detail shows the whole one to those who decide', async () => {
  const page = await agent.call('GET', '/internal/v1/transactions');
  assert.doesNotMatch(page.text, /\+237670000001/);
  const path = `/internal/v1/transactions/${withdrawal.service_tx_id}`;
  const detail = bodyOf(await agent.call('GET', path));
  assert.equal((detail['transaction'] as Json)['msisdn'], '+237670000001');
});

test('the detail holds history, webhooks, receipts and what else the number did', async () => {
  const detail = await get(`/transactions/${deposits[0]}`);
  assert.equal((detail['history'] as readonly unknown[]).length, 3);
  assert.equal((detail['related'] as readonly unknown[]).length, 7);
  assert.equal((await staff.call('GET', '/internal/v1/transactions/nonsense')).status, 422);
});

test('the export has every row once, quotes cells, and defuses formulas', async () => {
  const answer = await exportAs(viewerToken);
  assert.match(answer.headers.get('content-type') ?? '', /text\/csv/);
  const lines = answer.text.trimEnd().split('\r\n');
  assert.equal(lines.length, 1 + 9);
  assert.match(answer.text, /"orange, ""quoted"""/);
});

test('an export has whole numbers for those who decide, and masked ones for a viewer', async () => {
  const whole = await exportAs(agentToken);
  assert.match(whole.text, /,'\+237670000001,list-0,/);
  const masked = await exportAs(viewerToken);
  assert.match(masked.text, /,'\+23767\*{5}01,list-0,/);
  assert.doesNotMatch(masked.text, /237670000001/);
});

test('an export is in the audit log with its filters and the number of rows', async () => {
  const exports: readonly (readonly [string, Json])[] = [
    ['', { rows: 9 }],
    ['?direction=deposit&operator=mtn', { direction: 'deposit', operator: 'mtn', rows: 7 }],
    ['?state=approved', { state: 'approved', rows: 0 }],
    ['q=list-3', { q: 'list-3', rows: 1 }],
    ['q=670000001', { q: '+23767*****01', rows: 8 }],
  ];
  for (const [asked, after] of exports) {
    assert.equal((await exportAs(agentToken, asked)).status, 200, asked);
    const line = await lastAuditLine(database);
    assert.deepEqual([line?.action, line?.subject], ['transactions.export', 'transactions']);
    assert.match(line?.actor ?? '', /^agent </);
    assert.deepEqual(line?.after, after);
  }
});

test('an export that is broken off is in the audit log with what was read', async () => {
  const actor = { actor: 'Ada', actorId: null, ip: null };
  const search = { id: null, msisdn: '+237670000001', text: '' };
  const listPage = (after: string | null) =>
    listTransactionsBySearch(database, search, { after, limit: 3 });
  for await (const rows of exportTransactions({ database }, actor, { asked: {}, listPage })) {
    assert.equal(rows.length, 3);
    break;
  }
  assert.deepEqual((await lastAuditLine(database))?.after, { rows: 3 });
});

const LISTS = ['transactions', 'audit', 'receipts', 'sms', 'contradictions'] as const;

test('a cursor that no list of its kind gave is refused with 422, and never fails', async () => {
  const id = deposits[0] ?? '';
  const points = [
    [],
    [1],
    [id],
    [id, 1],
    [id, -1],
    [id, 0.5],
    ['a', 1],
    [{ toString: 1 }],
    {},
    'a',
  ];
  const accepted: Readonly<Record<(typeof LISTS)[number], readonly unknown[]>> = {
    transactions: [[id, 1]],
    audit: [[1]],
    // What follows the id would be another list's.
    receipts: [[id], [id, 1], [id, -1], [id, 0.5]],
    sms: [[id], [id, 1], [id, -1], [id, 0.5]],
    contradictions: [[id], [id, 1], [id, -1], [id, 0.5]],
  };
  for (const list of LISTS) {
    const shown = new Set(accepted[list].map((point) => JSON.stringify(point)));
    for (const point of points.map((one) => JSON.stringify(one))) {
      const cursor = writeCursor(JSON.parse(point) as Parameters<typeof writeCursor>[0]);
      const answer = await staff.call('GET', `/internal/v1/${list}?cursor=${cursor}`);
      assert.equal(answer.status, shown.has(point) ? 200 : 422, `${list} ${point}`);
    }
    for (const old of ['abc', '42', id, `${id}_500`]) {
      const answer = await staff.call('GET', `/internal/v1/${list}?cursor=${old}`);
      assert.deepEqual([answer.status, bodyOf(answer)['code']], [422, 'cursor_invalid'], list);
    }
  }
});

test('no search, filter or time of a list makes the service fail', async () => {
  for (const path of ['transactions', 'transactions.csv', 'audit', 'receipts', 'webhooks', 'sms']) {
    for (const query of [
      'q=%00',
      'q=%ED%A0%80',
      'from=-271821-04-20',
      'from=%2B275760-09-13T00:00:00Z',
      'to=0000-01-01T00:00:00Z',
      'state=%00',
      'limit=9e9',
    ]) {
      const answer = await staff.call('GET', `/internal/v1/${path}?${query}`);
      assert.ok(answer.status < 500, `${path}?${query} ${answer.status}`);
    }
  }
  for (const path of ['transactions', 'transactions/totals', 'audit', 'receipts']) {
    for (const q of ['\0', '\ud800', '']) {
      const answer = await staff.call('POST', `/internal/v1/${path}/search`, { json: { q } });
      assert.ok(answer.status < 500, `${path} ${answer.status}`);
    }
  }
});

test('the overview counts queues and today by operator', async () => {
  const overview = await get('/overview');
  const queues = new Map(
    (overview['queues'] as readonly Json[]).map((queue) => [queue['name'], queue['count']]),
  );
  assert.equal(queues.get('approvals'), 1);
  assert.equal(queues.get('held'), 0);
  const today = overview['today'] as Readonly<Record<string, Json>>;
  assert.equal(today['deposit']?.['count'], 8);
  assert.equal(today['deposit']?.['amount_succeeded_xaf'], 500);
  assert.equal((overview['hours'] as readonly unknown[]).length, 24);
});

test('an unmatched payment comes with the deposits it is near to, and why it does not fit', async () => {
  await insertReceipt(database, { payer: ORANGE.msisdn, amountXaf: 450 });
  const answer = await staff.call('GET', '/internal/v1/receipts');
  const { items } = answer.json as { items: { candidates: Candidate[] }[] };
  const [candidate] = items.flatMap(({ candidates }) => candidates);
  assert.equal(candidate?.transaction.id, orange.service_tx_id);
  assert.match(candidate?.differences.map(({ text }) => text).join() ?? '', /50.FCFA too little/);
});

test('a player’s sums count what succeeded', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    player_id: '7a000000-0000-4000-8000-000000000001',
    amount_xaf: 1_234,
  });
  await simulate(service, id, 'succeeded');
  const player = await get('/players/7a000000-0000-4000-8000-000000000001');
  assert.equal(player['deposits_xaf'], 1_234);
  assert.deepEqual(player['numbers_masked'], ['+23767*****01']);
});

test('a bad time is a 422, never a 500', async () => {
  assert.equal((await staff.call('GET', '/internal/v1/transactions?from=yesterday')).status, 422);
});

test('an API key opens nothing of the staff interface', async () => {
  const headers = { 'x-api-key': 'anything' };
  assert.equal((await service.call('GET', '/internal/v1/overview', { headers })).status, 401);
});

test('a queue counts what its list shows', async () => {
  await create(service, WITHDRAWALS, { ...ORANGE, amount_xaf: 7_778 });
  const lists: Readonly<Record<string, string>> = {
    approvals: '/transactions?state=pending_approval&limit=200',
    held: '/transactions?state=requires_manual_resolution&limit=200',
    unmatched_receipts: '/receipts?limit=100',
    sms_to_look_at: '/sms?state=review&limit=100',
    undelivered_webhooks: '/webhooks?state=undelivered&limit=200',
  };
  const { queues } = await get('/overview');
  for (const { name, count } of queues as readonly { name: string; count: number }[]) {
    const list = lists[name];
    if (list !== undefined) assert.equal(ids(await get(list)).length, count, name);
  }
});
