import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../../support/nodes/pgbouncer.ts';
import { runToEnd, sampleDeposit, startServiceProcess } from '../../support/service-process.ts';

const { connection } = await openTestDatabase();
const options = { skip: NO_PGBOUNCER };

test('PgBouncer in session mode, as it comes, is as good as PostgreSQL', options, async () => {
  const DATABASE_URL = await startPgBouncer('session', connection);
  const service = await startServiceProcess({ env: { DATABASE_URL } });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => service.call('POST', '/api/v1/deposits', sampleDeposit())),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

for (const mode of ['transaction', 'statement'] as const) {
  test(`PgBouncer in ${mode} mode is refused at the start`, options, async () => {
    const DATABASE_URL = await startPgBouncer(mode, connection);
    const refused = await runToEnd({ env: { DATABASE_URL } });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /not started: DATABASE_URL leads through a pooler.*session/);
  });
}
