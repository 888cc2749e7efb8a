import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtRows } from '../../../src/domain/finance/statements/look-at-rows.ts';
import { readStatement } from '../../../src/domain/finance/statements/read-statement.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { openFile } from '../../../src/spreadsheets/open-file.ts';
import { sheetOf } from '../../support/finance/sheet.ts';
import { STRANGE_FORMS } from '../../support/finance/strange-forms.ts';

const known = loadStatementMappings('mtn', null);
const NUMBER = '+237670000000';
const request = { operator: 'mtn', number: NUMBER, known, given: null } as const;

for (const form of STRANGE_FORMS) {
  test(`the columns are proposed right of an export with ${form.name}`, () => {
    const look = lookAtRows(openFile(Buffer.from(form.fileOf('670000000'))), request);
    assert.deepEqual(look.problems, [], JSON.stringify(look.mapping));
    const read = look.lines.map((line) => ({
      id: line.operatorTxId,
      at: line.at.toISOString(),
      direction: line.direction,
      xaf: line.amountCents / 100,
      other: line.other,
    }));
    const expected = form.ids.map((id, index) => ({
      id,
      at: form.times[index],
      direction: form.directions[index],
      xaf: form.amountsXaf[index],
      other: form.others[index],
    }));
    assert.deepEqual(read, expected);
    assert.equal(look.proof, form.proof);
  });
}

const HEAD = ['Date', 'Id', 'Status', 'From', 'To', 'Amount'];
const LINE = ['17/11/2026 09:00', '77001', 'Successful', '670000001', '670000000', '500'];

test('a known form is proposed as it is known', () => {
  const look = lookAtRows(sheetOf([HEAD, LINE]), request);
  assert.equal(look.mapping['id'], 'mtn-portal');
});

const proofOf = (...rows: readonly (readonly string[])[]) => {
  const mappings = known.map((mapping) => ({ ...mapping, leftOut: [{ pattern: 'TOTAL' }] }));
  const read = readStatement(sheetOf(rows), { mappings, number: NUMBER });
  return read.kind === 'read' ? read.proof : read.problems[0]?.problem.code;
};

test('a sum proves a statement only if it is the sum of its lines, and one line proves nothing', () => {
  const second = LINE.with(1, '77002').with(5, '700');
  const total = (xaf: string) => ['TOTAL', '', '', '', '', xaf];
  assert.equal(proofOf(HEAD, LINE, second, total('1 200')), 'control_sum');
  assert.equal(proofOf(HEAD, LINE, second, total('1 300')), null);
  assert.equal(proofOf(HEAD, LINE, second), null);
  assert.equal(proofOf(HEAD, LINE, total('500')), null);
});
