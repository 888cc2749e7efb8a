// A million requests made from the description and 100 000 malformed messages are answered well.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { OPERATORS } from '../../../src/domain/operators/operator.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { call } from '../../support/call.ts';
import { openTestDatabase } from '../../support/database.ts';
import { fuzzContract } from '../../support/fuzz/fuzz-contract.ts';
import { fuzzStatements } from '../../support/fuzz/fuzz-statements.ts';
import { sendMalformed } from '../../support/fuzz/raw-messages.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { assertAllHolds } from '../../support/upkeep/all-holds.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    requests: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '100000' },
    statements: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const seed = Number(values.seed);

test('whatever is sent is answered as described, and all that is stored holds', async (t) => {
  const { database, url: databaseUrl } = await openTestDatabase();
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  t.diagnostic(`--seed ${seed}`);
  const contract = await fuzzContract({
    requests: Number(values.requests),
    seed,
    send: ({ method, path, json }) => call(service.url, method, path, { json }),
  });
  t.diagnostic(JSON.stringify(contract));
  const raw = await sendMalformed(service.url, { messages: Number(values.messages), seed });
  t.diagnostic(JSON.stringify(raw));
  assert.equal((await call(service.url, 'GET', '/health')).status, 200);
  const { code } = await service.end('SIGTERM');
  assert.equal(code, 0, service.output());
  const logs = service.output().split('\n');
  assert.deepEqual(
    logs.filter((line) => line.includes('request failed')),
    [],
  );
  await assertAllHolds({ database }, { isStopped: true, others: { logs } });
});

test('damaged statements tell of no payment that is not in them', (t) => {
  const mappings = OPERATORS.flatMap((operator) => loadStatementMappings(operator, null));
  const count = { statements: Number(values.statements), seed };
  t.diagnostic(JSON.stringify(fuzzStatements(mappings, count)));
});
