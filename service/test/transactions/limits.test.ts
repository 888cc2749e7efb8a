import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listMarks } from '../../src/db/transactions/payment-limits.ts';
import { addPerson, signedIn } from '../support/access/staff.ts';
import { startTestService, startTwin, type TestService } from '../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  ORANGE,
  paymentBody,
  shiftClock,
  simulate,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

const policy = {
  openPromptsPerNumber: 3,
  payoutsPerNumberAndDay: 4,
  payoutsPerPlayerAndDay: 5,
  payoutDuplicateMinutes: 10,
  approvalSumPerDayXaf: 10_000,
};
const service = await startTestService({}, { policy });
const { database } = service;
const twin = await startTwin(service);
const [ada, bo] = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
const asAda = await signedIn(service, ada);
const asBo = await signedIn(service, bo);

/** Sends this many requests at once, to two processes in turn. */
function atOnce(count: number, path: string, bodyAt: (index: number) => Json) {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { call } = index % 2 === 0 ? service : twin;
      return call('POST', path, { json: paymentBody(bodyAt(index)) });
    }),
  );
}

async function detailOf(id: unknown): Promise<Json> {
  const answer = await asAda.call('GET', `/internal/v1/transactions/${String(id)}`);
  return bodyOf(answer)['transaction'] as Json;
}

/** Without a session, which the moves of the clock would end. */
function marksOf(id: unknown): Promise<unknown> {
  return listMarks(database, String(id));
}

