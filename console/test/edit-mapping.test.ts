import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacedColumns, withMeaning } from '../src/finance/mapping/edit-mapping.ts';

const MAPPING = { columns: { id: ['Id'], from: ['From'], to: ['To'] } };

test('a choice that takes the place of another says what it replaced', () => {
  const taken = withMeaning(MAPPING, { name: 'From', meaning: 'to' });
  assert.deepEqual(replacedColumns(MAPPING, taken), [
    { column: 'from', was: 'From', is: null },
    { column: 'to', was: 'To', is: 'From' },
  ]);
  const added = withMeaning(MAPPING, { name: 'Sum', meaning: 'amount' });
  assert.deepEqual(replacedColumns(MAPPING, added), []);
});
