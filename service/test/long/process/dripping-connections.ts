// 2 000 connections that drip their requests leave the p99 of others below twice its value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dripConnections } from '../../support/drip-connections.ts';

test('2 000 dripping connections do not slow the others', async (t) => {
  const dripped = await dripConnections({ connections: 2_000, requests: 8_000 });
  t.diagnostic(JSON.stringify(dripped));
  assert.equal(dripped.served, 1, 'every request of others is answered');
  assert.ok(dripped.busyP99Ms < 2 * dripped.quietP99Ms, JSON.stringify(dripped));
  assert.ok(dripped.droppedAfterMs < 15_000, JSON.stringify(dripped));
});
