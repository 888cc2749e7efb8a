import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type Chain,
  explainGap,
  findLeading,
  findOnChain,
  isLeftBehind,
  joinSteps,
  type Step,
  startChain,
} from '../../../src/domain/lines/balance-chain.ts';
import { english } from '../../support/sentences.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

/** A text in francs, by the minute in which the operator moved the money. */
function step(smsId: string, beforeXaf: number, afterXaf: number, minute = 0): Step {
  const time = new Date(NOON + minute * 60_000);
  const cents = { beforeCents: beforeXaf * 100, afterCents: afterXaf * 100 };
  return { smsId, ...cents, time, tellsTime: true, cameAt: time, about: null };
}

/** One that does not say when its money moved; it came in this minute. */
function timeless(smsId: string, beforeXaf: number, afterXaf: number, minute: number): Step {
  return { ...step(smsId, beforeXaf, afterXaf, minute), tellsTime: false };
}

/** Takes texts as they come, as the flow does. */
function follow(start: Chain, texts: readonly (readonly Step[])[]) {
  let chain = start;
  let waiting: readonly Step[] = [];
  const believed: string[] = [];
  for (const readings of texts) {
    const grown = joinSteps(chain, [...waiting, ...readings]);
    chain = grown.chain;
    const ids = new Set(grown.joined.map(({ smsId }) => smsId));
    believed.push(...ids);
    waiting = [...waiting, ...readings].filter(({ smsId }) => !ids.has(smsId));
  }
  const left = [...new Set(waiting.map(({ smsId }) => smsId))];
  return { chain, believed, waiting: left };
}

/** A line whose balance was read in this minute. */
function openedWith(cents: number, minute = 0): Chain {
  return startChain({ cents, time: new Date(NOON + minute * 60_000) }, null);
}

const OPENED = openedWith(1_000_00);

