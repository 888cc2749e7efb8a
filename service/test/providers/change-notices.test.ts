import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginQuarantine, endQuarantine } from '../../src/db/quarantine.ts';
import { createChangeNotices } from '../../src/flows/providers/watch-changes.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';

const { database, config } = await startTestService();
const { momo } = openMomo({ DATABASE_URL: config.databaseUrl ?? '' });

const noticed: unknown[] = [];
const look = createChangeNotices(database, {
  onProviderDown: ({ provider, direction, reason }) =>
    noticed.push(['down', provider, direction, reason]),
  onProviderUp: ({ provider, direction }) => noticed.push(['up', provider, direction]),
  onQuarantine: (reason) => noticed.push(['quarantine', reason]),
  onQuarantineEnd: () => noticed.push(['quarantine ended']),
  onChange: ({ action, actor }) => noticed.push(['changed', action, actor]),
});

/** What is noticed after something has happened, and nothing of it a second time. */
async function noticedAfter(happens: () => Promise<unknown>): Promise<readonly unknown[]> {
  await look();
  noticed.length = 0;
  await happens();
  await look();
  await look();
  return noticed;
}

function setHealth(isUp: boolean, refusals: object = {}): Promise<unknown> {
  const problem = isUp ? null : '{"code":"system_unreachable","params":{"system":"MTN"}}';
  return database.query({
    text: `insert into provider_health (provider_id, is_up, problem, refusals, checked_at)
           values ('mtn-momo', $1, $2, $3, app_now())
           on conflict (provider_id) do update
           set is_up = $1, problem = $2, refusals = $3`,
    values: [isUp, problem, JSON.stringify(refusals)],
  });
}

test('a provider that goes down, for one direction or both, and comes back is noticed once', async () => {
  const said = 'MTN could not be reached.';
  assert.deepEqual(await noticedAfter(() => setHealth(false)), [
    ['down', 'mtn-momo', 'deposit', said],
    ['down', 'mtn-momo', 'withdrawal', said],
  ]);
  const refused = '{"code":"system_refused_credentials","params":{"system":"MTN"}}';
  assert.deepEqual(await noticedAfter(() => setHealth(true, { deposit: refused })), [
    ['up', 'mtn-momo', 'withdrawal'],
  ]);
  assert.deepEqual(await noticedAfter(() => setHealth(true)), [['up', 'mtn-momo', 'deposit']]);
});

test('a quarantine is noticed when it begins and when it ends', async () => {
  const begun = await noticedAfter(() =>
    beginQuarantine(database, { code: 'quarantine_sends_unknown' }),
  );
  assert.match(String(begun), /^quarantine,Withdrawals were sent/);
  assert.deepEqual(await noticedAfter(() => endQuarantine(database)), [['quarantine ended']]);
});

test('a key or policy that a command changes is noticed by the service', async () => {
  const changed = await noticedAfter(async () => {
    assert.equal((await momo('key', 'issue', '--application', 'shop')).code, 0);
    const args = ['policy', 'set', 'requests_per_second=900', '--reason', 'test'];
    const run = await momo(...args);
    assert.equal(run.code, 0, run.output);
  });
  const actions = changed.map((one) => (one as readonly unknown[])[1]);
  assert.deepEqual(actions, ['key.issue', 'policy.change']);
});
