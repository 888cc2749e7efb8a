import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startTestService } from '../support/harness.ts';
import { fillPayments } from '../support/transactions/fill-payments.ts';
import { bodyOf } from '../support/transactions/payments.ts';
import { measureFilled } from '../support/transactions/staff-lists.ts';

const PAYMENTS = 2_000;
const service = await startTestService();
const agent = await addPerson(service.database, 'agent');
await fillPayments(service.database, { payments: PAYMENTS, actorId: agent.id });

// How long they take on a million payments: `npm run faults -- staff-lists`.
test('every list and search of the console answers, and finds what it is asked for', async () => {
  const lists = await measureFilled(service, agent, { payments: PAYMENTS, times: 1 });
  assert.ok(lists.length > 100, `${lists.length}`);
});

test('every list of staff goes on at its cursor, without gaps or repeats', async () => {
  const headers = await scriptHeaders(service.database, agent);
  const page = async (path: string) => {
    const answer = await service.call('GET', `/internal/v1/${path}`, { headers });
    assert.equal(answer.status, 200, answer.text);
    const { items, next_cursor: next } = bodyOf(answer);
    return { ids: (items as readonly { readonly id: unknown }[]).map(({ id }) => id), next };
  };
  for (const list of [
    'transactions?order=newest',
    'transactions?order=smallest',
    'audit?',
    'receipts?',
    'sms?',
    'contradictions?state=any',
  ]) {
    const whole = (await page(`${list}&limit=100`)).ids;
    assert.ok(whole.length > 1, list);
    const seen: unknown[] = [];
    const limit = Math.ceil(whole.length / 3);
    let cursor: unknown = '';
    while (typeof cursor === 'string' && seen.length < whole.length) {
      const { ids, next } = await page(`${list}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...ids);
      cursor = next;
    }
    assert.deepEqual(seen.slice(0, whole.length), whole, list);
  }
});
