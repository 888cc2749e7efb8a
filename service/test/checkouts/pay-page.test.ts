import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tamper } from '../support/books/forget-books.ts';
import {
  createCheckout,
  mtnNumber,
  orangeNumber,
  pay,
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
  assert.match(text, /5\u00a0000\u00a0FCFA/);
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

test('the page says by two digits which phone is asked, while it is, to who began', async () => {
  for (const { msisdn } of [mtnNumber(38), orangeNumber(39)]) {
    const { id, url } = await createCheckout(service);
    const place = (await type(url, { msisdn })).headers.get('location') ?? '';
    const says = new RegExp(`whose number ends in <b>${msisdn.slice(-2)}</b>`);
    const { text } = await open(url, place);
    assert.match(text, says);
    assert.ok(!text.includes(msisdn.slice(-6)), 'and no more of it');
    const ofAnother = await open(url, '?lang=en');
    assert.ok(!ofAnother.text.includes('whose number ends in'), 'who opens the link');
    const [first] = (await readCheckout(service, id)).attempts;
    await simulate(service, first?.service_tx_id ?? '', 'failed');
    assert.ok(!(await open(url, place)).text.includes('whose number ends in'), 'and afterwards');
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

test('a payment that people look into is not called unpaid, and invites no second one', async () => {
  const { id, url } = await createCheckout(service);
  const depositId = await pay(service, id, mtnNumber(30));
  await tamper(service.database, [
    `update transactions set state = 'requires_manual_resolution', expires_at = null
     where id = '${depositId}'`,
  ]);
  const { text } = await open(url, `?lang=en&attempt=${depositId}`);
  assert.match(text, /Do not pay a second time/);
  assert.ok(!text.includes('<form') && !text.includes('Not paid'), text);
});

test('a buyer whose payment was too much reads that, not the receipt of another', async () => {
  const { id, url } = await createCheckout(service);
  const ids = [await pay(service, id, mtnNumber(31)), await pay(service, id, mtnNumber(32))];
  for (const depositId of ids) {
    await simulate(service, depositId, 'succeeded');
    await settleAll(service);
  }
  assert.match((await open(url, `?lang=en&attempt=${ids[0]}`)).text, /Paid\. Thank you!/);
  const { text } = await open(url, `?lang=en&attempt=${ids[1]}`);
  assert.match(text, /The seller gives it back/);
  assert.ok(!text.includes('Thank you!'), text);
});

test('an attempt is shown to who began it, in both languages, and to nobody who guesses', async () => {
  const { id, url } = await createCheckout(service);
  const depositId = await pay(service, id, orangeNumber(33));
  const { text } = await open(url, `?lang=en&attempt=${depositId}`);
  assert.ok(text.includes(`href="?attempt=${depositId}&amp;lang=fr"`), text);
  assert.match((await open(url, '?attempt=1')).text, /<form/);
});

test('a page that is open learns in a few bytes that nothing is new', async () => {
  const { id, url } = await createCheckout(service);
  const { text } = await open(url);
  assert.match(text, /data-live="true"/);
  const version = /data-version="([^"]+)"/.exec(text)?.[1] ?? '';
  assert.equal((await open(url, `?seen=${version}`)).status, 204);
  await service.call('POST', `/api/v1/checkouts/${id}/cancel`);
  const news = await open(url, `?seen=${version}`);
  assert.equal(news.status, 200);
  assert.match(news.text, /data-live="false"/);
});

test('the name that the operator will show is there before anything is dialled', async () => {
  const { url } = await createCheckout(service);
  assert.match((await open(url)).text, /affichera ce nom .*SANDBOX MERCHANT/);
});

test('a number of another country is refused', async () => {
  const { url } = await createCheckout(service);
  const { status, text } = await type(url, { msisdn: '+33612345678', operator: 'mtn' });
  assert.equal(status, 422);
  assert.match(text, /Not a Cameroonian number/);
});

test('a buyer reads a page whatever goes wrong, also with an address that is none', async () => {
  for (const path of ['/pay/%00', '/pay/AAAAAAAAAAAAAAAAAAAAAA', '/pay/a%20b']) {
    const { status, text, headers } = await service.call('GET', path);
    assert.equal(status, 404, path);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(text, /There is no such page/);
    assert.ok(!text.includes('http-equiv="refresh"'), 'it will not come');
  }
  const { url } = await createCheckout(service);
  const body = 'x'.repeat(2_000_000);
  const large = await service.call('POST', new URL(url).pathname, { body, headers: FORM });
  assert.equal(large.status, 413);
  assert.match(large.text, /Pay nothing; try again later/);
});
