import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stopped, unseen } from '../../src/jobs/job.ts';
import { createMenuTrust } from '../../src/jobs/menu-trust.ts';

const folder = mkdtempSync(join(tmpdir(), 'momo-menu-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const OTHER = stopped('other_screen', [{ said: '*126#', screen: 'Bienvenue' }]);
const BEFORE_PIN = { isPinSaid: false };

test('two unknown screens in a row stop a menu, with the last of them, until a check forgives', async () => {
  const menu = createMenuTrust(join(folder, 'two'));
  await menu.note(OTHER, BEFORE_PIN);
  await menu.note(unseen(null), BEFORE_PIN);
  await menu.note(OTHER, BEFORE_PIN);
  await menu.note(stopped('silent'), BEFORE_PIN);
  assert.equal(await menu.stop(), null, 'not in a row');
  await menu.note(OTHER, BEFORE_PIN);
  assert.deepEqual(await menu.stop(), { code: 'menu_changed', screen: 'Bienvenue', since: null });
  await menu.forgive();
  assert.equal(await menu.stop(), null);
});

test('one unknown screen after the PIN stops a menu', async () => {
  const menu = createMenuTrust(join(folder, 'after'));
  await menu.note(OTHER, { isPinSaid: true });
  assert.equal((await menu.stop())?.code, 'menu_changed');
});

test('a menu that an earlier release stopped stays so', async () => {
  writeFileSync(join(folder, 'former'), '2');
  assert.equal((await createMenuTrust(join(folder, 'former')).stop())?.code, 'menu_changed');
});
