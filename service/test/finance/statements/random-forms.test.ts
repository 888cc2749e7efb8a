import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import {
  paymentCause,
  postPayment,
  postReversal,
  transactionCause,
} from '../../../src/domain/books/posting.ts';
import type { DifferenceKind } from '../../../src/domain/finance/line-record.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { importStatement } from '../../../src/flows/finance/import-statement.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  type Fact,
  type Form,
  mappingOf,
  OWN_NUMBER,
  someForm,
  statementFile,
} from '../../support/finance/statement-forms.ts';

const { database } = await openTestDatabase();
const WALLET = `orange:${OWN_NUMBER}`;
const START = Date.parse('2024-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const OTHERS = ['+237691111111', '+237692222222'] as const;
const FEE_XAF = 5;

/** What a statement may do to a payment that we know, and what is then listed. */
const PLANTED = {
  agrees: null,
  fee_agrees: null,
  missing: 'not_on_statement',
  extra: 'paid_not_ours',
  changed: 'amount_differs',
  failed: 'failed_though_paid',
  other_fee: 'fee_differs',
  fee_unknown: 'fee_not_reported',
  paid: 'paid_though_failed',
  taken_back: 'taken_back',
  other_party: 'lines_disagree',
} as const satisfies Record<string, DifferenceKind | null>;
type Plan = keyof typeof PLANTED;
const PLANS = Object.keys(PLANTED) as readonly Plan[];

interface Payment {
  readonly plan: Plan;
  readonly fact: Fact;
}

const somePayment = (plan: fc.Arbitrary<Plan>) =>
  fc.record({
    plan,
    direction: fc.constantFrom<Fact['direction']>('in', 'out'),
    amountXaf: fc.integer({ min: 100, max: 900_000 }),
  });
const somePayments = fc
  .tuple(
    fc.tuple(...PLANS.map((plan) => somePayment(fc.constant(plan)))),
    fc.array(somePayment(fc.constantFrom(...PLANS)), { maxLength: 8 }),
  )
  .chain(([each, more]) => {
    const all = [...each, ...more];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });

let run = 0;

test('of a statement in any form exactly the planted differences are listed', async () => {
  await fc.assert(
    fc.asyncProperty(someForm, somePayments, async (form, drawn) => {
      run += 1;
      const first = { plan: 'agrees', direction: 'in', amountXaf: 500 } as const;
      const payments = [first, ...drawn, first].map(
        ({ plan, direction, amountXaf }, index): Payment => {
          const at = new Date(START + run * DAY_MS + index * 60_000);
          const facts = { id: `R${run}.${index}`, direction, amountXaf, at, isFailed: false };
          return { plan: isShown(plan, form) ? plan : 'agrees', fact: { ...facts, ...USUAL } };
        },
      );
      for (const payment of payments) await remember(payment);
      const listed = payments.filter(({ plan }) => plan !== 'missing').map(inFile);
      await importFacts(form, `${run}`, listed);
      const again = payments
        .filter(({ plan }) => plan === 'other_party')
        .map(({ fact }) => ({ ...fact, other: OTHERS[1] }));
      if (again.length > 0) await importFacts(form, `${run} again`, again);
      const planted = payments.flatMap(({ plan, fact }) =>
        PLANTED[plan] === null ? [] : [`${fact.id} ${PLANTED[plan]}`],
      );
      assert.deepEqual(await differencesOf(`R${run}.`), planted.sort());
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

const USUAL = { other: OTHERS[0], feeXaf: 0 } as const;

/** Without a status nothing is called failed, and without a fee none can differ. */
function isShown(plan: Plan, { hasStatus, hasFee }: Form): boolean {
  return (hasStatus || plan !== 'failed') && (hasFee || !plan.includes('fee'));
}

/** What the operator writes otherwise than it happened. */
const WRITTEN: Readonly<Partial<Record<Plan, (fact: Fact) => Partial<Fact>>>> = {
  changed: ({ amountXaf }) => ({ amountXaf: amountXaf - 1 }),
  failed: () => ({ isFailed: true }),
  other_fee: () => ({ feeXaf: FEE_XAF + 1 }),
  fee_agrees: () => ({ feeXaf: FEE_XAF }),
  fee_unknown: () => ({ feeXaf: FEE_XAF }),
};

function inFile({ plan, fact }: Payment): Fact {
  return { ...fact, ...WRITTEN[plan]?.(fact) };
}

/** What we know of it: money that left is a payout of ours, and so is what counts as failed. */
async function remember({ plan, fact }: Payment): Promise<void> {
  if (plan === 'extra') return;
  const { id: operatorTxId, direction, amountXaf, at } = fact;
  const isFailed = plan === 'paid';
  const transactionId =
    direction === 'out' || isFailed ? await insertTransaction(fact, { isFailed }) : null;
  if (isFailed) return;
  const named = { operator: 'orange', operatorTxId } as const;
  const feeCents = plan === 'fee_agrees' || plan === 'other_fee' ? FEE_XAF * 100 : null;
  const payment = { ...named, line: OWN_NUMBER, amountXaf, feeCents, operatorTime: at };
  const [paid, ...fees] = postPayment(payment).filter(
    ({ rule }) => rule === 'payment_in' || rule === 'fee_charged',
  );
  assert.ok(paid !== undefined);
  const cause = transactionId === null ? paymentCause(named) : transactionCause(transactionId);
  const moved =
    transactionId === null ? paid : { ...paid, rule: 'payout_succeeded' as const, cause };
  await insertEntries(database, [moved, ...fees]);
  if (plan !== 'taken_back') return;
  await insertEntries(database, postReversal({ ...named, transactionId }));
}

async function insertTransaction(
  { id: operatorTxId, direction, other, amountXaf, at }: Fact,
  { isFailed }: { readonly isFailed: boolean },
): Promise<string> {
  const id = randomUUID();
  await database.query({
    text: `insert into transactions (id, application_id, direction, reference, player_id, operator,
             provider_id, channel_id, msisdn, amount_xaf, state, state_reason, state_updated_at,
             created_at, updated_at, version, provider_tx_id, collection_mode)
           values ($1, gen_random_uuid(), $2, $3::text, gen_random_uuid(), 'orange', 'p', 'c', $4,
                   $5, $6, 'Paid.', $7, $7, $7, 1, $3::text, $8)`,
    values: [
      id,
      direction === 'in' ? 'deposit' : 'withdrawal',
      operatorTxId,
      other,
      amountXaf,
      isFailed ? 'failed' : 'succeeded',
      at,
      direction === 'in' ? 'merchant_initiated' : null,
    ],
  });
  return id;
}

async function importFacts(form: Form, fileName: string, facts: readonly Fact[]): Promise<void> {
  const imported = await importStatement({ database }, COMMAND_LINE, {
    wallet: WALLET,
    operator: 'orange',
    fileName,
    content: statementFile(form, facts),
    mappings: [mappingOf(form)],
  });
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
}

async function differencesOf(start: string): Promise<readonly string[]> {
  const rows = await listDifferences(database, { limit: 10_000 });
  return rows
    .filter(({ operatorTxId }) => operatorTxId?.startsWith(start))
    .map(({ operatorTxId, kind }) => `${operatorTxId} ${kind}`)
    .sort();
}
