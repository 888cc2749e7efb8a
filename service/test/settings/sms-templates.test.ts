import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';

const entry = (change: object) => ({
  id: 'mtn-received-fr',
  version: 2,
  language: 'fr',
  kind: 'received',
  head: 'argent recu {amount} de {payer}',
  ...change,
});
const file = (...templates: readonly object[]) => ({
  operator: 'mtn',
  senders: ['8787'],
  labels: { id: ['ref'] },
  templates,
});

test('the shipped templates are valid, and no id occurs twice', () => {
  const templates = loadSmsTemplates(null);
  assert.ok(templates.length > 15);
  assert.equal(new Set(templates.map(({ id }) => id)).size, templates.length);
});

test('an entry of the own folder wins with a higher version, and a new one is added', (t) => {
  const shipped = loadSmsTemplates(null);
  const folder = folderWith(t, {
    'a.json': file(entry({}), entry({ id: 'mtn-till-fr', version: 1 })),
    'b.json': file(entry({ id: 'mtn-received-en', version: 1 })),
    'notes.txt': 'not a template',
  });
  const templates = loadSmsTemplates(folder);
  assert.equal(templates.length, shipped.length + 1);
  const find = (id: string) => templates.find((template) => template.id === id);
  assert.deepEqual(find('mtn-received-fr')?.senders, ['8787']);
  assert.equal(find('mtn-till-fr')?.version, 1);
  const english = shipped.find(({ id }) => id === 'mtn-received-en');
  assert.deepEqual(find('mtn-received-en'), english, 'an equal version does not win');
});

test('a bad file is refused with its name and its mistake', (t) => {
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [{ 'a.json': '{' }, /a\.json is not valid JSON/],
    [{ 'a.json': file(entry({ kind: 'gift' })) }, /a\.json: mtn-received-fr: kind must be one of/],
    [{ 'a.json': file(entry({})), 'b.json': file(entry({})) }, /mtn-received-fr is in two files/],
    [
      { 'a.json': file(entry({ id: 'orange-transfer-fr' })) },
      /orange-transfer-fr of .* is of another operator/,
    ],
  ];
  for (const [files, message] of cases) {
    const folder = folderWith(t, files);
    assert.throws(() => loadSmsTemplates(folder), message);
  }
  assert.throws(() => loadSmsTemplates(join(tmpdir(), 'no-such-folder')), /ENOENT/);
});

function folderWith(t: TestContext, files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sms-templates-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
