// docs/operations.md, typed on a fresh Debian: installed, first deposit, texts, backup, restore.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../support/process/rolling-restarts.ts';
import { readRunbook } from '../../support/process/runbook.ts';
import { makeDebian, typeInto } from '../../support/process/typed-runbook.ts';

const SUITE = 'trixie';

test('whoever types the runbook on a fresh Debian has a service, a backup and its restore', async (t) => {
  const root = await makeDebian(SUITE);
  // Only the port is another, because this machine may have a service of its own.
  const port = String(await freePort());
  const blocks = readRunbook().map((block) => block.replaceAll('8000', port));
  const startedAt = performance.now();
  const { code, output } = await typeInto(root, blocks, (text) => process.stderr.write(text));
  assert.equal(code, 0);
  t.diagnostic(
    `${blocks.length} examples, ${Math.round((performance.now() - startedAt) / 1_000)} s`,
  );
  assert.match(output, /^last backup: /m);
  assert.equal(output.match(/^all is well$/gm)?.length, 2);
});
