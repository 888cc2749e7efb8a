import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReceiverPlaces } from '../../src/flows/receiver-places.ts';
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
  const { places, clock } = createPlaces();
  const give = places.take('http://a.test');
  assert.equal(freeOf(places, 'http://a.test'), 15, 'a newcomer');
  clock.now = 500;
  give();
  assert.equal(freeOf(places, 'http://a.test'), 512, 'quick');
  places.take('http://a.test');
  clock.now = 1_501;
  for (let n = 0; n < 9; n += 1) {
    places.take(`http://b${n}.test`);
    clock.now += 1_001;
  }
  assert.equal(freeOf(places, 'http://a.test'), 124, 'a share among ten slow ones');
});

test('places that are given back are free again, whatever order they come in', () => {
  const { places } = createPlaces();
  const origin = 'http://a.test';
  places.take(origin)();
  const gives = Array.from({ length: 512 }, () => places.take(origin));
  assert.equal(freeOf(places, origin), 0);
  for (const give of gives.toReversed()) give();
  assert.equal(freeOf(places, origin), 512);
});

test('a thousand receivers are remembered, the longest unused is forgotten first', () => {
  const { places } = createPlaces();
  for (let n = 0; n <= 1_000; n += 1) places.take(`http://r${n}.test`)();
  const known = places.free().receivers.map(({ origin }) => origin);
  assert.equal(known.length, 1_000);
  assert.ok(!known.includes('http://r0.test'));
  assert.ok(known.includes('http://r1000.test'));
});

test('when slow receivers have taken their part, known quick ones still have places', () => {
  const { places, clock } = createPlaces();
  places.take('http://quick.test')();
  for (let n = 0; n < 1_250; n += 1) places.take(`http://slow${n}.test`);
  clock.now = 1_001;
  assert.equal(freeOf(places, 'http://quick.test'), 512);
  assert.equal(freeOf(places, 'http://slow7.test'), 0);
  assert.equal(places.free().freeOfOthers, 16);
  for (let n = 0; n < 250; n += 1) places.take(`http://new${n}.test`);
  assert.equal(places.free().freeOfOthers, 0);
  assert.equal(freeOf(places, 'http://quick.test'), 512);
});

function createPlaces() {
  const clock = { now: 0 };
  return { clock, places: createReceiverPlaces(() => clock.now) };
}

function freeOf(places: ReturnType<typeof createReceiverPlaces>, origin: string): number {
  const found = places.free().receivers.find((receiver) => receiver.origin === origin);
  assert.ok(found, `${origin} is not known`);
  return found.free;
}