const STORIES: readonly (readonly [
  name: string,
  texts: readonly (readonly Step[])[],
  believed: readonly string[],
  headXaf: number,
])[] = [
  ['texts in order', [[step('a', 1_000, 1_500)], [step('b', 1_500, 1_700)]], ['a', 'b'], 1_700],
  ['money sent', [[step('a', 1_000, 400)], [step('b', 400, 900)]], ['a', 'b'], 900],
  [
    'a lost text: what comes after it waits',
    [[step('b', 1_500, 1_700)], [step('c', 1_700, 1_800)]],
    [],
    1_000,
  ],
  [
    'a late text: what waited for it follows',
    [[step('b', 1_500, 1_700, 1)], [step('c', 1_700, 1_800, 2)], [step('a', 1_000, 1_500)]],
    ['a', 'b', 'c'],
    1_800,
  ],
  [
    'texts of an hour that come together after the operator’s maintenance, the last one first',
    [
      [step('d', 700, 1_900, 60)],
      [step('c', 1_800, 700, 40)],
      [step('b', 1_500, 1_800, 20)],
      [step('a', 1_000, 1_500, 1)],
    ],
    ['a', 'b', 'c', 'd'],
    1_900,
  ],
  [
    'the same text doubled',
    [[step('a', 1_000, 1_500)], [step('copy', 1_000, 1_500)], [step('b', 1_500, 1_600)]],
    ['a', 'b'],
    1_600,
  ],
  [
    'money that an agent pays in, in review, and a payment after it',
    [[step('cash-in', 1_000, 91_000)], [step('a', 91_000, 91_500)]],
    ['cash-in', 'a'],
    91_500,
  ],
  [
    'a forged text in between',
    [[step('a', 1_000, 1_500)], [step('forged', 20_000, 25_000)], [step('b', 1_500, 1_600)]],
    ['a', 'b'],
    1_600,
  ],
  [
    'a forged gap, payments that fit it, and true ones beside',
    [
      [step('sent', 9_000, 8_000)],
      [step('forged', 8_000, 13_000)],
      [step('a', 1_000, 1_500)],
      [step('more', 13_000, 18_000)],
    ],
    ['a'],
    1_500,
  ],
  [
    'a note of the payer with a balance that is not ours',
    [[step('a', -499, 1), step('a', 1_000, 1_500)], [step('b', 1_500, 1_600)]],
    ['a', 'b'],
    1_600,
  ],
  [
    'a note with the balance before the payment does not count it twice',
    [[step('a', 1_000, 1_500), step('a', 1_500, 2_000)]],
    ['a'],
    1_500,
  ],
  [
    'forged texts that were sent ahead, for when the line comes by',
    [[step('forged', 1_500, 90_000, 0)], [step('a', 1_000, 1_500, 30)]],
    ['a'],
    1_500,
  ],
  [
    'a text of yesterday that would fit again today',
    [[step('a', 1_000, 1_500, 0)], [step('old', 1_500, 2_000, -1_440)]],
    ['a'],
    1_500,
  ],
  [
    'a text without a time that comes ten minutes late',
    [[step('b', 1_500, 1_700, 1)], [timeless('a', 1_000, 1_500, 10)]],
    ['a', 'b'],
    1_700,
  ],
  [
    'a text of the morning after one without a time',
    [
      [step('a', 1_000, 1_200, 0)],
      [step('forged', 1_500, 90_000, 30)],
      [timeless('b', 1_200, 1_500, 60)],
    ],
    ['a', 'b'],
    1_500,
  ],
  [
    'a text without a time that was sent ahead',
    [[timeless('forged', 1_500, 90_000, 0)], [step('a', 1_000, 1_500, 30)]],
    ['a'],
    1_500,
  ],
  [
    'texts without a time that came three minutes and two minutes before the balance was read',
    [[timeless('forged', 1_000, 90_000, -3)], [timeless('a', 1_000, 1_500, -2)]],
    ['a'],
    1_500,
  ],
  [
    'a text without a time that was under way when the balance was read',
    [[step('a', 1_000, 1_100, 1)], [timeless('late', 700, 1_000, 9)], [step('later', 600, 700, 0)]],
    ['a', 'late', 'later'],
    1_100,
  ],
  [
    'a text whose time is only that of its minute',
    [[step('a', 1_000, 1_500, 1.9)], [step('b', 1_500, 1_600, 1)]],
    ['a', 'b'],
    1_600,
  ],
  [
    'a text sent ahead for the minutes before one without a time',
    [
      [step('a', 1_000, 1_200, 10)],
      [step('forged', 1_500, 90_000, 5)],
      [timeless('b', 1_200, 1_500, 12)],
    ],
    ['a', 'b'],
    1_500,
  ],
  [
    'times of machines whose clocks differ: the last text has the time of the chain',
    [[step('a', 1_000, 1_500, 1.9)], [step('b', 1_500, 1_600, 1)], [step('c', 1_600, 1_700, -0.5)]],
    ['a', 'b', 'c'],
    1_700,
  ],
  [
    'clocks that differ by two minutes, and by more',
    [[step('a', 1_000, 1_500, 2)], [step('b', 1_500, 1_600, 0)], [step('c', 1_600, 1_700, -2.1)]],
    ['a', 'b'],
    1_600,
  ],
  [
    'two texts that fit the same balance: the earlier one moved it',
    [[step('late', 1_000, 1_300, 5), step('early', 1_000, 1_500, 1)]],
    ['early'],
    1_500,
  ],
  [
    'a text that ends in the balance and would have begun below nothing',
    [[step('impossible', -1, 1_000, -1)], [step('possible', 0, 1_000, -1)]],
    ['possible'],
    1_000,
  ],
  [
    'a balance that was read while a text was under way',
    [[step('late', 700, 1_000)], [step('later', 600, 700)], [step('a', 1_000, 1_100)]],
    ['late', 'later', 'a'],
    1_100,
  ],
];

for (const [name, texts, believed, headXaf] of STORIES) {
  test(`${name}: ${believed.length} believed`, () => {
    const result = follow(OPENED, texts);
    assert.deepEqual(result.believed.toSorted(), believed.toSorted());
    assert.equal(result.chain.head.cents, headXaf * 100);
    const all = new Set(texts.flat().map(({ smsId }) => smsId));
    assert.equal(result.waiting.length, all.size - believed.length);
  });
}

const WAITING = [
  step('a', 1_300, 1_800, 1),
  step('b', 1_800, 1_900, 2),
  step('forged', 9_000, 8_000, 1),
  step('fits the forged one', 8_000, 13_000, 2),
  step('c', 1_900, 2_400, 3),
];

const TYPED: readonly (readonly [
  typedXaf: number,
  credited: readonly string[],
  headXaf: number,
])[] = [
  [2_400, ['a', 'b', 'c'], 2_400],
  [1_900, ['a', 'b', 'c'], 2_400],
  [1_300, ['a', 'b', 'c'], 2_400],
  [13_500, [], 13_500],
  [1_000, [], 1_000],
];

