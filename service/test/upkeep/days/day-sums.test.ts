import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { listClosings } from '../../../src/db/finance/closings.ts';
import { postPayment } from '../../../src/domain/books/posting.ts';
import type { ClosingContent } from '../../../src/domain/finance/closing.ts';
import { NO_SEAL } from '../../../src/domain/seals/seal.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import {
  cancelWithdrawal,
  rejectWithdrawal,
} from '../../../src/flows/decisions/decide-withdrawal.ts';
import { closeBooks } from '../../../src/flows/finance/close-books.ts';
import { expireDeposits } from '../../../src/flows/transactions/expire-deposits.ts';
import { archiveMonths } from '../../../src/flows/upkeep/archive-months.ts';
import { erasePerson } from '../../../src/flows/upkeep/persons/erase-person.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { openMomo } from '../../support/cli/momo.ts';
import type { TestService } from '../../support/harness.ts';
import {
  addMtn,
  decisionOf,
  passTime,
  startLiveService,
  startMtn,
} from '../../support/providers/live.ts';
import { create, WITHDRAWALS } from '../../support/transactions/payments.ts';
import { assertAllHolds, prove } from '../../support/upkeep/all-holds.ts';
import { close, DAY_MS, liveSomeDays, SECRETS_KEY } from '../../support/upkeep/live-days.ts';
import {
  OF_EVERYTHING,
  OF_HISTORIES,
  OF_ROWS,
  OF_VERSIONS,
} from '../../support/upkeep/tampering/payments.ts';
import {
  OF_BOOKS,
  OF_LOGS,
  OF_RECEIPTS,
  OF_WEBHOOKS,
} from '../../support/upkeep/tampering/records.ts';
import { tryTampering } from '../../support/upkeep/tampering/try-tampering.ts';
import { dateKeyBack } from '../../support/upkeep/tamperings.ts';

const days = await liveSomeDays();
const { service, ids } = days;
const { database, config } = service;
const { momo } = openMomo({ DATABASE_URL: config.databaseUrl ?? '', SERVICE_ENV: 'live' });

test('a closing of live has the sums of its day, sealed, and everything holds', async () => {
  const closings = await listClosings(database);
  const sums = closings.map(({ content }) => sumsOf(content));
  const [first, last] = [sums[0], sums.at(-1)];
  assert.equal(first?.created.rows, 9);
  assert.equal(last?.created.rows, 3);
  assert.equal(countOf(first.added.receipts), 3);
  assert.ok(closings.every(({ seal }) => seal !== null));
  await assertAllHolds(service, days.outside);
});

// `tamperings.test.ts` has all of them.
test('some changes of each kind behind the service’s back are named', async (t) => {
  for (const list of [
    ...[OF_ROWS, OF_HISTORIES, OF_VERSIONS, OF_EVERYTHING],
    ...[OF_WEBHOOKS, OF_BOOKS, OF_RECEIPTS, OF_LOGS],
  ]) {
    const inside = list.filter(({ named }) => named !== 'anchor');
    for (const tampering of inside.filter((_, index) => index % 9 === 0)) {
      const { name, named } = tampering;
      await t.test(`${named}: ${name}`, async () => {
        assert.ok((await tryTampering(days, tampering)).has(named));
      });
    }
  }
});

test('momo without the key closes no day of live', async () => {
  const { code, output } = await momo('books', 'close');
  assert.notEqual(code, 0, output);
  assert.match(output, /SECRETS_KEY/);
});

test('a day is closed when no deposit is open whose deadline is in it', async () => {
  assert.deepEqual(await close(service), []);
  await expireDeposits({ database, onQueued: () => {} });
  assert.equal((await close(service)).length, 2);
  await assertAllHolds(service, days.outside);
});

