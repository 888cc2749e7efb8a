import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PUBLIC_PROBLEMS } from '../../src/contract/public-problems.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';

// What docs/openapi.json has, the pages for platforms name.

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { description?: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const read = (name: string) => readFileSync(join(CHECKOUT, name), 'utf8');
const { paths, components } = JSON.parse(read('docs/openapi.json')) as Document;
const EVENTS = components.schemas['DeliveredEvent']?.enum ?? [];

/** What is on a page and not in this list. */
function missingOn(page: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => !page.includes(`\`${name}`));
}

test('docs/testing.md says how to provoke every event, and every error by its status and code', () => {
  const page = read('docs/testing.md');
  assert.equal(EVENTS.length, 6);
  assert.deepEqual(missingOn(page, EVENTS), []);
  const rows = Object.entries(PUBLIC_PROBLEMS).map(([code, { status }]) => `${status} ${code}`);
  const found = page.matchAll(/^\| `(\d+)` +\| `(\w+)` +\| \S/gm);
  const documented = [...found].map(([, status, code]) => `${status} ${code}`);
  assert.deepEqual(documented.toSorted(), rows.toSorted());
});

test('docs/interface-changelog.md names every operation, event and member that we have added', () => {
  const page = read('docs/interface-changelog.md');
  const ours = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { description = '' }]) =>
      /extension of this service/.test(description) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  assert.ok(ours.length > 6);
  const optional = ['Transaction', 'TransactionSummary', 'WebhookPayload', 'Deposit'].flatMap(
    (name) => {
      const { properties = {}, required = [] } = components.schemas[name] ?? {};
      return Object.keys(properties).filter((member) => !required.includes(member));
    },
  );
  const events = EVENTS.filter((event) => event.startsWith('checkout.'));
  assert.deepEqual(missingOn(page, [...ours, ...optional, ...events]), []);
});

test('docs/interface.md has every member of a listed transaction where the list is', () => {
  const [, list = ''] = read('docs/interface.md').split(
    '### GET /api/v1/players/{player_id}/transactions\n',
  );
  const [section = ''] = list.split('\n### ');
  const { properties = {} } = components.schemas['TransactionSummary'] ?? {};
  assert.deepEqual(missingOn(section, Object.keys(properties)), []);
});
