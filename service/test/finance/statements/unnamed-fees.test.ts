import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { importStatement } from '../../../src/flows/finance/import-statement.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { startPayoutLine } from '../../support/books/payout-line.ts';

const LINE = '+237670009999';
const WALLET = `mtn:${LINE}`;
const line = await startPayoutLine(LINE);
const { service, sendEqual, succeed } = line;
const { database } = service;
const finance = await addPerson(database, 'finance');

/** A statement on which each line is a transfer with a fee. */
async function importLines(rows: readonly (readonly [id: string, to: string, fee: number])[]) {
  // What is booked is looked for from the first line to the last, and not before the opening.
  const timeOf = (row: number) =>
    new Date(line.now().getTime() + 3_600_000 + (row === 0 ? -30_000 : 600_000))
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
  const lines = rows.map(
    ([id, to, fee], row) => `${id};${timeOf(row)};Successful;${LINE};${to};5000;${fee}`,
  );
  const content = Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...lines, ''].join('\n'));
  const mappings = loadStatementMappings('mtn', null);
  const file = { wallet: WALLET, operator: 'mtn', fileName: 'm.csv', content, mappings } as const;
  const imported = await importStatement({ database }, COMMAND_LINE, file);
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
}

test('the fee of a payout without an id is missed by its line, and borne once it is expected', async () => {
  await database.query({ text: 'update applications set bears_fees = true' });
  const [charged] = await sendEqual(1, 5_000);
  const [free] = await sendEqual(1, 5_000);
  await succeed([charged, free], { isNamed: false });
  await importLines([
    ['7700000001', charged.msisdn, 50],
    ['7700000002', free.msisdn, 0],
  ]);
  const open = await listDifferences(database, { limit: 10 });
  assert.deepEqual(
    open.map((one) => [one.kind, one.operatorTxId, one.transactionId, one.theirsCents]),
    [['fee_not_reported', '7700000001', charged.id, '5000']],
  );
  const id = open[0]?.id ?? '';
  const headers = await scriptHeaders(database, finance);
  const json = { reason: 'The tariff says so.', expects_fees: true };
  const path = `/internal/v1/differences/${id}/explain`;
  const borne = { [`wallet ${WALLET}`]: -50, [`application ${DEFAULT_APPLICATION_ID}`]: 50 };
  await assertBooksChange(database, borne, async () => {
    const done = await service.call('POST', path, { headers, json });
    assert.equal(done.status, 200, done.text);
  });
  assert.deepEqual(await listDifferences(database, { limit: 10 }), []);
  assert.deepEqual((await verifyBooks(database)).findings, []);
});
