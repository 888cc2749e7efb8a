import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { mappingName } from '../../src/domain/finance/statements/mapping.ts';
import { readStatement } from '../../src/domain/finance/statements/read-statement.ts';
import { loadStatementMappings } from '../../src/settings/statement-mappings.ts';
import { sheetOf } from '../support/finance/sheet.ts';

const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
after(() => rmSync(folder, { recursive: true }));

const [shipped] = loadStatementMappings('mtn', null);
const own = {
  id: 'own-portal',
  version: 1,
  columns: { ...shipped?.columns, id: ['Ticket'], status: ['Phase'] },
  dayFirst: true,
};

function load(mapping: object) {
  const file = join(folder, 'own.json');
  writeFileSync(file, JSON.stringify([mapping]));
  return loadStatementMappings('mtn', file);
}

function statusOf(mapping: object, status: string): string {
  const head = ['Ticket', 'Date', 'Phase', 'From', 'To', 'Amount'];
  const line = ['1', '04/03/2026 10:00', status, '670000001', '670000000', '500'];
  const number = '+237670000000';
  const read = readStatement(sheetOf([head, line]), { mappings: load(mapping), number });
  if (read.kind === 'refused') return read.problems[0]?.problem.code ?? '';
  assert.equal(mappingName(read.mapping), 'own-portal v1');
  return read.lines[0]?.isFailed === true ? 'failed' : 'succeeded';
}

test('a mapping of one’s own that names no words of success has those of the operator', () => {
  const before = { ...own, failed: ['Perdu'] };
  assert.equal(statusOf(before, 'Successful'), 'succeeded');
  assert.equal(statusOf(before, 'Perdu - 12'), 'failed');
  assert.equal(statusOf(before, 'Failed'), 'row_status_unclear', 'its own words of failure count');
  assert.equal(statusOf(before, 'Soldé'), 'row_status_unclear');
  assert.equal(statusOf(own, 'Failed'), 'failed');
});

test('one that names them has no others', () => {
  const named = { ...own, succeeded: ['Soldé'], failed: ['Perdu'] };
  assert.equal(statusOf(named, 'SOLDE'), 'succeeded');
  assert.equal(statusOf(named, 'Successful'), 'row_status_unclear');
});

test('words that are no list stop the start', () => {
  assert.throws(() => load({ ...own, succeeded: 'Soldé' }), /own-portal is wrong in succeeded/);
});
