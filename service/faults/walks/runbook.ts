import assert from 'node:assert/strict';
import { join } from 'node:path';
import { packService } from '../../../scripts/pack-service.ts';
import { makeDebian, typeInto } from '../../test/support/process/debian.ts';
import { freePort } from '../../test/support/process/rolling-restarts.ts';
import { readRunbook } from '../../test/support/process/runbook.ts';

/** Types the examples of docs/operations.md into a fresh Debian, from installing to a restore. */
export async function typeRunbook() {
  const root = makeDebian();
  await packService(join(root, 'root'));
  // Only the port is another, because this machine may have a service of its own.
  const port = String(await freePort());
  const blocks = readRunbook().map((block) => block.replaceAll('8000', port));
  const startedAt = performance.now();
  const { code, output } = await typeInto(root, blocks, {
    network: 'shared',
    onOutput: (text) => process.stderr.write(text),
  });
  assert.equal(code, 0);
  const took_ms = Math.round(performance.now() - startedAt);
  assert.match(output, /^last backup: /m);
  assert.equal(output.match(/^all is well$/gm)?.length, 2);
  return { examples: blocks.length, took_ms };
}
