import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countWaiting } from '../../../src/db/decisions/overview.ts';
import { recordContradiction } from '../../../src/db/transactions/contradictions.ts';
import { addPerson, lastAuditLine, scriptHeaders, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  read,
  simulate,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const agent = await signedIn(service, await addPerson(database, 'agent'));
const viewer = await scriptHeaders(database, await addPerson(database, 'viewer'));
const PATH = '/internal/v1/contradictions';
const reversed = { code: 'reversed_by_operator' } as const;

async function record(transactionId: string, evidence = 'sms:1'): Promise<boolean> {
  const about = { transactionId, receiptId: null, smsId: null };
  return recordContradiction(database, { ...about, evidence, remark: reversed });
}

async function list(query = ''): Promise<readonly Json[]> {
  const answer = await service.call('GET', `${PATH}${query}`, { headers: viewer });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['items'] as readonly Json[];
}

async function listedFor(id: string, query = ''): Promise<readonly Json[]> {
  return (await list(query)).filter((row) => row['transaction_id'] === id);
}

const close = (id: unknown, reason = 'settled with the operator') =>
  agent.call('POST', `${PATH}/${String(id)}/close`, { json: { reason } });

async function queue(): Promise<unknown> {
  const overview = bodyOf(await agent.call('GET', '/internal/v1/overview'));
  const queues = overview['queues'] as readonly Json[];
  return queues.find(({ name }) => name === 'contradictions')?.['count'];
}

async function metric(): Promise<number | undefined> {
  const rows = await countWaiting(database);
  return rows.find(({ kind }) => kind === 'contradictions_open')?.count;
}

test('a contradiction is listed and counted until a person closes it with a reason', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const [before, counted] = [Number(await queue()), Number(await metric())];
  assert.equal(await record(id), true);
  assert.equal(await queue(), before + 1);
  assert.equal(await metric(), counted + 1);
  const [row] = await listedFor(id);
  assert.partialDeepStrictEqual(row, {
    remark: { code: 'reversed_by_operator' },
    amount_xaf: 500,
    operator: 'mtn',
    direction: 'deposit',
    state: 'pending',
    closed_at: null,
  });
  assert.doesNotMatch(JSON.stringify(row), /670000001/, 'a list masks numbers');

  const closed = await close(row?.['id']);
  assert.equal(closed.status, 200, closed.text);
  assert.equal(await queue(), before);
  assert.equal(await metric(), counted);
  assert.deepEqual(await listedFor(id), []);
  const [kept] = await listedFor(id, '?state=any');
  assert.equal(kept?.['closed_because'], 'settled with the operator');
  assert.equal((await read(service, id))['state'], 'pending', 'no state changes by it');
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'contradiction.close');
});

test('a contradiction says why its payment failed', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await simulate(service, id, 'failed');
  await record(id);
  const { reason_code: reason } = await read(service, id);
  assert.ok(reason !== undefined);
  const [row] = await listedFor(id);
  assert.deepEqual([row?.['state'], row?.['reason_code']], ['failed', reason]);
});

test('the same said again is one contradiction, also after it was closed', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const twice = await Promise.all([record(id), record(id)]);
  assert.equal(twice.filter((isNew) => isNew).length, 1);
  const [row] = await listedFor(id);
  await close(row?.['id']);
  assert.equal(await record(id), false);
  assert.deepEqual(await listedFor(id), []);
  assert.equal(await record(id, 'sms:2'), true, 'something else was said');
  assert.equal((await listedFor(id)).length, 1);
});

test('a contradiction about a payment that completed nothing is listed with that payment', async () => {
  const receiptId = await insertReceipt(database, { payer: '+237690000777', amountXaf: 777 });
  const about = { transactionId: null, receiptId, smsId: null };
  await recordContradiction(database, { ...about, evidence: 'sms:9', remark: reversed });
  const row = (await list()).find((one) => one['receipt_id'] === receiptId);
  assert.partialDeepStrictEqual(row, { amount_xaf: 777, operator: 'orange', direction: null });
});

test('the open contradictions are listed oldest first, page after page', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { service_tx_id: id } = await create(service, DEPOSITS);
    await record(id);
    ids.push(id);
  }
  const order = (rows: readonly Json[]) =>
    rows.map((row) => String(row['transaction_id'])).filter((id) => ids.includes(id));
  assert.deepEqual(order(await list()), ids);
  assert.deepEqual(order(await list('?state=any')), ids.toReversed());
  const paged: Json[] = [];
  for (let cursor = ''; ; ) {
    const path = `${PATH}?limit=1${cursor && `&cursor=${cursor}`}`;
    const page = bodyOf(await service.call('GET', path, { headers: viewer }));
    paged.push(...(page['items'] as readonly Json[]));
    const next = page['next_cursor'];
    if (typeof next !== 'string') break;
    cursor = next;
  }
  assert.deepEqual(order(paged), ids);
});

test('closing needs an agent, a reason and an open contradiction', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await record(id);
  const [row] = await listedFor(id);
  const path = `${PATH}/${String(row?.['id'])}/close`;
  const asViewer = await service.call('POST', path, { headers: viewer, json: { reason: 'why' } });
  assert.equal(asViewer.status, 403);
  assert.equal((await close(row?.['id'], '')).status, 422);
  assert.equal((await close(randomUUID())).status, 404);
  assert.equal((await close(row?.['id'])).status, 200);
  assert.equal(bodyOf(await close(row?.['id']))['code'], 'contradiction_closed');
});

test('the database keeps contradictions, and a closed one stays closed', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await record(id);
  const change = (text: string) => assert.rejects(database.query({ text, values: [id] }));
  await change('delete from contradictions where transaction_id = $1');
  await change(`update contradictions set closed_at = now() where transaction_id = $1`);
  const [row] = await listedFor(id);
  await close(row?.['id']);
  await change(`update contradictions set closed_at = null, closed_by = null,
                       closed_because = null where transaction_id = $1`);
});
