import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsWith } from '../../src/db/rows.ts';
import { openTestDatabase } from '../support/database.ts';

interface Sample {
  readonly id: string;
  readonly amount: number | bigint | null;
  readonly at: Date;
  readonly facts: { readonly name: string; readonly digest: Buffer };
  readonly isOpen: boolean;
}

const SAMPLES = rowsWith<Sample>({
  id: ['uuid', ({ id }) => id],
  amount_cents: ['bigint', ({ amount }) => amount],
  nth: ['int', (_, index) => index],
  name: ['text', ({ facts }) => facts.name],
  digest: ['bytea', ({ facts }) => facts.digest],
  is_open: ['boolean', ({ isOpen }) => isOpen],
  at: ['timestamptz', ({ at }) => at],
  facts: ['json', ({ facts }) => JSON.stringify({ name: facts.name })],
});

const at = new Date('2026-11-15T09:30:00.000Z');
const samples: readonly Sample[] = [
  {
    id: '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10',
    amount: 9_007_199_254_740_993n,
    at,
    facts: { name: 'O\'Hara, "Ngono" {\\} NULL', digest: Buffer.from([0, 1, 255]) },
    isOpen: true,
  },
  {
    id: '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11',
    amount: null,
    at,
    facts: { name: '', digest: Buffer.alloc(0) },
    isOpen: false,
  },
];

test('a column keeps its name and its value, whatever its position among the parameters', async () => {
  const { database } = await openTestDatabase();
  const rows = await database.query({
    // Read in another order than they are sent in, behind a parameter of the query's own.
    text: `select s.facts, s.name, s.is_open, s.at, s.digest, s.amount_cents::text, s.id, $1 as own
           from ${SAMPLES.unnest('s', 2)} order by s.nth desc`,
    values: ['first', ...SAMPLES.values(samples)],
  });
  assert.deepEqual(
    rows,
    samples.toReversed().map(({ id, amount, facts, isOpen }) => ({
      facts: { name: facts.name },
      name: facts.name,
      is_open: isOpen,
      at,
      digest: facts.digest,
      amount_cents: amount === null ? null : String(amount),
      id,
      own: 'first',
    })),
  );
});

test('the text is the same for any number of rows, none included', () => {
  const pairs = rowsWith<readonly [string, number]>({
    name: ['text', ([name]) => name],
    count: ['int', ([, count]) => count],
  });
  const arrays = (name: number, count: number) =>
    `unnest((select $${name}::text[])::text[], (select $${count}::int[])::int[])`;
  assert.equal(pairs.unnest('p'), `${arrays(1, 2)} as p (name, count)`);
  assert.equal(pairs.unnest('q', 7), `${arrays(7, 8)} as q (name, count)`);
  assert.deepEqual([pairs.names, pairs.width], ['name, count', 2]);
  assert.deepEqual(pairs.values([]), [[], []]);
  assert.deepEqual(
    pairs.values([
      ['a', 1],
      ['b', 2],
    ]),
    [
      ['a', 'b'],
      [1, 2],
    ],
  );
});

type Columns = Parameters<typeof rowsWith<Sample>>[0];
type Compiles<Column> = { readonly name: Column } extends Columns ? true : false;

test('a value that its column cannot have, or that may be missing, does not compile', () => {
  const compiles: {
    readonly text: Compiles<readonly ['text', (sample: Sample) => string]>;
    readonly nullOfText: Compiles<readonly ['text', () => string | null]>;
    readonly timeForUuid: Compiles<readonly ['uuid', () => Date]>;
    readonly numberForText: Compiles<readonly ['text', () => number]>;
    readonly missing: Compiles<readonly ['text', () => string | undefined]>;
    readonly unknownType: Compiles<readonly ['varchar', () => string]>;
    readonly ofOtherItems: Compiles<readonly ['text', (item: { readonly other: 1 }) => string]>;
  } = {
    text: true,
    nullOfText: true,
    timeForUuid: false,
    numberForText: false,
    missing: false,
    unknownType: false,
    ofOtherItems: false,
  };
  assert.equal(Object.values(compiles).filter(Boolean).length, 2);
});
