import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type Chain,
  type ChainEntry,
  linkEntry,
  mendChain,
  settleChain,
} from '../../../src/domain/lines/balance-chain.ts';
import { english } from '../../support/sentences.ts';

const EMPTY: Chain = { startCents: null, balanceCents: null };
const CHAIN: Chain = { startCents: 100_000, balanceCents: 250_000 };
const SETTLED: Chain = { ...CHAIN, startCents: null };

const FITTING: readonly (readonly [
  name: string,
  chain: Chain,
  entry: ChainEntry,
  after: readonly [startCents: number | null, balanceCents: number],
])[] = [
  ['the first text', EMPTY, { changeCents: 50_000, balanceCents: 80_000 }, [30_000, 80_000]],
  ['one after a while', SETTLED, { changeCents: 5_000, balanceCents: 255_000 }, [null, 255_000]],
  ['money received', CHAIN, { changeCents: 5_000, balanceCents: 255_000 }, [100_000, 255_000]],
  ['money sent', CHAIN, { changeCents: -5_050, balanceCents: 244_950 }, [100_000, 244_950]],
  ['a cent too much', CHAIN, { changeCents: 5_000, balanceCents: 255_001 }, [100_000, 255_001]],
  ['a cent too little', CHAIN, { changeCents: 5_000, balanceCents: 254_999 }, [100_000, 254_999]],
  [
    'one overtaken by the first',
    CHAIN,
    { changeCents: 2_000, balanceCents: 100_000 },
    [98_000, 250_000],
  ],
];

for (const [name, chain, entry, [startCents, balanceCents]] of FITTING) {
  test(`${name} fits`, () => {
    const expected = { kind: 'fits', chain: { startCents, balanceCents } };
    assert.deepEqual(linkEntry(chain, entry), expected);
  });
}

const BREAKING: readonly (readonly [name: string, entry: ChainEntry, meaning: RegExp])[] = [
  ['two cents', { changeCents: 5_000, balanceCents: 255_002 }, /holds 0\sFCFA more/],
  [
    'a missed payment',
    { changeCents: 5_000, balanceCents: 300_000 },
    /holds 450\sFCFA more .*received/,
  ],
  [
    'a missed payout',
    { changeCents: 5_000, balanceCents: 55_000 },
    /holds 2\s000\sFCFA less .*sent/,
  ],
  [
    'a repeat of the last text',
    { changeCents: 5_000, balanceCents: 250_000 },
    /holds 50\sFCFA less/,
  ],
  [
    'one that would have been before the first on less than nothing',
    { changeCents: 100_100, balanceCents: 100_000 },
    /less/,
  ],
];

for (const [name, entry, meaning] of BREAKING) {
  test(`${name} breaks the chain, with what it may mean`, () => {
    const link = linkEntry(CHAIN, entry);
    assert.ok(link.kind === 'breaks');
    assert.equal(link.expectedCents, 250_000 + entry.changeCents);
    assert.match(english(link.meaning), meaning);
    assert.match(english(link.meaning), /this text is forged\.$/);
  });
}

test('a text before the first one breaks a chain that nothing was added to for a minute', () => {
  const overtaken = { changeCents: 2_000, balanceCents: 100_000 };
  const kinds = [null, 0, 60_000, 60_001].map(
    (restedMs) => linkEntry(settleChain(CHAIN, restedMs), overtaken).kind,
  );
  assert.deepEqual(kinds, ['fits', 'fits', 'fits', 'breaks']);
});

/** Texts about a line whose balance never comes back to where it has been. */
const sequences = fc
  .record({
    startXaf: fc.integer({ min: 0, max: 1_000_000 }),
    changesXaf: fc.array(
      fc.integer({ min: -50_000, max: 50_000 }).filter((change) => change !== 0),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ startXaf, changesXaf }) => {
    let balanceCents = startXaf * 100;
    return changesXaf.map((change) => {
      balanceCents += change * 100;
      return { changeCents: change * 100, balanceCents };
    });
  })
  .filter((entries) => {
    const [first] = entries;
    const start = first === undefined ? 0 : first.balanceCents - first.changeCents;
    const balances = [start, ...entries.map(({ balanceCents }) => balanceCents)];
    return new Set(balances).size === balances.length && balances.every((cents) => cents >= 0);
  });

/** Takes texts as they come, as the flow does; what is left open in the end. */
function follow(entries: readonly ChainEntry[]) {
  let chain = EMPTY;
  let open: ChainEntry[] = [];
  for (const entry of entries) {
    const link = linkEntry(chain, entry);
    if (link.kind === 'breaks') {
      open.push(entry);
      continue;
    }
    const { chain: mendedTo, mended } = mendChain(link.chain, open);
    chain = mendedTo;
    open = open.filter((one) => !mended.includes(one));
  }
  return { chain, open };
}

test('a true sequence ends without an open break in whatever order its texts come', () => {
  const shuffled = sequences.chain((entries) =>
    fc.tuple(
      fc.constant(entries),
      fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([entries, arrived]) => {
      const { chain, open } = follow(arrived);
      assert.deepEqual(open, []);
      assert.equal(chain.balanceCents, entries.at(-1)?.balanceCents);
    }),
  );
});

test('a text that is missing in the middle leaves a break open', () => {
  const withGap = sequences
    .filter((entries) => entries.length >= 3)
    .chain((entries) =>
      fc.integer({ min: 1, max: entries.length - 2 }).map((gap) => entries.toSpliced(gap, 1)),
    );
  fc.assert(fc.property(withGap, (entries) => assert.ok(follow(entries).open.length > 0)));
});

test('a forged text that does not know the balance stays an open break', () => {
  const forged = fc.tuple(sequences, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 50_000 }));
  fc.assert(
    fc.property(forged, ([entries, place, amount]) => {
      const forgery = { changeCents: amount * 100, balanceCents: 900_000_000_00 };
      // As the first text of a line it would be believed: there is nothing to compare it with.
      const { open } = follow(entries.toSpliced(1 + (place % entries.length), 0, forgery));
      assert.ok(open.includes(forgery));
    }),
  );
});
