import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { issueKey } from '../../../support/access/api-keys.ts';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  bodyOf,
  countTransactions,
  create,
  DEPOSITS,
  historyOf,
  ORANGE,
  paymentBody,
  read,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const twin = await startTwin(service);
const { database } = service;
const PATHS = [DEPOSITS, WITHDRAWALS];

test('a repeat that differs in everything else gets the original', async () => {
  for (const path of PATHS) {
    const body = paymentBody({ ...ORANGE, lang: 'fr', callback_url: 'http://localhost:9/first' });
    const original = await create(service, path, body);
    const before = await read(service, original.service_tx_id);
    for (const [changes, differs] of [
      [{ amount_xaf: 777 }, ['amount_xaf']],
      [{ msisdn: '+237699999999' }, ['msisdn']],
      [{ lang: 'en' }, null],
      [{ callback_url: null }, null],
      [{ operator: 'mtn', msisdn: '+237670000001' }, ['msisdn', 'operator']],
    ] as const) {
      const expected = { ...original, ...(differs === null ? {} : { differs }) };
      assert.deepEqual(await create(service, path, { ...body, ...changes }), expected);
      assert.deepEqual(await create(twin, path, { ...body, ...changes }), expected);
    }
    assert.deepEqual(await read(service, original.service_tx_id), before);
    assert.equal((await historyOf(database, original.service_tx_id)).length, 1);
  }
});

test('a repeat says in a header that it is one, and a new transaction does not', async () => {
  for (const path of PATHS) {
    const json = paymentBody();
    const marks: (string | null)[] = [];
    for (const asked of [service, service, twin]) {
      marks.push((await asked.call('POST', path, { json })).headers.get('idempotent-replayed'));
    }
    assert.deepEqual(marks, [null, 'true', 'true']);
  }
});

test('a repeat with another amount, number or operator says what differs', async () => {
  for (const path of PATHS) {
    const body = paymentBody({ msisdn: '+237670000001' });
    const marksOf = async (changes: object) => {
      const answer = await service.call('POST', path, { json: { ...body, ...changes } });
      return [answer.headers.get('idempotent-differs'), bodyOf(answer)['differs']];
    };
    assert.deepEqual(await marksOf({}), [null, undefined], 'a new transaction');
    // Another spelling of the same number, and what the transaction does not keep of a request.
    assert.deepEqual(await marksOf({ msisdn: '670000001', lang: 'en' }), [null, undefined]);
    assert.deepEqual(await marksOf({ amount_xaf: 777 }), ['amount_xaf', ['amount_xaf']]);
    const all = { amount_xaf: 777, msisdn: '+237690000001', operator: 'orange' };
    assert.deepEqual(await marksOf(all), [
      'amount_xaf, msisdn, operator',
      ['amount_xaf', 'msisdn', 'operator'],
    ]);
  }
});

test('another player or another reference is another transaction', async () => {
  for (const path of PATHS) {
    const body = paymentBody();
    const ids = new Set<string>();
    for (const changes of [
      {},
      { player_id: randomUUID() },
      { reference: randomUUID() },
      { reference: `${String(body['reference'])} ` },
      { reference: String(body['reference']).toUpperCase() },
    ]) {
      ids.add((await create(service, path, { ...body, ...changes })).service_tx_id);
    }
    assert.equal(ids.size, 5);
  }
});

test('a repeat shows the state that the transaction has reached', async () => {
  for (const [path, outcomes] of [
    [DEPOSITS, ['expired', 'succeeded']],
    [DEPOSITS, ['failed']],
    [WITHDRAWALS, ['succeeded']],
    [WITHDRAWALS, ['failed']],
  ] as const) {
    const body = paymentBody(ORANGE);
    const original = await create(service, path, body);
    for (const outcome of outcomes) {
      assert.equal((await simulate(service, original.service_tx_id, outcome)).status, 200);
      const closed = path === DEPOSITS ? { expires_at: null } : {};
      const expected = { ...original, ...closed, status: outcome };
      assert.deepEqual(await create(twin, path, body), expected);
    }
  }
});

test('equal requests at once on two servers make one transaction, and all get it', async () => {
  for (const path of PATHS) {
    const before = await countTransactions(database);
    const json = paymentBody(ORANGE);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? service : twin).call('POST', path, { json }),
      ),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(await countTransactions(database), before + 1);
    const id = String(bodyOf(await service.call('POST', path, { json }))['service_tx_id']);
    assert.equal((await historyOf(database, id)).length, 1);
  }
});

test('many references at once, each twice on each server, make one transaction each', async () => {
  const before = await countTransactions(database);
  const bodies = Array.from({ length: 40 }, () => paymentBody());
  const idsOf = async ({ call }: typeof service) => {
    const answers = await Promise.all(bodies.map((json) => call('POST', DEPOSITS, { json })));
    return answers.map((answer) => bodyOf(answer)['service_tx_id']);
  };
  const [first, ...others] = await Promise.all([service, twin, service, twin].map(idsOf));
  for (const other of others) assert.deepEqual(other, first);
  assert.equal(new Set(first).size, 40);
  assert.equal(await countTransactions(database), before + 40);
});

test('two applications use the same reference for the same player independently', async () => {
  const guarded = await startTestService({ SPORTSBOOK_API_KEY: 'configured' });
  const keys = ['configured'];
  for (const name of ['one', 'two']) keys.push((await issueKey(guarded, name)).key);
  for (const path of PATHS) {
    const body = paymentBody();
    const ids = new Set<string>();
    for (const key of [...keys, ...keys]) {
      ids.add((await create(guarded, path, body, { 'x-api-key': key })).service_tx_id);
    }
    assert.equal(ids.size, keys.length);
  }
});
