import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANTED_BUGS } from '../../simulation/planted-bugs.ts';
import { withServer } from '../../simulation/run-history.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { importsOf, textOf } from '../support/sources.ts';

// The short form of `npm run simulate`.

test('a seed gives one history, and nothing is wrong with it', async () => {
  await withServer(async (run) => {
    const asked = { seed: 2, steps: 250 };
    const [one, again] = [await run(asked), await run(asked)];
    assert.equal(one.digest, again.digest);
    assert.deepEqual(one.wrong, []);
    assert.ok(one.payments > 4, `${one.payments} payments are no history`);
  });
});

test('each planted bug still fits into the one place that it is meant for', () => {
  const broken = PLANTED_BUGS.flatMap(({ name, file, changes }) =>
    changes
      .filter(([from]) => textOf.get(file)?.split(from).length !== 2)
      .map(([from]) => `${name}: ${file} has not once ${from}`),
  );
  assert.deepEqual(broken, []);
  assert.ok(PLANTED_BUGS.length >= 25);
});

test('the judge uses nothing of the service, so that one mistake is not in both', () => {
  const folder = join(CHECKOUT, 'service', 'simulation', 'judge');
  // Only what counts what happened knows the service's own tables.
  const files = globSync('*.ts', { cwd: folder }).filter((file) => file !== 'coverage.ts');
  const broken = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/^import type .*$/gm, '');
    return importsOf(file, text).filter(([, imported]) => imported.startsWith('..'));
  });
  assert.deepEqual(broken, []);
  assert.ok(files.length > 4);
});
