import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dripConnections } from '../../support/drip-connections.ts';

test('connections that drip their requests are dropped, and others are served', async () => {
  const { served, droppedAfterMs } = await dripConnections({ connections: 200, requests: 100 });
  assert.equal(served, 1);
  assert.ok(droppedAfterMs < 20_000, `${droppedAfterMs} ms`);
});