test('a month is archived when its days are summed, and the sums hold without it', async () => {
  await tamper(database, ['update books set opened_at = app_now()']);
  await rejectWithdrawal(...(await decisionOf(service)), ids.waiting, 'Not wanted.');
  for (const id of [ids.approved, ids.large]) {
    await cancelWithdrawal(...(await decisionOf(service)), id, 'Not wanted.');
  }
  assert.deepEqual(await archiveAll(), ['transitions_first needed']);
  await close(service);
  assert.deepEqual(await archiveAll(), ['transitions_first archived']);
  await assertAllHolds(service, days.outside);
  const gone = { name: '', named: '', sql: `delete from transactions where id = '{rejected}'` };
  assert.ok((await tryTampering(days, gone)).has('days_are_as_summed'));
});

test('erasing a person changes no sum', async () => {
  const [row] = await database.query<{ readonly msisdn: string }>({
    text: 'select msisdn from transactions where id = $1',
    values: [ids.paid],
  });
  await passTime(database, 10 * DAY_MS);
  const vault = createVault(config.secretsKey);
  const erased = await erasePerson(
    { database, vault, policy: fixedPolicy() },
    { msisdn: row?.msisdn ?? '', reason: 'The person wishes it.' },
    COMMAND_LINE,
  );
  assert.equal(erased.kind, 'erased');
  await assertAllHolds(service, { ...days.outside, isStopped: true });
});

test('the first sum has everything from before it', async () => {
  const older = await startOlder();
  const [, second] = await listClosings(older.database);
  assert.equal(sumsOf(second?.content ?? '').created.rows, 2);
  assert.deepEqual(await brokenDays(older), []);
  await tamper(older.database, [
    "update transactions set created_at = created_at + interval '1 s'",
  ]);
  assert.deepEqual(await brokenDays(older), ['days_are_as_summed']);
});

test('a closing that is removed and made anew by the service is named', async () => {
  const older = await startOlder();
  await tamper(older.database, [
    'delete from book_closings where seal is not null',
    `delete from transitions where transaction_id in (select id from transactions limit 1)`,
    `delete from transactions where id not in (select transaction_id from transitions)`,
    'delete from open_transactions',
  ]);
  await close(older);
  assert.deepEqual(await brokenDays(older), ['closings_stay']);
});

async function brokenDays(older: TestService): Promise<readonly string[]> {
  const { findings } = await prove(older, { isStopped: true });
  const proofs = new Set(findings.map(({ proof }) => proof));
  return ['closings_stay', 'days_are_as_summed'].filter((proof) => proofs.has(proof));
}

/** Release 0.2 has closed the first of its days, without a sum. */
async function startOlder(): Promise<TestService> {
  const older = await startLiveService({ SECRETS_KEY });
  const { vault } = older.payments;
  await dateKeyBack(older.database, vault);
  await addMtn(older.database, await startMtn(), { id: 'mtn-main', vault });
  const line = '+237670000000';
  const paid = { operator: 'mtn', operatorTxId: '1', amountXaf: 500, line, feeCents: null };
  await insertEntries(older.database, postPayment({ ...paid, operatorTime: new Date() }));
  await create(older, WITHDRAWALS);
  await passTime(older.database, DAY_MS);
  await closeBooks({ database: older.database, seal: NO_SEAL }, null);
  await create(older, WITHDRAWALS);
  await close(older);
  return older;
}

async function archiveAll(): Promise<readonly string[]> {
  const at = new Date(Date.now() + 400 * DAY_MS);
  const store = async (name: string, lines: AsyncIterable<string>) => {
    const rows = (await Array.fromAsync(lines)).length;
    return { file: name, digest: 'x', rows };
  };
  const archived = await archiveMonths({ database, at, store }, 1, COMMAND_LINE);
  return archived
    .filter(({ part }) => part === 'transitions_first')
    .map(({ kind, part }) => `${part} ${kind}`);
}

function sumsOf(content: string) {
  return (JSON.parse(content) as ClosingContent).sums ?? assert.fail('it has no sums');
}

function countOf(sums: Readonly<Record<string, { readonly rows: number }>> = {}): number {
  return Object.values(sums).reduce((sum, { rows }) => sum + rows, 0);
}
