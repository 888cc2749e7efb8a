import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DIRECTIONS } from '../../../src/domain/payment-kinds.ts';
import { stateMachineDocument } from '../../../src/domain/transactions/state-diagram.ts';
import { TRANSITIONS_OF } from '../../../src/domain/transactions/transition.ts';

test('docs/state-machine.md is fresh; if not, run npm run generate', () => {
  const file = new URL('../../../../docs/state-machine.md', import.meta.url);
  assert.equal(readFileSync(file, 'utf8'), stateMachineDocument());
});

test('every row is an arrow of a diagram and a line of a table', () => {
  const lines = stateMachineDocument().split('\n');
  const rows = DIRECTIONS.flatMap((direction) => TRANSITIONS_OF[direction]);
  for (const { from, to, trigger } of rows) {
    const arrow = `  ${from} --> ${to}: ${trigger}`;
    assert.ok(
      lines.some((line) => line === arrow || line.startsWith(`${arrow} (`)),
      arrow,
    );
    const start = `| \`${from}\` | \`${trigger}\` | `;
    assert.ok(
      lines.some((line) => line.replaceAll(/ +/g, ' ').startsWith(start)),
      start,
    );
  }
  assert.equal(lines.filter((line) => line.startsWith('| `')).length, rows.length);
});

test('only a state that nothing leaves is drawn as an end', () => {
  const ends = stateMachineDocument().match(/^ {2}\w+ --> \[\*\]$/gm);
  assert.deepEqual(ends, ['  succeeded --> [*]', '  succeeded --> [*]', '  failed --> [*]']);
});