for (const [typedXaf, credited, headXaf] of TYPED) {
  test(`a person reads ${typedXaf}: only texts that lead to it are believed`, () => {
    const { chain, joined } = joinSteps(openedWith(typedXaf * 100, 3), WAITING);
    assert.deepEqual(joined.map(({ smsId }) => smsId).toSorted(), credited.toSorted());
    assert.equal(chain.head.cents, headXaf * 100);
  });
}

test('the gap that a typed balance closes is shown as what it probably was', () => {
  const read = { cents: 2_400_00, time: new Date(NOON + 3 * 60_000) };
  const start = startChain(read, openedWith(1_600_00));
  const { chain } = joinSteps(start, WAITING);
  assert.match(english(explainGap(chain)), /^300.FCFA probably left the line/);
  const more = joinSteps(start, [step('a', 2_000, 2_400)]);
  assert.match(english(explainGap(more.chain)), /^400.FCFA probably came to the line/);
  assert.equal(explainGap(startChain(read, openedWith(2_400_00))), null);
});

test('a cent of rounding is no gap, two are', () => {
  const [close, far] = [1, 2].map((cents) => ({
    ...step('a', 1_000, 1_500),
    beforeCents: 1_000_00 + cents,
  }));
  assert.equal(follow(OPENED, [close === undefined ? [] : [close]]).believed.length, 1);
  assert.equal(follow(OPENED, [far === undefined ? [] : [far]]).believed.length, 0);
});

test('what a trusted balance has overtaken is believed for a quarter of an hour', () => {
  const believed = [0, 900_000, 900_001].map((lateMs) => {
    const overtaken = { ...step('late', 700, 1_000), cameAt: new Date(NOON + lateMs) };
    return follow(OPENED, [[overtaken]]).believed.length;
  });
  assert.deepEqual(believed, [1, 1, 0]);
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
    let balance = startXaf;
    const steps = changesXaf.map((change, index) => {
      balance += change;
      return step(String(index), balance - change, balance, index);
    });
    return { startXaf, steps };
  })
  .filter(({ startXaf, steps }) => {
    const balances = [startXaf * 100, ...steps.map(({ afterCents }) => afterCents)];
    return new Set(balances).size === balances.length && balances.every((cents) => cents >= 0);
  });

test('a true sequence is believed in whatever order its texts come', () => {
  const shuffled = sequences.chain(({ startXaf, steps }) =>
    fc.record({
      startXaf: fc.constant(startXaf),
      steps: fc.constant(steps),
      arrived: fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ startXaf, steps, arrived }) => {
      const { chain, waiting } = follow(
        openedWith(startXaf * 100),
        arrived.map((one) => [one]),
      );
      assert.deepEqual(waiting, []);
      assert.equal(chain.head.cents, steps.at(-1)?.afterCents);
    }),
  );
});

test('whatever is missing, its last balance brings back everything after the gap', () => {
  const gaps = sequences
    .filter(({ steps }) => steps.length >= 3)
    .chain(({ startXaf, steps }) =>
      fc.integer({ min: 0, max: steps.length - 2 }).map((gap) => ({ startXaf, steps, gap })),
    );
  fc.assert(
    fc.property(gaps, ({ startXaf, steps, gap }) => {
      const come = steps.toSpliced(gap, 1);
      const { believed } = follow(
        openedWith(startXaf * 100),
        come.map((one) => [one]),
      );
      assert.equal(believed.length, gap);
      const last = steps.at(-1)?.afterCents ?? assert.fail();
      const { joined } = joinSteps(openedWith(last, steps.length), come.slice(gap));
      assert.equal(joined.length, come.length - gap);
    }),
  );
});

