import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { importStatement, previewImport } from '../../../src/flows/finance/import-statement.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import {
  addMtn,
  addOrange,
  createApproved,
  operatorsDecided,
  settleAll,
  startLiveService,
  startMtn,
  startOrange,
} from '../../support/providers/live.ts';
import { createTill } from '../../support/providers/till.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';

// What both operators' portals say of a day, compared with what the service has of it.

const MTN_LINE = '+237670009999';
const service = await startLiveService();
const { database } = service;
const mtn = await startMtn();
const orange = await startOrange();
await addMtn(database, mtn, { id: 'mtn-main', channel: { merchantNumber: MTN_LINE } });
await addOrange(database, orange, { id: 'orange-main' });
await database.query({
  text: `update providers set payout_wallet = 'disbursement' where id = 'mtn-main'`,
});
const till = createTill(service);
/** The channel has it as the operator does, the books have one spelling. */
const ORANGE_LINE = `+237${orange.account.channelMsisdn}`;

const made: string[] = [];
for (const [operator, emulator] of [
  ['mtn', mtn],
  ['orange', orange],
] as const) {
  for (const amount_xaf of [1_500, 2_500, 700]) {
    const msisdn = till.player(operator);
    // The last one is refused.
    const known = operator === 'mtn' ? msisdn.slice(1) : msisdn.slice(4);
    if (amount_xaf === 700) emulator.setOutcome(known, { kind: 'refuse' });
    made.push((await create(service, DEPOSITS, { operator, msisdn, amount_xaf })).service_tx_id);
  }
  made.push(await createApproved(service, { operator, msisdn: till.player(operator) }));
}
await service.takeSteps();
await operatorsDecided(mtn, orange);
await settleAll(service);

/** Our names of the accounts, and where the emulators export them. */
const ACCOUNTS = [
  [mtn, 'mtn', `mtn:${MTN_LINE}`, 'collection', MTN_LINE],
  [mtn, 'mtn', `mtn:${MTN_LINE}:disbursement`, 'transfer', MTN_LINE],
  [orange, 'orange', `orange:${ORANGE_LINE}`, 'transfer', ORANGE_LINE],
] as const;

test('of every account the portal’s statement agrees line by line with what we have', async () => {
  const states = await Promise.all(made.map(async (id) => (await read(service, id))['state']));
  assert.deepEqual(
    states.map((state) => state === 'succeeded'),
    [true, true, false, true, true, true, false, true],
  );
  let lines = 0;
  for (const [emulator, operator, wallet, account, number] of ACCOUNTS) {
    const asked = `/_emulator/statement/${account}/${encodeURIComponent(number)}`;
    const answer = await fetch(`${emulator.url}${asked}`);
    const content = Buffer.from(await answer.arrayBuffer());
    const mappings = loadStatementMappings(operator, null);
    const file = { wallet, operator, fileName: wallet, content, mappings };
    const expected = await previewImport({ database }, file);
    assert.ok(expected.kind === 'read', JSON.stringify(expected));
    assert.deepEqual(expected.outcome, {
      fresh: expected.facts.lines,
      agreed: expected.facts.lines,
      differences: [],
    });
    const imported = await importStatement({ database }, COMMAND_LINE, file);
    assert.equal(imported.kind, 'imported');
    lines += expected.facts.lines;
  }
  assert.equal(lines, made.length);
  assert.deepEqual(await listDifferences(database, { limit: 10 }), []);
});

test('the books of that day hold, and each wallet has what its operator has written', async () => {
  assert.deepEqual((await verifyBooks(database)).findings, []);
  const rows = await database.query<{ readonly key: string; readonly cents: number }>({
    text: `select a.key, sum(case when e.debit = a.id then e.amount_cents
                                  else - e.amount_cents end)::int as cents
           from book_accounts a join book_entries e on a.id in (e.debit, e.credit)
           where a.kind = 'wallet' group by a.key`,
  });
  const moved = (emulator: typeof mtn | typeof orange, direction: string) =>
    emulator.ledger
      .moves()
      .filter((move) => move.direction === direction)
      .reduce((sum, { amount }) => sum + amount * 100, 0);
  assert.deepEqual(Object.fromEntries(rows.map(({ key, cents }) => [key, cents])), {
    [`mtn:${MTN_LINE}`]: moved(mtn, 'collection'),
    [`mtn:${MTN_LINE}:disbursement`]: -moved(mtn, 'transfer'),
    [`orange:${ORANGE_LINE}`]: moved(orange, 'collection') - moved(orange, 'transfer'),
  });
});
