import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareStatements } from '../../../src/db/finance/compare-statements.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { insertStatement, insertStatementLines } from '../../../src/db/finance/statements.ts';
import { MTN_TEXTS } from '../../../src/domain/operators/mtn/texts.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { joinWallets } from '../../../src/flows/books/adjust-books.ts';
import { explainDifference } from '../../../src/flows/finance/differences/act-on-difference.ts';
import { expireDeposits } from '../../../src/flows/transactions/expire-deposits.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { tell } from '../../support/receipts/sms.ts';
import { assertAllHolds } from '../../support/upkeep/all-holds.ts';
import { close, LINE, liveSomeDays } from '../../support/upkeep/live-days.ts';
import { tryBooksTampering } from '../../support/upkeep/tampering/try-tampering.ts';

// Every cell that the books rest on, changed behind the service’s back on a day that is closed.

const days = await liveSomeDays();
const { service, ids } = days;
const { database } = service;
const WALLET = `mtn:${LINE}`;

await reportPayout(ids.paidOut);
await importStatement();
const deps = { database, policy: ONE_PERSON };
for (const { id, kind, operatorTxId } of await listDifferences(database, { limit: 10 })) {
  if (operatorTxId === '72') continue;
  const expectsFees = kind === 'fee_not_reported';
  const said = { id, reason: 'Seen in the portal.', expectsFees };
  assert.equal((await explainDifference(deps, COMMAND_LINE, said)).kind, 'done');
}
await joinWallets({ database }, COMMAND_LINE, { wallet: 'mtn:990011', into: WALLET });
await close(service);
await expireDeposits({ database, onQueued: () => {} });
await close(service);

/** A text about a payout: its transfer, and a step of its line. */
async function reportPayout(id: string): Promise<void> {
  const [row] = await database.query<{
    readonly msisdn: string;
    readonly amountXaf: number;
    readonly operatorTxId: string;
    readonly balanceXaf: number;
    readonly at: Date;
  }>({
    text: `select t.msisdn, t.amount_xaf as "amountXaf", t.provider_tx_id as "operatorTxId",
                  l.balance_cents / 100 as "balanceXaf", app_now() as at
           from transactions t, lines l where t.id = $1 and l.line = $2`,
    values: [id, LINE],
  });
  assert.ok(row !== undefined);
  const { msisdn, amountXaf, operatorTxId, at } = row;
  const whom = { number: msisdn.replace('+237', ''), name: 'NGO BIYONG ANNE', line: '' };
  const balanceXaf = row.balanceXaf - amountXaf;
  const text = MTN_TEXTS.write.sent({ ...whom, at, amountXaf, balanceXaf, id: operatorTxId });
  assert.equal((await tell(service, { sender: 'MobileMoney', text })).status, 200);
}

/** Two payments that we do not know, one with a fee that nobody reported, and all the rest. */
async function importStatement(): Promise<void> {
  const [mapping] = loadStatementMappings('mtn', null);
  assert.ok(mapping !== undefined);
  const at = new Date(Date.now() - 40 * 86_400_000);
  const flags = { operator: 'mtn', isFailed: false, isComputed: false } as const;
  const line = { direction: 'in', other: null, at, balanceCents: 500, ...flags } as const;
  const lines = [
    { ...line, row: 1, operatorTxId: '71', amountCents: 50_000, feeCents: 0 },
    { ...line, row: 2, operatorTxId: '72', amountCents: 60_000, feeCents: 0 },
    { ...line, row: 3, operatorTxId: '11000000001', amountCents: 50_000, feeCents: 700 },
  ];
  await database.atomically(async (connection) => {
    const id = await insertStatement(connection, {
      ...{ wallet: WALLET, operator: 'mtn', fileName: 'march.csv', digest: '31' },
      ...{ mapping, importedBy: 'Awa' },
      facts: { lines: lines.length, firstAt: at, lastAt: at },
    });
    await insertStatementLines(connection, { id: id ?? '', wallet: WALLET }, lines);
    await compareStatements(connection, WALLET);
  });
}

/** What decides nothing, and why. */
const FREE: Readonly<Record<string, string>> = {
  'books.only_row': 'a constraint lets it be nothing else',
  'books.xact_identity': 'the next start compares it with the cluster',
  'books.opened_to': 'what `books open` leaves out is not booked, which the proofs name',
  'books.opened_at': 'only keeps months from leaving for files',
  'book_accounts.name': 'made of kind and key',
  'statement_lines.other': 'erasing a person empties it; recording a line takes two people',
  'statement_differences.id': 'what staff call it; of an explained one the audit log has it',
  'statement_differences.at': 'shown only; the line of the statement decides',
  'statement_differences.found_at': 'shown only',
  'balance_steps.about': 'of texts that wait; one that is believed has none',
  'payout_transfers.seen_at': 'not before the text; the time of the text decides',
};