test('forged texts that do not know the balance are never believed, and stop nothing', () => {
  const attacks = fc.tuple(
    sequences,
    fc.array(fc.record({ at: fc.nat(12), amount: fc.integer({ min: 1, max: 50_000 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
  );
  fc.assert(
    fc.property(attacks, ([{ startXaf, steps }, forgeries]) => {
      let [texts, forged] = [[...steps], 90_000_000];
      for (const [index, { at, amount }] of forgeries.entries()) {
        // Each fits the one before: they know each other, not the line.
        texts = texts.toSpliced(at, 0, step(`forged ${index}`, forged, forged + amount, at));
        forged += amount;
      }
      const { believed } = follow(
        openedWith(startXaf * 100),
        texts.map((one) => [one]),
      );
      assert.deepEqual(believed.toSorted(), steps.map(({ smsId }) => smsId).toSorted());
    }),
  );
});

test('a balance never proves a text that starts from it, whenever the text came', () => {
  const seconds = fc.integer({ min: -120, max: 120 });
  fc.assert(
    fc.property(seconds, seconds, (cameAfter, movedAfter) => {
      const read = { cents: 1_000_00, time: new Date(NOON) };
      const forged = {
        ...step('forged', 1_000, 9_000),
        time: new Date(NOON + movedAfter * 1_000),
        cameAt: new Date(NOON + cameAfter * 1_000),
      };
      const { chain, joined } = joinSteps(startChain(read, null), [forged]);
      assert.deepEqual(findLeading(chain, joined, read), []);
      assert.deepEqual(findOnChain(chain, joined, read)?.proven ?? [], []);
    }),
    { examples: [[0, 0]] },
  );
});

/** A line that was opened with 1 000 at noon, after a text that led to it, and two texts later. */
const LED = [step('led', 600, 1_000, -5), step('a', 1_000, 1_500, 10), step('b', 1_500, 1_700, 20)];

for (const [readXaf, minute, confirmed] of [
  [1_000, 9, ['led']],
  [1_000, 11, ['led']],
  [1_500, 21, ['led', 'a']],
  [1_700, 30, ['led', 'a', 'b']],
  [1_500, 30, null],
  [1_650, 30, null],
] as const) {
  test(`${readXaf} that is read in minute ${minute} confirms ${confirmed?.join(', ') ?? 'nothing'}`, () => {
    const { chain } = joinSteps(OPENED, LED);
    const read = { cents: readXaf * 100, time: new Date(NOON + minute * 60_000) };
    const found = findOnChain(chain, LED, read);
    assert.deepEqual(found?.confirmed.map(({ smsId }) => smsId) ?? null, confirmed);
  });
}

const GAP: Chain = startChain({ cents: 2_000_00, time: new Date(NOON + 60 * 60_000) }, OPENED);

const LEFT: readonly (readonly [name: string, Chain, readonly Step[], boolean])[] = [
  ['as new as what the line has', OPENED, [step('a', 7, 8)], false],
  ['two minutes older: texts come out of order', OPENED, [step('a', 7, 8, -2)], false],
  ['older, in the gap of a new line', OPENED, [step('a', 7, 8, -30)], false],
  [
    'come too late for the gap of a new line',
    OPENED,
    [{ ...step('a', 7, 8, -30), cameAt: new Date(NOON + 16 * 60_000) }],
    true,
  ],
  ['between two balances that do not fit', GAP, [step('a', 7, 8, 30)], false],
  ['older than a line without a gap', { ...GAP, gaps: [] }, [step('a', 7, 8, 57)], true],
  [
    'older in one of two readings',
    { ...GAP, gaps: [] },
    [step('a', 7, 8, 57), step('a', 6, 8, 58)],
    false,
  ],
  ['that has connected: no reading waits', GAP, [], false],
];

for (const [name, chain, readings, isLeft] of LEFT) {
  test(`a text is ${isLeft ? '' : 'not '}left behind: ${name}`, () => {
    assert.equal(isLeftBehind(chain, readings), isLeft);
  });
}

test('whatever other texts come, none lets a text join that was left behind', () => {
  const minutes = fc.integer({ min: 0, max: 90 });
  const few = fc.integer({ min: 0, max: 3 });
  const text = fc.tuple(few, few, minutes);
  const isGap = fc.boolean();
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 6 }), isGap, ([a, b, at], others, hasGap) => {
      const chain = hasGap ? openedGap() : openedWith(0, 60);
      const late = { ...step('late', a, b, at), cameAt: new Date(NOON + 80 * 60_000) };
      fc.pre(isLeftBehind(chain, [late]));
      const steps = others.map(([from, to, minute], n) => step(`${n}`, from, to, minute));
      const { joined } = joinSteps(chain, [late, ...steps]);
      assert.ok(!joined.includes(late));
    }),
  );
});

function openedGap(): Chain {
  return startChain({ cents: 200, time: new Date(NOON + 60 * 60_000) }, openedWith(0, 30));
}
