import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChildren } from '../bench/ground/children.ts';
import { CANNED_GROUND } from '../bench/ground/ground.ts';
import { startBareServer } from '../bench/ground/target.ts';
import { CASES } from '../bench/load/cases.ts';
import { makeLoad } from '../bench/load/load.ts';

const SHORTLY = { connections: 2, warmUpMs: 100, measureMs: 200 };

test('the server that the bench compares with answers every case without a database', async () => {
  const children = createChildren();
  after(() => children.stopAll());
  const { port } = await startBareServer(children);
  for (const { name } of CASES.filter(({ needs }) => needs !== 'busy_player')) {
    const job = { ...SHORTLY, caseName: name, port, ground: CANNED_GROUND };
    const { count } = await makeLoad(children, job, () => {});
    assert.ok(count > 0, name);
  }
});
