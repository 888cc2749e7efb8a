import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { addressOf, CHAPTERS, listDocuments } from '../../../src/http/pages/guide-documents.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startTestService } from '../../support/harness.ts';

const service = await startTestService();
const documents = listDocuments();

const pages = new Map<string, string>();
for (const address of ['/guide', ...documents.keys()]) {
  const answer = await service.call('GET', address);
  assert.equal(answer.status, 200, address);
  pages.set(address, answer.text);
}

test('every document of docs/ is in a chapter', () => {
  const named = new Set(CHAPTERS.flatMap(({ files }) => files));
  const missing = globSync('docs/*.md', { cwd: CHECKOUT }).filter((file) => !named.has(file));
  assert.deepEqual(missing, []);
});

test('every link and anchor of the guide leads to something', async () => {
  const broken: string[] = [];
  const others = new Set<string>();
  for (const [address, html] of pages) {
    for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [path = '', id] = href.split('#', 2);
      const target = pages.get(path === '' ? address : path);
      if (target === undefined) others.add(path);
      else if (id !== undefined && !target.includes(`id="${id}"`)) {
        broken.push(`${address} links to ${href}`);
      }
    }
  }
  for (const path of others) {
    const { status } = await service.call('GET', path);
    if (status !== 200 && status !== 302) broken.push(`${path} is ${status}`);
  }
  assert.deepEqual(broken, []);
});

test('a page loads nothing from elsewhere and runs no script', async () => {
  for (const [address, html] of pages) {
    assert.doesNotMatch(html, /<script|(?:src|<link[^>]*href)="(?:https?:)?\/\//, address);
  }
  const { headers } = await service.call('GET', '/guide');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
});

test('the search finds sections by all their words, those of headings first', async () => {
  const { text } = await service.call('GET', '/guide?q=Replay-Webhook');
  const [first = ''] = [...text.matchAll(/<li><a href="([^"]*#[^"]*)"/g)].map(([, it = '']) => it);
  assert.equal(first, '/guide/interface#post-apiv1transactionsservice_tx_idreplay-webhook');
  assert.match(text, /<mark>/);
  const none = await service.call('GET', '/guide?q=replay+zebra-crossing');
  assert.match(none.text, /Nothing has all of these words/);
});

test('what is searched for is shown as text', async () => {
  const { text } = await service.call('GET', `/guide?q=${encodeURIComponent('"><img src=x>')}`);
  assert.doesNotMatch(text, /<img src=x>/);
});

test('examples have the address of the reader', () => {
  const html = pages.get(addressOf('docs/interface.md')) ?? '';
  assert.ok(html.includes(`curl -sS ${service.url}/api/v1/deposits`));
});

test('the description of the interface names the guide', async () => {
  const { json } = await service.call('GET', '/openapi.json');
  const { externalDocs } = json as { readonly externalDocs: { readonly url: string } };
  assert.ok(documents.has(externalDocs.url));
});

test('an unknown page is a 404', async () => {
  for (const path of ['/guide/nothing', '/guide/../package.json', '/guide/%2e%2e/package']) {
    assert.equal((await service.call('GET', path)).status, 404, path);
  }
});
