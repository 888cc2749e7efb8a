import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { OPERATORS } from '../../../src/domain/operators/operator.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { fuzzContract } from '../../support/fuzz/fuzz-contract.ts';
import { fuzzStatements } from '../../support/fuzz/fuzz-statements.ts';
import { sendMalformed } from '../../support/fuzz/raw-messages.ts';
import { startTestService } from '../../support/harness.ts';
import { create, DEPOSITS } from '../../support/transactions/payments.ts';
import { assertAllHolds } from '../../support/upkeep/all-holds.ts';

// The short forms of `npm run test:long -- fuzz`.

const seed = randomInt(2 ** 31);
const service = await startTestService();

test('requests made from the description are answered as described', async () => {
  const { statuses } = await fuzzContract({
    requests: 400,
    seed,
    send: ({ method, path, json }) => service.call(method, path, { json }),
  });
  // Otherwise nearly all were refused for the same reason, and nothing was tried.
  assert.ok((statuses['200'] ?? 0) > 50, JSON.stringify(statuses));
  assert.ok((statuses['422'] ?? 0) > 20, JSON.stringify(statuses));
});

test('malformed messages are refused or closed, and no client gets an answer of another', async () => {
  const { statuses } = await sendMalformed(service.url, { messages: 500, seed });
  assert.ok((statuses['400'] ?? 0) > 50, JSON.stringify(statuses));
});

test('damaged statements yield no payment that is not in them', () => {
  const mappings = OPERATORS.flatMap((operator) => loadStatementMappings(operator, null));
  const { read, refused } = fuzzStatements(mappings, { statements: 2_000, seed });
  assert.ok(read > 100 && refused > 100, `${read} read, ${refused} refused`);
});

test('after all this the service is well, and all that it has stored holds', async () => {
  await create(service, DEPOSITS);
  const errors = service.logLines.filter((line) => line.includes('request failed'));
  assert.deepEqual(errors, []);
  await assertAllHolds(service, { isStopped: true, others: { logs: service.logLines } });
});
