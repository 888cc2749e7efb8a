import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../support/harness.ts';

const service = await startTestService();

async function search(query: string) {
  const { text } = await service.call('GET', `/guide?q=${encodeURIComponent(query)}`);
  const hits = [...text.matchAll(/<li><a href="([^"]*)">[^<]*<\/a>\s*<span class="soft">/g)];
  const excerpts = [...text.matchAll(/<\/span><br>(.*?)<\/li>/gs)].map(([, it = '']) => it);
  return { text, hits: hits.map(([, address = '']) => address), excerpts };
}

/** What a newcomer types, and a page that must be among the first three sections. */
const FOUND: readonly (readonly [query: string, page: string])[] = [
  ['Replay-Webhook', '/guide/interface#post-apiv1transactionsservice_tx_idreplay-webhook'],
  ['test numbers', '/guide/testing'],
  ['magic', '/guide/testing'],
  ['phone format', '/guide/interface#phone-numbers'],
  ['idempotancy', '/guide/interface#idempotency'],
  ['webhok signature', '/guide/interface#verifying-a-webhook'],
  ['going liv', '/guide/going-live'],
  ['refund', '/guide/interface'],
  ['whitelist', '/guide/faq'],
  ['chargeback', '/guide/faq'],
  ['how do I rotate my key', '/guide/faq'],
  ['stk push', '/guide/coming-from'],
  ['disbursement', '/guide/pay-out'],
  ['rapprocher un paiement', '/guide/fr/staff'],
];

for (const [query, page] of FOUND) {
  test(`"${query}" finds ${page} first`, async () => {
    const { hits } = await search(query);
    assert.ok(
      hits.slice(0, 3).some((address) => address.startsWith(page)),
      hits.slice(0, 8).join('\n'),
    );
  });
}

test('a section that has all terms is wanted; if there is none, those with some are', async () => {
  const some = await search('replay zebra-crossing');
  assert.match(some.text, /No section has all of these words/);
  assert.ok(some.hits.length > 0);
  const none = await search('zzzzqqqq');
  assert.match(none.text, /Nothing found/);
  assert.deepEqual(none.hits, []);
});

test('excerpts begin and end with whole words, and mark what was found', async () => {
  const { excerpts } = await search('replay');
  assert.ok(excerpts.length > 3);
  assert.ok(excerpts.some((excerpt) => excerpt.includes('<mark>replay</mark>')));
  const { text: page } = await service.call('GET', '/guide/interface');
  const words = new Set(page.replaceAll(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu));
  const { excerpts: own } = await search('interface replay');
  for (const excerpt of own.filter((one) => one.startsWith('… ')).slice(0, 1)) {
    const [first = ''] = excerpt.slice(2).match(/[\p{L}\p{N}]+/u) ?? [];
    assert.ok(words.has(first), first);
  }
});
