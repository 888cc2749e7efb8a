import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findWaiting } from '../../../../console/src/decisions/deciding/counted-approvals.ts';
import type { PolicyChange } from '../../../src/domain/access/policy.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { setCredit } from '../../../src/flows/books/application-money.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService, type TestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

// How many people an approval takes: what list, detail and console announce is what then happens.

const LIMIT = 1_000;
const SUM = 1_500;
const PER_NUMBER = 1;

const POLICIES: readonly PolicyChange[] = [
  {},
  { approvalSecondPersonXaf: LIMIT },
  { approvalSumPerDayXaf: SUM },
  { approvalSecondPersonXaf: LIMIT, approvalSumPerDayXaf: SUM },
];

const APPROVED_BEFORE = [0, 500, LIMIT] as const;
const AMOUNTS = [500, 501, LIMIT, LIMIT + 1] as const;

let numbers = 670_400_000;

/** A payout to a new number and player, or to one beyond what it may have in a day. */
async function payOut(service: TestService, amount_xaf: number, isMarked = false): Promise<string> {
  numbers += 1;
  const body = { msisdn: `+237${numbers}`, player_id: randomUUID() };
  for (let count = 0; isMarked && count < PER_NUMBER; count += 1) {
    await create(service, WITHDRAWALS, { ...body, amount_xaf: 100 });
  }
  return (await create(service, WITHDRAWALS, { ...body, amount_xaf })).service_tx_id;
}

async function newAgent(service: TestService) {
  const person = await addPerson(service.database, 'agent');
  const headers = await scriptHeaders(service.database, person);
  const call = async (method: string, path: string, json?: Json) => {
    const options = json === undefined ? { headers } : { headers, json };
    const answer = await service.call(method, `/internal/v1/${path}`, options);
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer);
  };
  return {
    id: person.id,
    call,
    approve: async (id: string) => (await call('POST', `withdrawals/${id}/approve`))['outcome'],
    read: async (id: string) => (await call('GET', `transactions/${id}`))['transaction'] as Detail,
    find: async (id: string) => {
      const { items } = await call('POST', 'transactions/search', { q: id });
      return (items as readonly Detail[]).find((one) => one.id === id);
    },
  };
}

type Detail = Parameters<typeof findWaiting>[0][number] & {
  readonly needs_second_person: boolean;
};

for (const policy of POLICIES) {
  const perNumber = { payoutsPerNumberAndDay: PER_NUMBER };
  const service = await startTestService({}, { policy: { ...policy, ...perNumber } });
  const cases = APPROVED_BEFORE.flatMap((before) =>
    AMOUNTS.flatMap((amount) => [false, true].map((isMarked) => ({ before, amount, isMarked }))),
  );
  test(`what is announced is what happens, under ${JSON.stringify(policy)}`, async () => {
    for (const { before, amount, isMarked } of cases) {
      const name = `${amount} after ${before}${isMarked ? ', marked' : ''}`;
      const agent = await newAgent(service);
      if (before > 0) await agent.approve(await payOut(service, before));
      const id = await payOut(service, amount, isMarked);
      const [listed, detail] = [await agent.find(id), await agent.read(id)];
      const outcome = await agent.approve(id);
      const people = outcome === 'done' ? 1 : 2;
      assert.equal(outcome, people === 1 ? 'done' : 'waits_for_second_person', name);
      assert.equal(listed?.needs.people, people, `${name}: the list`);
      assert.deepEqual(detail.needs, listed.needs, `${name}: the detail`);
      assert.equal(detail.needs_second_person, people === 2, name);
      assert.equal(detail.needs.why === null, people === 1, `${name}: the reason`);
      assert.equal(findWaiting([detail], agent).has(id), people === 2, `${name}: the console`);
      if (people === 1) continue;
      const after = await agent.read(id);
      assert.deepEqual(after.needs, detail.needs, `${name}: their own approval counts once`);
    }
  });

  test(`several at once wait as the console says, under ${JSON.stringify(policy)}`, async () => {
    const agent = await newAgent(service);
    const amounts = [700, LIMIT + 1, 700, 100, 100];
    const ids: string[] = [];
    for (const amount of amounts) ids.push(await payOut(service, amount, amount === 100));
    const details = [];
    for (const id of ids) details.push(await agent.read(id));
    const announced = findWaiting(details, agent);
    const { results } = await agent.call('POST', 'withdrawals/approve', { ids });
    const waiting = (results as readonly Json[]).filter(({ outcome }) => outcome !== 'done');
    assert.deepEqual(new Set(waiting.map(({ id }) => id)), announced);
  });
}

test('the sum of a day is that of the person who reads', async () => {
  const service = await startTestService({}, { policy: { approvalSumPerDayXaf: SUM } });
  const [ama, bih] = [await newAgent(service), await newAgent(service)];
  await ama.approve(await payOut(service, SUM));
  const id = await payOut(service, 100);
  const why = (await ama.read(id)).needs.why;
  assert.deepEqual([why?.code, why?.params], ['daily_sum', { amount_xaf: SUM }]);
  assert.match(why?.text ?? '', /you approve and complete more than/);
  assert.equal((await bih.read(id)).needs.people, 1);
  assert.equal(await ama.approve(id), 'waits_for_second_person');
  assert.equal(await bih.approve(id), 'done');
});

test('several at once wait as soon as they take more than their application has', async () => {
  const service = await startTestService({ SPORTSBOOK_API_KEY: 'k'.repeat(40) });
  const shops = await Promise.all(
    ['shop', 'neighbour'].map(async (name) => ({
      'x-api-key': (await issueKey(service, name)).key,
    })),
  );
  for (const headers of shops) {
    const deposit = await create(service, DEPOSITS, { amount_xaf: 1_000 }, headers);
    const path = `/api/v1/sandbox/transactions/${deposit.service_tx_id}/simulate`;
    await service.call('POST', path, { json: { outcome: 'succeeded' }, headers });
  }
  for (const application of ['shop', 'neighbour']) {
    const asked = { application, creditXaf: 0, reason: 'as the contract says' };
    await setCredit({ ...service, policy: ONE_PERSON }, COMMAND_LINE, asked);
  }
  const agent = await newAgent(service);
  const details = [];
  for (const amount_xaf of [600, 600, 400, 100]) {
    for (const headers of shops) {
      const body = { amount_xaf, msisdn: `+237${(numbers += 1)}`, player_id: randomUUID() };
      const { service_tx_id: id } = await create(service, WITHDRAWALS, body, headers);
      details.push(await agent.read(id));
    }
  }
  const announced = findWaiting(details, agent);
  assert.equal(announced.size, 4);
  const ids = details.map(({ id }) => id);
  const { results } = await agent.call('POST', 'withdrawals/approve', { ids });
  const waiting = (results as readonly Json[]).filter(({ outcome }) => outcome !== 'done');
  assert.deepEqual(new Set(waiting.map(({ id }) => id)), announced);
});
