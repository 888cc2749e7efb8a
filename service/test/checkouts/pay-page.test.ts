import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createCheckout,
  mtnNumber,
  orangeNumber,
  readCheckout,
  settleAll,
} from '../support/checkouts/checkouts.ts';
import { startTestService } from '../support/harness.ts';
import { simulate } from '../support/transactions/payments.ts';

const service = await startTestService();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function open(url: string, query = '') {
  return service.call('GET', `${new URL(url).pathname}${query}`);
}

function type(url: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ lang: 'en', ...fields }).toString();
  return service.call('POST', new URL(url).pathname, { body, headers: FORM });
}

test('the page shows what is paid to whom, in the language that was asked for', async () => {
  const { url } = await createCheckout(service, { description: 'Two <b>shirts</b>' });
  const { text, status, headers } = await open(url);
  assert.equal(status, 200);
  assert.match(text, /lang="fr"/);
  assert.match(text, /5[\s\u202f\u00a0]000 FCFA/);
  assert.match(text, /Two &lt;b&gt;shirts/);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match((await open(url, '?lang=en')).text, /Mobile Money number/);
  assert.equal((await open('http://localhost/pay/AAAAAAAAAAAAAAAAAAAAAA')).status, 404);
});

test('the operator is found from the number, and a code comes with what to press', async () => {
  const { id, url } = await createCheckout(service);
  const { msisdn } = orangeNumber(1);
  const answer = await type(url, { msisdn });
  assert.equal(answer.status, 303);
  const { text } = await open(url, answer.headers.get('location') ?? '');
  assert.match(text, /href="tel:\*000\*000000\*5000%23"/);
  assert.match(text, /SANDBOX MERCHANT/);
  assert.match(text, /http-equiv="refresh"/);
  assert.equal((await readCheckout(service, id)).attempts.length, 1);
});

test('the page never says why a payment failed, nor who tried before', async () => {
  const { id, url } = await createCheckout(service);
  const { msisdn } = mtnNumber(2);
  const answer = await type(url, { msisdn });
  const place = answer.headers.get('location') ?? '';
  const [first] = (await readCheckout(service, id)).attempts;
  await simulate(service, first?.service_tx_id ?? '', 'failed');
  await settleAll(service);
  const { text } = await open(url, place);
  assert.match(text, /Not paid: look at your phone, or use another number/);
  for (const part of [msisdn, msisdn.slice(4), 'reason', 'insufficient', 'refused']) {
    assert.ok(!text.includes(part), part);
  }
});

test('a refusal says when to try again, for prompts and for codes', async () => {
  for (const { msisdn } of [mtnNumber(3), orangeNumber(3)]) {
    for (let count = 0; count < 3; count += 1) {
      const { id, url } = await createCheckout(service);
      assert.equal((await type(url, { msisdn })).status, 303);
      const [attempt] = (await readCheckout(service, id)).attempts;
      await simulate(service, attempt?.service_tx_id ?? '', 'failed');
    }
    const { url } = await createCheckout(service);
    const { status, text } = await type(url, { msisdn });
    assert.equal(status, 429);
    assert.match(text, /Try again after <time datetime="2/);
  }
});

test('what is no number, and an operator that the shop does not take, are refused', async () => {
  const { id, url } = await createCheckout(service, { operators: ['mtn'] });
  assert.equal((await type(url, { msisdn: 'abc' })).status, 422);
  assert.equal((await type(url, { msisdn: orangeNumber(4).msisdn })).status, 422);
  assert.ok(!(await open(url)).text.includes('value="orange"'));
  assert.deepEqual((await readCheckout(service, id)).attempts, []);
});

test('a paid page is a receipt that leads back with the id and nothing else', async () => {
  const { id, url } = await createCheckout(service, { return_url: 'https://shop.example/a?b=c' });
  const answer = await type(url, { msisdn: mtnNumber(5).msisdn });
  const [attempt] = (await readCheckout(service, id)).attempts;
  await simulate(service, attempt?.service_tx_id ?? '', 'succeeded');
  await settleAll(service);
  const { text } = await open(url, answer.headers.get('location') ?? '');
  assert.match(text, /Paid\. Thank you!/);
  assert.ok(text.includes(`href="https://shop.example/a?b=c&amp;checkout_id=${id}"`), text);
  assert.equal((await type(url, { msisdn: mtnNumber(6).msisdn })).status, 503);
});

test('what others wrote is text on the receipt, never a part of the page', async () => {
  const reference = '<meta http-equiv=refresh content="0;url=//evil.example">';
  const { id, url } = await createCheckout(service, { reference });
  const answer = await type(url, { msisdn: mtnNumber(7).msisdn });
  const [attempt] = (await readCheckout(service, id)).attempts;
  await simulate(service, attempt?.service_tx_id ?? '', 'succeeded');
  await settleAll(service);
  const { text } = await open(url, answer.headers.get('location') ?? '');
  assert.ok(text.includes('&lt;meta http-equiv=refresh'), text);
  assert.ok(!text.includes('<meta http-equiv'), text);
});

test('beyond its share a network waits for its turn, and a page that is over takes none', async () => {
  const over = await createCheckout(service);
  const cancelled = await service.call('POST', `/api/v1/checkouts/${over.id}/cancel`);
  assert.equal(cancelled.status, 200, cancelled.text);
  const statuses: number[] = [];
  for (let count = 0; count < 48; count += 1) {
    const { url } = await createCheckout(service);
    statuses.push((await type(url, { msisdn: mtnNumber(500 + count).msisdn })).status);
    assert.equal((await type(over.url, { msisdn: mtnNumber(9).msisdn })).status, 503);
  }
  assert.deepEqual(
    statuses.filter((status) => status !== 303),
    [],
  );
});
