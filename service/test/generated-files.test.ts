import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';
import { generateFiles } from '../../scripts/generated.ts';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { openTestDatabase } from './support/database.ts';

const { database } = await openTestDatabase({ migratedTo: Infinity });
for (const { path, content } of await generateFiles(database)) {
  const name = relative(CHECKOUT, path);
  test(`${name} is what the code says (else: npm run generate)`, () => {
    assert.equal(readFileSync(path, 'utf8'), content);
  });
}
