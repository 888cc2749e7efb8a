import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../support/harness.ts';

const service = await startTestService();
const { text: html, headers } = await service.call('GET', '/docs');
const { paths, components } = (await service.call('GET', '/openapi.json')).json as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
  readonly components: { readonly schemas: object };
};

test('the explorer has a form for every operation, and every schema', () => {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(methods)) {
      const form = `data-method="${method.toUpperCase()}" data-path="${path}"`;
      assert.ok(html.includes(form), form);
      assert.ok(html.includes(`href="#${operationId}"`), operationId);
    }
  }
  for (const name of Object.keys(components.schemas)) {
    assert.ok(html.includes(`id="schema-${name}"`), name);
  }
});

test('every anchor of the explorer leads to something, and no id is there twice', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    anchors.filter((id) => !ids.includes(id)),
    [],
  );
});

test('the explorer keeps a key nowhere in the browser', async () => {
  const { text, status } = await service.call('GET', '/docs/explorer.js');
  assert.equal(status, 200);
  assert.doesNotMatch(text, /Storage|indexedDB|document\.cookie/);
});

test('the explorer has the address of the reader, and loads nothing from elsewhere', async () => {
  assert.ok(html.includes(`${service.url}/api/v1/deposits`));
  assert.doesNotMatch(html, /(src|href)="(https?:)?\/\//);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none';.*script-src 'self'; connect-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  const script = await service.call('GET', '/docs/explorer.js');
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.equal((await service.call('GET', '/docs/')).status, 301);
});