test('a number has no more open prompts than the limit, however many come at once', async () => {
  const msisdn = '+237670100001';
  const answers = await atOnce(12, DEPOSITS, () => ({ msisdn }));
  const taken = answers.filter(({ status }) => status === 200);
  assert.equal(taken.length, 3);
  for (const answer of answers) {
    if (answer.status === 200) continue;
    assert.equal(answer.status, 429, answer.text);
    assert.match(String(bodyOf(answer)['detail']), /wait on this phone/);
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  // Another number, and a code that the player dials, are not concerned.
  await create(service, DEPOSITS, { msisdn: '+237670100002' });
  for (let count = 0; count < 5; count += 1) await create(service, DEPOSITS, ORANGE);
  const [first] = taken;
  assert.ok(first !== undefined);
  await simulate(service, String(bodyOf(first)['service_tx_id']), 'failed');
  await create(service, DEPOSITS, { msisdn });
});

test('a known reference is answered although the number has too many prompts', async () => {
  const msisdn = '+237670100003';
  const body = paymentBody({ msisdn });
  const first = await create(service, DEPOSITS, body);
  await atOnce(5, DEPOSITS, () => ({ msisdn }));
  assert.equal((await create(twin, DEPOSITS, body))['service_tx_id'], first.service_tx_id);
});

test('payouts beyond the limit of their number are marked and need a second person', async () => {
  const msisdn = '+237670100004';
  const answers = await atOnce(9, WITHDRAWALS, (index) => ({ msisdn, amount_xaf: 100 + index }));
  const ids = answers.map((answer) => {
    assert.equal(bodyOf(answer)['status'], 'pending_approval');
    return String(bodyOf(answer)['service_tx_id']);
  });
  const details = await Promise.all(ids.map(detailOf));
  const marked = details.filter(({ marks }) => (marks as readonly string[]).length > 0);
  assert.equal(marked.length, 5);
  for (const { marks, needs_second_person } of marked) {
    assert.deepEqual([marks, needs_second_person], [['many_to_number'], true]);
  }
  const [one] = marked;
  const path = `/internal/v1/withdrawals/${String(one?.['id'])}/approve`;
  assert.equal(bodyOf(await asAda.call('POST', path))['outcome'], 'waits_for_second_person');
  assert.equal(bodyOf(await asBo.call('POST', path))['outcome'], 'done');
});

test('payouts beyond the limit of their player are marked, until a day has passed', async () => {
  const player_id = randomUUID();
  const numbered = (index: number) => ({ player_id, msisdn: `+23767020000${index}` });
  const answers = await atOnce(7, WITHDRAWALS, numbered);
  const marks = await Promise.all(
    answers.map((answer) => marksOf(bodyOf(answer)['service_tx_id'])),
  );
  assert.equal(marks.filter((of) => JSON.stringify(of) === '["many_to_player"]').length, 2);
  await shiftClock(database, 86_401);
  const later = await create(service, WITHDRAWALS, numbered(8));
  assert.deepEqual(await marksOf(later.service_tx_id), []);
  await shiftClock(database, 0);
});

test('the same amount to the same number within minutes is marked as a probable duplicate', async () => {
  const payout = { msisdn: '+237670100005', amount_xaf: 777 };
  const answers = await atOnce(2, WITHDRAWALS, () => payout);
  const marks = await Promise.all(
    answers.map((answer) => marksOf(bodyOf(answer)['service_tx_id'])),
  );
  const texts = marks.map((of) => JSON.stringify(of)).sort((a, b) => a.length - b.length);
  assert.deepEqual(texts, ['[]', '["probable_duplicate"]']);
  const other = await create(service, WITHDRAWALS, { ...payout, amount_xaf: 778 });
  assert.deepEqual(await marksOf(other.service_tx_id), []);
  await shiftClock(database, 601);
  const later = await create(service, WITHDRAWALS, payout);
  assert.deepEqual(await marksOf(later.service_tx_id), []);
  await shiftClock(database, 0);
  // It is only shown: one person may approve it.
  const twice = { ...payout, msisdn: '+237670100006' };
  await create(service, WITHDRAWALS, twice);
  const again = await create(service, WITHDRAWALS, twice);
  const { marks: shown, needs_second_person } = await detailOf(again.service_tx_id);
  assert.deepEqual([shown, needs_second_person], [['probable_duplicate'], false]);
});

test('above what one person approves in a day a second one is needed, also for clicks at once', async () => {
  const cy = await addPerson(database, 'agent');
  const asCy = await signedIn(service, cy);
  const ids = [];
  for (let count = 0; count < 6; count += 1) {
    const msisdn = `+23767030000${count}`;
    ids.push((await create(service, WITHDRAWALS, { msisdn, amount_xaf: 4_000 })).service_tx_id);
  }
  const outcomes = await Promise.all(
    ids.map(async (id) => {
      const answer = await asCy.call('POST', `/internal/v1/withdrawals/${id}/approve`);
      return bodyOf(answer)['outcome'];
    }),
  );
  assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 2);
  assert.equal(outcomes.filter((outcome) => outcome === 'waits_for_second_person').length, 4);
});

test('an application makes no more requests in a second than the limit', async () => {
  const limited: TestService = await startTestService({}, { policy: { requestsPerSecond: 5 } });
  const body = paymentBody(MTN);
  const first = await create(limited, DEPOSITS, body);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => limited.call('POST', DEPOSITS, { json: paymentBody(MTN) })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  // The requests may fall into two seconds.
  assert.ok(refused.length >= 10, `${refused.length} were refused`);
  for (const answer of refused) {
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.match(String(bodyOf(answer)['detail']), /too many requests/);
  }
  const repeats = await Promise.all(
    Array.from({ length: 20 }, () => limited.call('POST', DEPOSITS, { json: body })),
  );
  for (const answer of repeats) {
    assert.equal(answer.status, 200, 'a known reference is never limited');
    assert.equal(bodyOf(answer)['service_tx_id'], first.service_tx_id);
  }
  const reads = await Promise.all(
    Array.from({ length: 20 }, () => limited.call('GET', '/api/v1/CM/providers')),
  );
  assert.ok(reads.some(({ status }) => status === 429));
  assert.equal((await limited.call('GET', '/health')).status, 200);
});
