import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import {
  createCheckout,
  mtnNumber,
  orangeNumber,
  pay,
  readCheckout,
  settleAll,
} from '../support/checkouts/checkouts.ts';
import { startTestService } from '../support/harness.ts';
import { shiftClock, simulate } from '../support/transactions/payments.ts';

// What the page says to who may not begin to pay, or need not any more.

const service = await startTestService();
const { database } = service;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function open(url: string, query = '') {
  return service.call('GET', `${new URL(url).pathname}${query}`);
}

function type(url: string, msisdn: string) {
  const body = new URLSearchParams({ lang: 'en', msisdn }).toString();
  return service.call('POST', new URL(url).pathname, { body, headers: FORM });
}

/** The refusal alone: what else is on the page has times of its own. */
function noticeIn(text: string): string {
  return /<p class="problem"[^>]*>(.*?)<\/p>/.exec(text)?.[1] ?? '';
}

async function askThrice(msisdn: string): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const { id, url } = await createCheckout(service);
    assert.equal((await type(url, msisdn)).status, 303);
    const [attempt] = (await readCheckout(service, id)).attempts;
    await simulate(service, attempt?.service_tx_id ?? '', 'failed');
  }
}

test('a refusal says roughly when to try again, for prompts and for codes', async () => {
  for (const { msisdn } of [mtnNumber(3), orangeNumber(3)]) {
    await askThrice(msisdn);
    const { url } = await createCheckout(service);
    const { status, text, headers } = await type(url, msisdn);
    assert.equal(status, 429);
    assert.match(noticeIn(text), /try again in about an hour\.$/);
    assert.equal(headers.get('retry-after'), '3600');
    await shiftClock(database, 1_860);
    const later = await type(url, msisdn);
    assert.match(noticeIn(later.text), /try again in about half an hour\.$/);
    assert.equal(later.headers.get('retry-after'), '1800');
    await shiftClock(database, 0);
  }
});

test('a refusal for a code that waits elsewhere has neither its time nor its shop', async () => {
  const { msisdn } = orangeNumber(4);
  const first = await createCheckout(service, { description: 'Secret shirts' });
  assert.equal((await type(first.url, msisdn)).status, 303);
  const { url } = await createCheckout(service);
  const { status, text, headers } = await type(url, msisdn);
  assert.equal(status, 409);
  assert.match(noticeIn(text), /expected for another purchase\. Dial nothing: .* in about an? h/);
  assert.ok(!/<time|\d\d:\d\d/.test(noticeIn(text)), text);
  assert.ok(['1800', '3600'].includes(headers.get('retry-after') ?? ''));
  assert.ok(!text.includes('Secret shirts') && !text.includes(msisdn.slice(4)), text);
});

test('a checkout says ten times an hour what a number is doing, and then no more', async () => {
  const { msisdn } = orangeNumber(5);
  assert.equal((await type((await createCheckout(service)).url, msisdn)).status, 303);
  const { id, url } = await createCheckout(service);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await type(url, msisdn)).status);
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 409), 429]);
  const { text } = await type(url, msisdn);
  assert.match(noticeIn(text), /Too many attempts for this payment/);
  assert.equal((await readCheckout(service, id)).attempts.length, 0);
  assert.equal((await type(url, mtnNumber(5).msisdn)).status, 303, 'who may pay still pays');
});

test('a buyer who takes another number gets an attempt of their own beside the first', async () => {
  const { id, url } = await createCheckout(service);
  const first = (await type(url, orangeNumber(6).msisdn)).headers.get('location') ?? '';
  const { text } = await open(url, first);
  assert.match(text, /<a href="\?lang=en">Pay with another number<\/a>/);
  assert.match((await open(url, '?lang=en')).text, /<form/);
  const second = (await type(url, mtnNumber(6).msisdn)).headers.get('location') ?? '';
  assert.notEqual(first, second);
  assert.match((await open(url, first)).text, /href="tel:/);
  assert.match((await open(url, second)).text, /Look at your phone/);
  assert.equal((await readCheckout(service, id)).attempts.length, 2);
});

test('who still has a request reads to confirm nothing once somebody else has paid', async () => {
  const { id, url } = await createCheckout(service, { return_url: 'https://shop.example/back' });
  const late = await pay(service, id, mtnNumber(7));
  const payer = await pay(service, id, mtnNumber(8));
  await simulate(service, payer, 'succeeded');
  await settleAll(service);
  const { text } = await open(url, `?lang=en&attempt=${late}`);
  assert.match(text, /already paid: confirm nothing/);
  assert.ok(!text.includes('Thank you'), text);
  assert.match(text, /data-live="true" data-waits="true"/);
  assert.match(text, /http-equiv="refresh"/);
  assert.match((await open(url, `?lang=en&attempt=${payer}`)).text, /Paid\. Thank you!/);
  await shiftClock(database, 1_000);
  await expireDeposits({ database, onQueued: () => {} });
  assert.match((await open(url, `?lang=en&attempt=${late}`)).text, /Paid\. Thank you!/);
  await shiftClock(database, 0);
});

test('who still has a request reads to confirm nothing once the shop has cancelled', async () => {
  const { id, url } = await createCheckout(service);
  const open1 = await pay(service, id, mtnNumber(9));
  await service.call('POST', `/api/v1/checkouts/${id}/cancel`);
  const { text } = await open(url, `?lang=en&attempt=${open1}`);
  assert.match(text, /has cancelled this payment: confirm nothing/);
  assert.match(text, /data-live="true" data-waits="true"/);
  assert.match((await open(url, '?lang=en')).text, /data-live="false"/);
});

test('without a script a page says when the time ends, with the name of the month', async () => {
  const { url } = await createCheckout(service);
  const { text } = await open(url, '?lang=en');
  const [, iso = '', shown = ''] =
    /<time datetime="([^"]+)" data-kind="left">([^<]+)/.exec(text) ?? [];
  const there = new Date(Date.parse(iso) + 3_600_000).toISOString();
  const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  const [year, , day] = there.slice(0, 10).split('-');
  const date = `${Number(day)} ${month.format(new Date(there))} ${year}`;
  assert.equal(shown, `${date} at ${there.slice(11, 16)}`);
});

test('beyond its share a network waits for its turn, and a page that is over takes none', async () => {
  const own = await startTestService();
  const send = async (url: string, msisdn: string) => {
    const body = new URLSearchParams({ lang: 'en', msisdn }).toString();
    return own.call('POST', new URL(url).pathname, { body, headers: FORM });
  };
  const over = await createCheckout(own);
  await own.call('POST', `/api/v1/checkouts/${over.id}/cancel`);
  const { url } = await createCheckout(own);
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await send(over.url, mtnNumber(9).msisdn)).status, 503);
  }
  const answers = await Promise.all(
    Array.from({ length: 68 }, (_, count) => send(url, mtnNumber(500 + count).msisdn)),
  );
  const waiting = answers.filter(({ text }) =>
    /from your network\. Try again after <time/.test(text),
  );
  assert.ok(waiting.length > 0);
  for (const { status, headers } of waiting) {
    assert.equal(status, 429);
    assert.match(headers.get('retry-after') ?? '', /^[5-9]$/);
  }
  assert.equal(answers.filter(({ status }) => status === 303).length, 10, 'of one checkout');
});