const FREE_TABLES = new Set([
  // Files that a person still has to read in, and forgets after some hours.
  'statement_uploads',
  'statement_parts',
  // They say how the next file is read: the sealed list has each, and an import has its own copy.
  'statement_mappings',
]);

/** What a cell becomes, where not any other value of its type can stand there. */
const BECOMES: Readonly<Record<string, string>> = {
  'books.xact_offset': 'xact_offset - 1000000000',
  'books.rolled_to': '0',
  'book_accounts.id': 'default',
  'book_accounts.kind': `'application'`,
  'book_accounts.same_as': `(select a.id from book_accounts a
    where a.kind = 'wallet' and a.id is distinct from book_accounts.same_as
      and a.id <> book_accounts.id limit 1)`,
  'book_closings.hash': `repeat('a', 64)`,
  'book_closings.previous_hash': `repeat('b', 64)`,
  'statement_lines.direction': `'out'`,
  'statement_differences.kind': `'amount_differs'`,
  'balance_steps.state': `'set_aside'`,
};

/** Where not any row can have another value. */
const ROWS: Readonly<Record<string, string>> = {
  book_accounts: `kind = 'wallet'
    and id in (select debit from book_entries union all select credit from book_entries)`,
  balance_steps: 'believed_at is not null',
  // A closed one that is not found any more is written anew when it is.
  statement_differences: 'closed_at is null or (settled_by is not null and not expects_fees)',
  'statement_differences.wallet': 'true',
  'statement_differences.kind': 'true',
  'statement_differences.operator_tx_id': 'true',
  'statement_differences.closed_at': 'closed_at is null',
  'statement_differences.settled_by': 'settled_by is not null',
  'statement_differences.settled_because': 'settled_by is not null',
  'payout_transfers.operator_time': 'operator_time is not null',
  'receipts.operator_time': `sms_id in (select sms_id from balance_steps where tells_time
    and believed_at is not null)`,
};

/** Another value of each type. */
const OTHER: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  uuid: () => 'gen_random_uuid()',
  boolean: (column) => `not ${column}`,
  bigint: (column) => `coalesce(${column}, 0) + 100`,
  integer: (column) => `coalesce(${column}, 0) + 100`,
  numeric: (column) => `${column} + 100`,
  date: (column) => `${column} - 100`,
  jsonb: () => `'{"other": 1}'`,
  bytea: (column) => `${column} || '\\x00'`,
  'timestamp with time zone': (column) => `coalesce(${column}, app_now()) - interval '90 minutes'`,
};

interface Cell {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const cells = await database.query<Cell>({
  text: `select table_name as table, column_name as column, data_type as type
         from information_schema.columns
         where table_schema = current_schema()
           and (table_name like 'book\\_%' or table_name like 'statement\\_%'
                or table_name in ('books', 'statements', 'operator_ids', 'balance_steps',
                                  'payout_transfers')
                or (table_name = 'receipts' and column_name = 'operator_time'))
         order by 1, ordinal_position`,
});

test('the days before any cell is changed hold', () => assertAllHolds(service));

test('each cell that the books rest on is named, by verify and by audit all', async (t) => {
  const seed = process.env['SEED'] ?? String(Date.now());
  for (const { table, column, type } of cells) {
    const name = `${table}.${column}`;
    if (FREE[name] !== undefined || FREE_TABLES.has(table)) continue;
    await t.test(`${name}, SEED=${seed}`, async () => {
      const other = BECOMES[name] ?? OTHER[type]?.(`"${column}"`) ?? assert.fail(type);
      const where = ROWS[name] ?? ROWS[table] ?? 'true';
      const row = `select ctid from ${table} where ${where} order by md5(ctid || '${seed}') limit 1`;
      const sql = `update ${table} set "${column}" = ${other} where ctid = (${row})`;
      assert.deepEqual(await tryBooksTampering(days, sql), { verify: true, auditAll: true });
    });
  }
});

test('each column that decides nothing is there, with its reason', () => {
  const known = new Set(cells.map(({ table, column }) => `${table}.${column}`));
  for (const [name, reason] of Object.entries(FREE)) {
    assert.ok(known.has(name) && reason.length >= 10, name);
  }
});
