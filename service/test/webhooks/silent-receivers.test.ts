import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReceiverPlaces } from '../../src/flows/receiver-places.ts';
import { createTurns } from '../../src/flows/turns.ts';
import { measureBesideSilence } from '../long/silent-receivers.ts';
import { openOutbox, startDelivering } from '../support/delivery.ts';

const database = await openOutbox();

test('receivers that never answer do not slow the others', async (t) => {
  const delivering = startDelivering(database);
  const delays = await measureBesideSilence(database, {
    silent: 60,
    eventsToEach: 5,
    healthy: 3,
    healthyPerSecond: 50,
    seconds: 3,
  });
  t.diagnostic(JSON.stringify(delays));
  await delivering.stop();
  assert.ok(delays.p99 < 1_000, JSON.stringify(delays));
});

test('a receiver is slow as soon as one of its attempts has lasted a second', () => {
  const { places, clock, send } = createPlaces();
  const first = send('http://a.test');
  assert.equal(first.isQuick, false);
  assert.equal(freeOf(places, 'http://a.test'), 15, 'a newcomer');
  clock.now = 500;
  first.giveBack();
  assert.equal(freeOf(places, 'http://a.test'), 256, 'quick');
  assert.equal(send('http://a.test').isQuick, true);
  clock.now = 1_501;
  for (let n = 0; n < 9; n += 1) {
    send(`http://b${n}.test`);
    clock.now += 1_001;
  }
  assert.equal(freeOf(places, 'http://a.test'), 124, 'a share among ten slow ones');
});

test('the time for which an attempt waits to be signed does not make its receiver slow', () => {
  const { places, clock } = createPlaces();
  const place = places.take('http://a.test');
  clock.now = 10_000;
  place.begin();
  clock.now = 10_100;
  place.giveBack();
  assert.equal(freeOf(places, 'http://a.test'), 256, 'quick');
});

test('places that are given back are free again, whatever order they come in', () => {
  const { places, send } = createPlaces();
  const origin = 'http://a.test';
  send(origin).giveBack();
  const taken = Array.from({ length: 512 }, () => send(origin));
  assert.equal(freeOf(places, origin), 0);
  for (const place of taken.toReversed()) place.giveBack();
  assert.equal(freeOf(places, origin), 256);
});

test('a turn that comes free goes to the first rank, and then in order', async () => {
  const turns = createTurns(1);
  const order: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const work = (name: string) => async () => void order.push(name);
  const running = turns.run('later', () => held);
  const waiting = [
    turns.run('later', work('later 1')),
    turns.run('first', work('first 1')),
    turns.run('later', async () => {
      order.push('later 2');
      throw new Error('it fails');
    }),
    turns.run('first', work('first 2')),
  ];
  release();
  await Promise.allSettled([running, ...waiting]);
  await turns.run('later', work('afterwards'));
  assert.deepEqual(order, ['first 1', 'first 2', 'later 1', 'later 2', 'afterwards']);
});

test('a thousand receivers are remembered, the longest unused is forgotten first', () => {
  const { places, send } = createPlaces();
  for (let n = 0; n <= 1_000; n += 1) send(`http://r${n}.test`).giveBack();
  const known = places.free().receivers.map(({ origin }) => origin);
  assert.equal(known.length, 1_000);
  assert.ok(!known.includes('http://r0.test'));
  assert.ok(known.includes('http://r1000.test'));
});

test('when slow receivers have taken their part, known quick ones still have places', () => {
  const { places, clock, send } = createPlaces();
  send('http://quick.test').giveBack();
  for (let n = 0; n < 1_250; n += 1) send(`http://slow${n}.test`);
  clock.now = 1_001;
  assert.equal(freeOf(places, 'http://quick.test'), 256);
  assert.equal(freeOf(places, 'http://slow7.test'), 0);
  assert.equal(places.free().freeOfOthers, 16);
  for (let n = 0; n < 250; n += 1) send(`http://new${n}.test`);
  assert.equal(places.free().freeOfOthers, 0);
  assert.equal(freeOf(places, 'http://quick.test'), 256);
});

function createPlaces() {
  const clock = { now: 0 };
  const places = createReceiverPlaces(() => clock.now);
  const send = (origin: string) => {
    const place = places.take(origin);
    place.begin();
    return place;
  };
  return { clock, places, send };
}

function freeOf(places: ReturnType<typeof createReceiverPlaces>, origin: string): number {
  const found = places.free().receivers.find((receiver) => receiver.origin === origin);
  assert.ok(found, `${origin} is not known`);
  return found.free;
}
