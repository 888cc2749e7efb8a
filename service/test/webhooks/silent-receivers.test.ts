import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReceiverSlots } from '../../src/flows/webhooks/receiver-slots.ts';
import { createSigningQueue } from '../../src/flows/webhooks/signing-queue.ts';
import { openOutbox, startDelivering } from '../support/webhooks/delivery.ts';
import { measureBesideSilence, queueingEvents } from '../support/webhooks/silent-receivers.ts';

const database = await openOutbox();

// How much they may slow them is measured by the long form, `npm run faults -- F21`.
test('healthy receivers get their events while silent ones hold theirs', async (t) => {
  // No silent attempt ends during the test, so no delivery can have waited for one.
  const delivering = startDelivering(database, { attemptTimeoutMs: 60_000 });
  const delays = await measureBesideSilence(queueingEvents(database), {
    silent: 40,
    eventsToEach: 3,
    healthy: 2,
    healthyPerSecond: 30,
    seconds: 2,
  });
  t.diagnostic(JSON.stringify(delays));
  await delivering.stop();
  assert.equal(delivering.attempts.length, 60);
  assert.ok(delivering.attempts.every(({ recorded }) => recorded.next.kind === 'delivered'));
});

test('a receiver is slow as soon as one of its attempts has lasted a second', () => {
  const { slots, clock, send } = createSlots();
  const first = send('http://a.test');
  assert.equal(first.rank, 'second');
  assert.equal(send('http://a.test').rank, 'third');
  assert.equal(freeOf(slots, 'http://a.test'), 14, 'a newcomer');
  clock.now = 500;
  first.release();
  assert.equal(freeOf(slots, 'http://a.test'), 256, 'quick');
  assert.equal(send('http://a.test').rank, 'first');
  clock.now = 1_501;
  for (let n = 0; n < 39; n += 1) {
    send(`http://b${n}.test`);
    clock.now += 1_001;
  }
  assert.equal(freeOf(slots, 'http://a.test'), 23, 'a share among forty slow ones');
});

test('the time for which an attempt waits to be signed does not make its receiver slow', () => {
  const { slots, clock } = createSlots();
  const slot = slots.take('http://a.test');
  clock.now = 10_000;
  slot.begin();
  clock.now = 10_100;
  slot.release();
  assert.equal(freeOf(slots, 'http://a.test'), 256, 'quick');
});

test('released slots are free again, in any order', () => {
  const { slots, send } = createSlots();
  const origin = 'http://a.test';
  send(origin).release();
  const taken = Array.from({ length: 512 }, () => send(origin));
  assert.equal(freeOf(slots, origin), 0);
  for (const slot of taken.toReversed()) slot.release();
  assert.equal(freeOf(slots, origin), 256);
});

test('turns go to the best rank, but one in eight to the worst', async () => {
  const turns = createSigningQueue(1);
  const order: string[] = [];
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const running = turns.run('third', () => blocked);
  const ranks = { a: 'first', b: 'second', c: 'third' } as const;
  const names = ['c1', 'b1', 'c2', 'b2', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'];
  const waiting = names.map((name) => {
    const [letter] = name;
    return turns.run(ranks[letter === 'a' || letter === 'b' ? letter : 'c'], async () => {
      order.push(name);
      if (name === 'c1') throw new Error('a turn is passed on whatever came of it');
    });
  });
  release();
  await Promise.allSettled([running, ...waiting]);
  await turns.run('third', async () => void order.push('end'));
  assert.equal(order.join(' '), 'a1 a2 a3 a4 a5 a6 a7 c1 a8 b2 b1 c2 end');
});

test('what can be done in a time follows the time between the last ones, also when it changes', async () => {
  const clock = { now: 0 };
  const turns = createSigningQueue(1, () => clock.now);
  const work = async (ms: number, times: number) => {
    for (let n = 0; n < times; n += 1) {
      await turns.run('first', async () => {
        clock.now += ms;
      });
    }
  };
  const isAbout = (count: number) => Math.abs(turns.doneWithin(1_000) - count) <= count / 20;
  await work(5, 200);
  assert.ok(isAbout(200));
  clock.now += 60_000;
  assert.ok(isAbout(200), 'an idle time says nothing');
  await work(100, 300);
  assert.ok(isAbout(10));
});

test('a thousand receivers are remembered, the longest unused is forgotten first', () => {
  const { slots, send } = createSlots();
  for (let n = 0; n <= 1_000; n += 1) send(`http://r${n}.test`).release();
  const known = slots.free(1_000).known.map(({ origin }) => origin);
  assert.equal(known.length, 1_000);
  assert.ok(!known.includes('http://r0.test'));
  assert.ok(known.includes('http://r1000.test'));
});

test('when slow receivers have taken their part, known quick ones still have slots', () => {
  const { slots, clock, send } = createSlots();
  send('http://quick.test').release();
  for (let n = 0; n < 1_000; n += 1) send(`http://slow${n}.test`);
  clock.now = 1_001;
  assert.equal(freeOf(slots, 'http://quick.test'), 256);
  assert.equal(freeOf(slots, 'http://slow7.test'), 0);
  assert.equal(slots.free(1_000).freeOfUnknown, 16);
  for (let n = 0; n < 600; n += 1) send(`http://new${n}.test`);
  assert.equal(slots.free(1_000).freeOfUnknown, 0);
  assert.equal(freeOf(slots, 'http://quick.test'), 256);
});

function createSlots() {
  const clock = { now: 0 };
  const slots = createReceiverSlots(() => clock.now);
  const send = (origin: string) => {
    const slot = slots.take(origin);
    slot.begin();
    return slot;
  };
  return { clock, slots, send };
}

function freeOf(slots: ReturnType<typeof createReceiverSlots>, origin: string): number {
  const found = slots.free(1_000).known.find((receiver) => receiver.origin === origin);
  assert.ok(found, `${origin} is not known`);
  return found.free;
}
