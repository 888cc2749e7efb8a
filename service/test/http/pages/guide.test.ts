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

test('a page loads nothing from elsewhere, and its one script may call nothing', async () => {
  for (const [address, html] of pages) {
    assert.doesNotMatch(html, /(?:src|<link[^>]*href)="(?:https?:)?\/\//, address);
    assert.deepEqual(
      [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag),
      address === '/guide' ? [] : ['<script type="module" src="/pages.js">'],
    );
  }
  const { headers } = await service.call('GET', '/guide/interface');
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none';.*script-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|connect-src/);
});

test('the script of the pages is small, calls nothing and keeps nothing but a language', async () => {
  const { status, text } = await service.call('GET', '/pages.js');
  assert.equal(status, 200);
  assert.ok(text.length <= 6 * 1024, `${text.length} bytes`);
  assert.doesNotMatch(text, /fetch\(|XMLHttpRequest|localStorage|indexedDB|cookie|innerHTML/);
  assert.deepEqual(text.match(/setItem\([^)]*\)/g), ['setItem(LANGUAGE, language)']);
});

test('a long page has its headings beside it, a short one has not', () => {
  const beside = (address: string) =>
    /<nav class="contents" aria-label="On this page">(.*?)<\/nav>/s.exec(
      pages.get(address) ?? '',
    )?.[1];
  assert.ok(beside('/guide/interface')?.includes('<a href="#idempotency">Idempotency</a>'));
  assert.equal(beside('/guide/decisions/0022-one-writer'), undefined);
});

test('the pages for platforms come first', () => {
  const chapters = [...(pages.get('/guide') ?? '').matchAll(/<h2>([^<]*)<\/h2>/g)];
  assert.equal(chapters[0]?.[1], 'For platforms');
  assert.ok((pages.get('/guide') ?? '').indexOf('/guide/quick-start') > 0);
});

test('the list of pages describes each by a whole sentence', () => {
  const text = pages.get('/guide') ?? '';
  const summaries = [...text.matchAll(/<br>\s*<span class="soft">\s*(.*?)<\/span>/gs)];
  assert.ok(summaries.length > 20);
  for (const [, summary = ''] of summaries) assert.match(summary, /^\p{L}.*[.!?]$/u);
  assert.deepEqual(
    summaries.flatMap(([, summary = '']) => (/ is in [\w-]+\.md/.test(summary) ? [summary] : [])),
    [],
  );
});

test('what is searched for is shown as text', async () => {
  const { text } = await service.call('GET', `/guide?q=${encodeURIComponent('"><img src=x>')}`);
  assert.doesNotMatch(text, /<img src=x>/);
});

test('examples have the address of the reader', () => {
  const html = pages.get(addressOf('docs/interface.md')) ?? '';
  assert.ok(html.replaceAll(/<[^>]*>/g, '').includes(`curl -sS ${service.url}/api/v1/deposits`));
  for (const [address, page] of pages) {
    assert.doesNotMatch(page, /http:\/\/localhost:(?:<[^>]*>)*8000/, address);
  }
});

test('a French page says that it is French', () => {
  for (const [address, html] of pages) {
    const language = address.startsWith('/guide/fr/') ? 'fr' : 'en';
    assert.ok(html.includes(`<html lang="${language}">`), address);
  }
});

test('an unknown page is a 404', async () => {
  for (const path of ['/guide/nothing', '/guide/../package.json', '/guide/%2e%2e/package']) {
    assert.equal((await service.call('GET', path)).status, 404, path);
  }
});
