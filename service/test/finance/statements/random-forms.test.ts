import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { postPayment } from '../../../src/domain/books/posting.ts';
import type { DifferenceKind } from '../../../src/domain/finance/line-record.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { importStatement } from '../../../src/flows/finance/import-statement.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  type Fact,
  mappingOf,
  OWN_NUMBER,
  someForm,
  statementFile,
} from '../../support/finance/statement-forms.ts';

const { database } = await openTestDatabase();
const WALLET = `orange:${OWN_NUMBER}`;
const START = Date.parse('2024-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

/** What a statement may do to a payment that we know, and what is then listed. */
const PLANTED = {
  agrees: null,
  missing: 'not_on_statement',
  extra: 'paid_not_ours',
  changed: 'amount_differs',
  failed: 'failed_though_paid',
} as const satisfies Record<string, DifferenceKind | null>;
type Plan = keyof typeof PLANTED;

const somePlans = fc.array(
  fc.record({
    plan: fc.constantFrom<Plan>('agrees', 'missing', 'extra', 'changed', 'failed'),
    amountXaf: fc.integer({ min: 2, max: 900_000 }),
  }),
  { minLength: 1, maxLength: 8 },
);

let run = 0;

test('of a statement in any form exactly the planted differences are listed', async () => {
  await fc.assert(
    fc.asyncProperty(someForm, somePlans, async (form, drawn) => {
      run += 1;
      const first = { plan: 'agrees', amountXaf: 500 } as const;
      const payments = [first, ...drawn, first].map(({ plan, amountXaf }, index) => ({
        // Without a status nothing is called failed.
        plan: plan === 'failed' && !form.hasStatus ? 'agrees' : plan,
        fact: factOf(`R${run}.${index}`, amountXaf, START + run * DAY_MS + index * 60_000),
      }));
      const known = payments.filter(({ plan }) => plan !== 'extra').map(({ fact }) => fact);
      await insertEntries(database, known.flatMap(entriesOf));
      const listed = payments
        .filter(({ plan }) => plan !== 'missing')
        .map(({ plan, fact }) => ({
          ...fact,
          isFailed: plan === 'failed',
          amountXaf: fact.amountXaf - (plan === 'changed' ? 1 : 0),
        }));
      const imported = await importStatement({ database }, COMMAND_LINE, {
        wallet: WALLET,
        operator: 'orange',
        fileName: `${run}`,
        content: statementFile(form, listed),
        mappings: [mappingOf(form)],
      });
      assert.equal(imported.kind, 'imported', JSON.stringify(imported));
      const planted = payments.flatMap(({ plan, fact }) =>
        PLANTED[plan] === null ? [] : [`${fact.id} ${PLANTED[plan]}`],
      );
      assert.deepEqual(await differencesOf(`R${run}.`), planted.sort());
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

function factOf(id: string, amountXaf: number, at: number): Fact {
  const parties = { direction: 'in', other: '+237691111111' } as const;
  return { id, ...parties, amountXaf, feeXaf: 0, at: new Date(at), isFailed: false };
}

function entriesOf({ id, amountXaf, at }: Fact) {
  return postPayment({
    operator: 'orange',
    operatorTxId: id,
    line: OWN_NUMBER,
    amountXaf,
    feeCents: null,
    operatorTime: at,
  }).filter(({ rule }) => rule === 'payment_in');
}

async function differencesOf(start: string): Promise<readonly string[]> {
  const rows = await listDifferences(database, { limit: 10_000 });
  return rows
    .filter(({ operatorTxId }) => operatorTxId?.startsWith(start))
    .map(({ operatorTxId, kind }) => `${operatorTxId} ${kind}`)
    .sort();
}
