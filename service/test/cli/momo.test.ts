import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUPS } from '../../src/cli/command-groups.ts';
import { openMomo } from '../support/cli/momo.ts';

const names = Object.keys(GROUPS);
const { momo } = openMomo({});

test('every group of commands is found by the name that it has itself', async () => {
  const opened = await Promise.all(Object.values(GROUPS).map((open) => open()));
  assert.deepEqual(
    opened.map((group) => group.name()),
    names,
  );
});

test('momo --help lists every group, and a group that is misspelt is guessed', async () => {
  const help = await momo('--help');
  assert.equal(help.code, 0);
  for (const name of names) assert.match(help.stdout, new RegExp(`^  ${name} `, 'm'));

  const misspelt = await momo('gatway-key', 'issue');
  assert.equal(misspelt.code, 1);
  assert.match(
    misspelt.stderr,
    /^error: unknown command 'gatway-key'\n\(Did you mean gateway-key\?\)/,
  );
  for (const name of names) assert.match(misspelt.stderr, new RegExp(`^  ${name} `, 'm'));
});

test('an unknown command of a group is guessed among those of the group', async () => {
  const unknown = await momo('key', 'isue');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^error: unknown command 'isue'\n\(Did you mean issue\?\)/);
});
