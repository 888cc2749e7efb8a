import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import type { StatementMapping } from '../../../src/domain/finance/statements/mapping.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { recordLine } from '../../../src/flows/finance/differences/act-on-difference.ts';
import { importStatement } from '../../../src/flows/finance/import-statement.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import {
  addPawapay,
  giveGoodPast,
  passTime,
  startLiveService,
  startPawapay,
} from '../../support/providers/live.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';

// What the statement of a pool says, before or after its provider says it.

const POOL = 'pool:pawapay-mtn';
const APPLICATION = `application ${DEFAULT_APPLICATION_ID}`;
const service = await startLiveService();
const { database } = service;
const aggregator = await startPawapay({ decide: 'manual' });
await addPawapay(database, aggregator, { id: 'pawapay-mtn' });
await database.query({ text: 'update providers set one_pool = true' });
await giveGoodPast(database, ['pawapay-mtn']);

const MAPPING: StatementMapping = {
  ...{ id: 'pawapay', version: 1, operator: 'mtn', dayFirst: false, yearFirst: true },
  columns: { id: ['ID'], at: ['Date'], direction: ['Type'], party: ['Number'], amount: ['Amount'] },
  ...{ succeeded: [], failed: [], hasNoStatus: true, directionBy: 'words' },
  directionWords: { in: ['DEPOSIT'], out: ['PAYOUT'] },
  operators: { column: 'Provider', words: { mtn: ['MTN_MOMO_CMR'], orange: ['ORANGE_CMR'] } },
};

let files = 0;
async function importLine(id: string, number: string, amountXaf: number): Promise<void> {
  files += 1;
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const line = [id, at, 'DEPOSIT', 'MTN_MOMO_CMR', number, amountXaf].join(',');
  const content = Buffer.from(`ID,Date,Type,Provider,Number,Amount\n${line}\n`);
  const named = { wallet: POOL, operator: 'mtn', fileName: `${files}.csv`, content } as const;
  const file = { ...named, mappings: [MAPPING] };
  const imported = await importStatement({ database }, COMMAND_LINE, file);
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
}

async function record(operatorTxId: string): Promise<void> {
  const differences = await listDifferences(database, { limit: 100 });
  const found = differences.find((one) => one.operatorTxId === operatorTxId);
  assert.equal(found?.kind, 'paid_not_ours');
  const deps = { database, policy: ONE_PERSON, onQueued: () => {} };
  const recorded = await recordLine(deps, COMMAND_LINE, { id: found.id, reason: 'it is there' });
  assert.deepEqual(recorded, { kind: 'done' });
}

let players = 0;
/** A deposit that its player has paid and of which its provider has said nothing yet. */
async function payUnheard() {
  players += 1;
  const msisdn = `+23767000${2_000 + players}`;
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, amount_xaf: 5_000 });
  const waiting = aggregator.ledger.payments().find(({ state }) => state === 'pending');
  assert.ok(waiting);
  aggregator.approve(waiting.reference);
  return { id, msisdn, operatorTxId: waiting.details.providerTransactionId };
}

async function receiveAnswers(): Promise<void> {
  await passTime(database, 60_000);
  while ((await service.takeSteps()) > 0);
}

test('a player’s payment that only a pool’s statement knows credits its deposit, once', async () => {
  const { id, msisdn, operatorTxId } = await payUnheard();
  await importLine(operatorTxId, msisdn, 5_000);
  const credited = { [`wallet ${POOL}`]: 5_000, [APPLICATION]: -5_000 };
  await assertBooksChange(database, credited, () => record(operatorTxId));
  assert.equal((await read(service, id))['state'], 'succeeded');
  await assertBooksChange(database, {}, receiveAnswers);
});

test('money of a pool that was booked as a top-up and turns out to be a payment counts once', async () => {
  const { id, operatorTxId } = await payUnheard();
  await importLine(operatorTxId, '', 5_000);
  await assertBooksChange(database, { [`wallet ${POOL}`]: 5_000, 'moved_outside ': -5_000 }, () =>
    record(operatorTxId),
  );
  await assertBooksChange(
    database,
    { 'moved_outside ': 5_000, [APPLICATION]: -5_000 },
    receiveAnswers,
  );
  const { state, provider_tx_id } = await read(service, id);
  assert.deepEqual([state, provider_tx_id], ['succeeded', operatorTxId]);
});

test('money that nobody waits for is owed to its payer, and not ours', async () => {
  await importLine('X-1', '+237670003333', 700);
  await assertBooksChange(database, { [`wallet ${POOL}`]: 700, 'unmatched ': -700 }, () =>
    record('X-1'),
  );
});

test('the books hold with what pools’ statements say', async () => {
  assert.deepEqual((await verifyBooks(database)).findings, []);
});
