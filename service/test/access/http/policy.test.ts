import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChange } from '../../../src/domain/access/policy.ts';
import { setPolicy } from '../../support/access/policy.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService, startTwin } from '../../support/harness.ts';
import { eventually } from '../../support/service-process.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  paymentBody,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const live = await startTestService(
  { SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'k', SECRETS_KEY: 'ab'.repeat(32) },
  { policy: { amountMaxXaf: 1_000_000 } },
);
const ama = await scriptHeaders(live.database, await addPerson(live.database, 'admin'));
const bo = await scriptHeaders(live.database, await addPerson(live.database, 'admin'));

const POLICY = '/internal/v1/policy';
const reason = 'agreed with the bank';

function change(headers: typeof ama, changes: readonly Json[]) {
  return live.call('POST', POLICY, { headers, json: { changes, reason } });
}

async function valueOf(name: string): Promise<unknown> {
  const { values } = bodyOf(await live.call('GET', POLICY, { headers: ama })) as {
    readonly values: readonly { readonly name: string; readonly value: unknown }[];
  };
  return values.find((one) => one.name === name)?.value;
}

test('what protects less waits for another administrator, who sees it and approves it', async () => {
  const asked = await change(ama, [{ name: 'amount_max_xaf', value: '2000000' }]);
  assert.equal(asked.status, 202, asked.text);
  assert.equal(await valueOf('amount_max_xaf'), '1000000');
  const { items } = bodyOf(await live.call('GET', '/internal/v1/changes', { headers: bo })) as {
    readonly items: readonly Json[];
  };
  const [waiting] = items;
  assert.equal(waiting?.['kind'], 'policy');
  assert.deepEqual(waiting?.['differences'], [
    { field: 'amount_max_xaf', before: '1000000', after: '2000000' },
  ]);
  const approve = `/internal/v1/changes/${String(waiting?.['id'])}/approve`;
  const own = await live.call('POST', approve, { headers: ama });
  assert.equal(bodyOf(own)['code'], 'own_change');
  assert.equal((await live.call('POST', approve, { headers: bo })).status, 200);
  assert.equal(await valueOf('amount_max_xaf'), '2000000');
});

test('what protects more holds at once, and the history says who and why', async () => {
  const done = await change(ama, [{ name: 'payouts_per_number_and_day', value: '3' }]);
  assert.deepEqual(done.json, { done: true });
  const { history } = bodyOf(await live.call('GET', POLICY, { headers: bo })) as {
    readonly history: readonly Json[];
  };
  const [last, before] = history;
  assert.deepEqual(last?.['changes'], [
    { name: 'payouts_per_number_and_day', before: null, after: '3' },
  ]);
  assert.equal(last?.['agreed_by'], null);
  assert.match(String(before?.['agreed_by']), /^admin </);
  assert.deepEqual([last?.['reason'], before?.['reason']], [reason, reason]);
});

test('a value that cannot be is refused, a repeated one changes nothing', async () => {
  const wrong = await change(ama, [{ name: 'amount_max_xaf', value: 'off' }]);
  assert.equal(bodyOf(wrong)['code'], 'policy_invalid');
  assert.match(String(bodyOf(wrong)['detail']), /It takes: a whole number, 100 or more$/);
  const flag = await change(ama, [{ name: 'http_callbacks', value: 'off' }]);
  assert.match(String(bodyOf(flag)['detail']), /It takes: yes or no/);
  const unknown = await change(ama, [{ name: 'amount_max', value: '5' }]);
  assert.equal(unknown.status, 422);
  const same = await change(ama, [{ name: 'payouts_per_number_and_day', value: '3' }]);
  assert.deepEqual(same.json, { done: false });
});

test('no rule names the largest number that can be counted as its limit', async () => {
  const text = JSON.stringify(bodyOf(await live.call('GET', POLICY, { headers: ama })));
  assert.ok(text.includes('policy_takes_from'), text);
  assert.ok(!text.includes(String(Number.MAX_SAFE_INTEGER)), text);
});

test('each rule says what it takes, and “off” is accepted just where it says so', async () => {
  const { values } = bodyOf(await live.call('GET', POLICY, { headers: ama })) as {
    readonly values: readonly Json[];
  };
  for (const { name, is_flag: isFlag, may_be_off: mayBeOff } of values) {
    const readings = ['off', 'true'].map((value) => readChange({ [String(name)]: value }).kind);
    assert.deepEqual(readings, [mayBeOff ? 'change' : 'invalid', isFlag ? 'change' : 'invalid']);
  }
});

test('the console is refused, too, when proofs of accounts would go before ten years', async () => {
  const short = [{ name: 'keep_text_months', value: '24' }];
  const refused = await change(ama, short);
  assert.equal(bodyOf(refused)['code'], 'policy_short_retention');
  const json = { changes: short, reason: 'Moins de dix ans, selon notre avocat' };
  const asked = await live.call('POST', POLICY, { headers: ama, json });
  assert.equal(asked.status, 202, asked.text);
});

test('a known reference is answered although its amount is above today’s largest', async () => {
  const service = await startTestService({}, { freshMs: 0 });
  const twin = await startTwin(service);
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    const body = paymentBody({ ...MTN, amount_xaf: 9_000 });
    const first = await create(service, path, body);
    await setPolicy(service, { amountMaxXaf: 8_000 });
    const again = await twin.call('POST', path, { json: body });
    assert.equal(again.status, 200, again.text);
    assert.equal(bodyOf(again)['service_tx_id'], first.service_tx_id);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await twin.call('POST', path, { json: { ...body, reference: 'another' } });
    assert.equal(other.status, 422);
    assert.match(other.text, /less than or equal to 8000/);
    const wrong = await twin.call('POST', path, { json: { ...body, msisdn: 'nobody' } });
    const { detail } = bodyOf(wrong) as { readonly detail: readonly { readonly loc: unknown }[] };
    assert.deepEqual(
      detail.map(({ loc }) => loc),
      [
        ['body', 'msisdn'],
        ['body', 'amount_xaf'],
      ],
      'everything that is wrong is named',
    );
    const elsewhere = await twin.call('POST', path, { json: { ...body, operator: 'orange' } });
    assert.equal(elsewhere.status, 422, 'something else is wrong, so nothing is answered');
    await setPolicy(service, { amountMaxXaf: 1_000_000 });
  }
});

test('a change holds in another process within a second', async () => {
  const service = await startTestService();
  const twin = await startTwin(service);
  const statusOf = async () =>
    (await twin.call('POST', DEPOSITS, { json: paymentBody(MTN) })).status;
  assert.equal(await statusOf(), 200);
  await setPolicy(service, { amountMaxXaf: 100 });
  const since = performance.now();
  await eventually('it is refused', async () => (await statusOf()) === 422, 60_000);
  const tookMs = performance.now() - since;
  // The request that saw it may itself have waited on a busy machine.
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
});
