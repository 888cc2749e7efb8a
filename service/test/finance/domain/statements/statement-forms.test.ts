import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMapping } from '../../../../src/domain/finance/statements/mapping.ts';
import { readStatement } from '../../../../src/domain/finance/statements/read-statement.ts';
import { openFile } from '../../../../src/spreadsheets/open-file.ts';
import {
  type Fact,
  type Form,
  mappingOf,
  OWN_NUMBER,
  someForm,
  statementFile,
} from '../../../support/finance/statement-forms.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

const someFacts = fc
  .array(
    fc.record({
      direction: fc.constantFrom('in' as const, 'out' as const),
      other: fc.integer({ min: 0, max: 9_999_999 }),
      amountXaf: fc.integer({ min: 1, max: 2_000_000 }),
      feeXaf: fc.nat({ max: 5_000 }),
      minutes: fc.integer({ min: 1, max: 40_000 }),
      isFailed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) => {
    let at = START;
    return drawn.map(({ minutes, other, ...fact }, index): Fact => {
      at += minutes * 60_000;
      const number = `+23769${String(other).padStart(7, '1')}`;
      return { id: `PP2611.${index}a`, ...fact, other: number, at: new Date(at) };
    });
  });

function read(form: Form, file: Buffer) {
  const mapping = readMapping(mappingOf(form));
  assert.ok(mapping.kind === 'mapping', JSON.stringify(mapping));
  const mappings = [mapping.mapping];
  return readStatement(openFile(file), { mappings, number: OWN_NUMBER });
}

/** What a form says of a fact; some have no status or fee. */
function shown(form: Form, facts: readonly Fact[]) {
  return facts.map(({ id, direction, other, amountXaf, feeXaf, at, isFailed }) => ({
    id,
    direction,
    other,
    cents: amountXaf * 100,
    fee: form.hasFee ? feeXaf * 100 : 0,
    at: at.toISOString(),
    isFailed: form.hasStatus && isFailed,
  }));
}

test('whatever form a statement has, its mapping reads what happened and nothing else', () => {
  fc.assert(
    fc.property(someForm, someFacts, (form, facts) => {
      const happened = form.hasStatus ? facts : facts.map((one) => ({ ...one, isFailed: false }));
      const result = read(form, statementFile(form, happened));
      assert.ok(result.kind === 'read', JSON.stringify(result));
      const lines = form.newestFirst ? result.lines.toReversed() : result.lines;
      assert.deepEqual(
        lines.map(({ operatorTxId, direction, other, amountCents, feeCents, at, isFailed }) => ({
          id: operatorTxId,
          direction,
          other,
          cents: amountCents,
          fee: feeCents,
          at: at.toISOString(),
          isFailed,
        })),
        shown(form, happened),
      );
    }),
    { numRuns: 300 },
  );
});

test('a file that is cut at any byte is refused, or has only whole lines of the whole file', () => {
  const csv = someForm.map((form): Form => ({ ...form, file: 'csv' }));
  fc.assert(
    fc.property(
      csv,
      someFacts,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (form, facts, share) => {
        const whole = statementFile(form, facts);
        const from = read(form, whole);
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        let part: ReturnType<typeof readStatement>;
        try {
          part = read(form, cut);
        } catch (error) {
          // A quote that is not closed.
          assert.match(String(error), /file_cut/);
          return;
        }
        if (part.kind === 'refused') return;
        assert.ok(from.kind === 'read');
        const known = new Set(from.lines.map((line) => JSON.stringify(line)));
        for (const line of part.lines) assert.ok(known.has(JSON.stringify(line)), cut.toString());
      },
    ),
    { numRuns: 300 },
  );
});
