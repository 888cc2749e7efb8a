import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Part } from '../../src/gsm/pdu.ts';
import { joinParts, PATIENCE_MS, type Received } from '../../src/inbox/join-parts.ts';

const NOW = Date.parse('2026-11-15T20:30:00.000Z');
let order = 0;

function message(
  text: string,
  part: Part | null = null,
  changes: Partial<Received> = {},
): Received {
  order += 1;
  const sentAt = new Date(changes.at ?? NOW).toISOString();
  const sms = { kind: 'sms', sender: 'OrangeMoney', sentAt, text, part } as const;
  return { id: `m${order}`, order, sim: 'sim-1', at: NOW, sms, ...changes };
}

const part = (number: number, of: number, reference = 7): Part => ({ reference, number, of });
const textsOf = (received: readonly Received[], nowMs = NOW) =>
  joinParts(received, nowMs).map(({ text }) => text);

test('a text waits for all of its parts, which may come in any order', () => {
  const parts = [message('c', part(3, 3)), message('a', part(1, 3)), message('b', part(2, 3))];
  assert.deepEqual(textsOf(parts.slice(0, 2)), []);
  assert.deepEqual(textsOf(parts), ['abc']);
});

test('a text that has waited long enough is handed over and names the missing part', () => {
  const parts = [message('a', part(1, 3)), message('c', part(3, 3))];
  assert.deepEqual(textsOf(parts, NOW + PATIENCE_MS - 1), []);
  assert.deepEqual(textsOf(parts, NOW + PATIENCE_MS), ['a [part 2 of 3 is missing] c']);
});

test('parts of other SIMs, senders and references are not joined', () => {
  const other = message('b', part(2, 2), { sim: 'sim-2' });
  assert.deepEqual(textsOf([message('a', part(1, 2)), other]), []);
  assert.deepEqual(textsOf([message('a', part(1, 2)), message('b', part(2, 2, 8))]), []);
});

for (const seconds of [10, 60, 600]) {
  test(`a reference that is used again ${seconds} s later makes a text of its own`, () => {
    const later = { at: NOW + seconds * 1_000 };
    const both = [
      message('a', part(1, 2)),
      message('B', part(2, 2), later),
      message('b', part(2, 2)),
      message('A', part(1, 2), later),
    ];
    assert.deepEqual(textsOf(both), ['ab', 'AB']);
  });
}

test('parts that the centre sent a minute apart are joined once nothing closer has come', () => {
  const apart = [message('a', part(1, 2)), message('b', part(2, 2), { at: NOW + 60_000 })];
  assert.deepEqual(textsOf(apart, NOW + 60_000), []);
  assert.deepEqual(textsOf(apart, NOW + 180_000), ['ab']);
});

test('two texts that cannot be distinguished are never mixed', () => {
  const mixed = [message('a', part(1, 2)), message('A', part(1, 2)), message('b', part(2, 2))];
  assert.deepEqual(textsOf(mixed), []);
  const handed = textsOf(mixed, NOW + PATIENCE_MS);
  assert.equal(handed.length, 3);
  assert.ok(handed.every((text) => text.includes('is missing')));
});

test('a part that came twice counts once, and both are done with', () => {
  const twice = [message('a', part(1, 2)), message('a', part(1, 2)), message('b', part(2, 2))];
  const [text] = joinParts(twice, NOW);
  assert.equal(text?.text, 'ab');
  assert.equal(text?.ids.length, 3);
});

test('in the end every message is in exactly one text', () => {
  const some = fc.record({
    text: fc.constantFrom('a', 'b', 'c'),
    number: fc.integer({ min: 1, max: 3 }),
    reference: fc.constantFrom(1, 2),
    at: fc.integer({ min: 0, max: 600_000 }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (all) => {
      const received = all.map(({ text, number, reference, at }) =>
        message(text, part(number, 3, reference), { at: NOW + at }),
      );
      const ids = joinParts(received, NOW + 600_000 + PATIENCE_MS).flatMap(({ ids }) => ids);
      assert.deepEqual([...ids].sort(), received.map(({ id }) => id).sort());
    }),
  );
});
