import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditEntry, appendAudit, listAudit } from '../../src/db/access/audit.ts';
import { listComparedWallets } from '../../src/db/finance/wallets.ts';
import { ensureOperators } from '../../src/db/installation.ts';
import { listLooseSteps } from '../../src/db/lines/balance-steps.ts';
import { listLines } from '../../src/db/lines/lines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { verifyAudit } from '../../src/flows/access/verify-audit.ts';
import { openTestDatabase } from '../support/database.ts';
import { openLine } from '../support/receipts/sms.ts';

// Lines that were in use before there were trusted balances serve on.

const { database } = await openTestDatabase({ migratedTo: 15 });
await ensureOperators(database);

const run = (text: string, ...values: readonly unknown[]) =>
  database.query<{ readonly id: string }>({ text, values: [...values] });

/** What the release before stored for a text about 500 francs. */
async function insertText(
  line: string,
  balanceCents: number | null,
  reported: Reported,
): Promise<void> {
  const [sms] = await run(
    `insert into sms_messages (id, gateway_id, operator, line, sender, body, at, trust, digest,
                               state)
     values (gen_random_uuid(), 'one', 'orange', $1, 'OrangeMoney', $2, now(), 'trusted',
             sha256(convert_to($1 || $2, 'utf8')), 'receipt') returning id`,
    line,
    reported.name,
  );
  await run(
    `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                           received_at, state, reason, created_at, sms_id, balance_cents,
                           is_trusted, waits_for_line)
     values (gen_random_uuid(), 'orange', $1 || $2, '+237690000001', $1, 500, now(), 'unmatched',
             'x', now(), $3, $4, $5, not $5)`,
    line,
    reported.name,
    sms?.id,
    balanceCents,
    reported.isTrusted,
  );
  if (!reported.isGap) return;
  await run(
    `insert into chain_breaks (id, line, sms_id, at, change_cents, balance_cents, expected_cents,
                               meaning)
     values (gen_random_uuid(), $1, $2, now(), 50000, $3, 0, 'x')`,
    line,
    sms?.id,
    balanceCents,
  );
}

const SOME_ENTRY: AuditEntry = {
  actor: 'momo',
  actorId: null,
  ip: null,
  action: 'line.open',
  subject: 'line:gap',
  before: null,
  after: { balance_cents: 5_050_025 },
  reason: null,
};

/** Whether the screen of wallets shows a gap. */
async function hasGap(line: string): Promise<boolean | undefined> {
  const wallets = await listComparedWallets(database);
  return wallets.find(({ wallet }) => wallet === `orange:${line}`)?.hasGap;
}

interface Reported {
  readonly name: string;
  readonly isTrusted: boolean;
  readonly isGap: boolean;
}

test('lines in use go on from their last accepted balance, and what waited still waits', async () => {
  const good = { isTrusted: true, isGap: false };
  await run(`insert into lines (line, balance_cents, balance_at) values ('used', 5050025, now())`);
  await insertText('used', 5_050_025, { name: 'credited', ...good });
  await run(`insert into lines (line, balance_cents, balance_at) values ('gap', 5050025, now())`);
  await insertText('gap', 9_000_000, { name: 'gap', isTrusted: false, isGap: true });
  await insertText('gap', 5_050_025, { name: 'fits', isTrusted: false, isGap: false });
  await run(`insert into lines (line) values ('silent'), ('new')`);
  await insertText('silent', null, { name: 'credited', ...good });
  await run(`insert into gateways (id, dialect, secret) values ('one', 'signed', 'x')`);
  await run(`insert into gateway_sims (gateway_id, sim, operator, line)
             values ('one', '1', 'orange', 'gap'), ('one', '2', 'orange', 'placed')`);
  await appendAudit(database, SOME_ENTRY);

  const [applied] = await migrate(database);
  assert.equal(applied?.name, 'trusted_balances');
  const lines = await listLines(database);
  assert.deepEqual(
    lines.map(({ line, isOpened, isInGap, tellsBalances, balanceCents }) => [
      line,
      { isOpened, isInGap, tellsBalances, balanceCents },
    ]),
    [
      ['gap', { isOpened: true, isInGap: true, tellsBalances: true, balanceCents: 5_050_025 }],
      ['new', { isOpened: false, isInGap: false, tellsBalances: true, balanceCents: null }],
      ['placed', { isOpened: false, isInGap: false, tellsBalances: true, balanceCents: null }],
      ['silent', { isOpened: true, isInGap: false, tellsBalances: false, balanceCents: null }],
      ['used', { isOpened: true, isInGap: false, tellsBalances: true, balanceCents: 5_050_025 }],
    ],
  );
  const rows = await run(`select line as id from lines where line = 'placed'`);
  assert.equal(rows.length, 1, 'who reads its first text locks it');
  const said = await run('select line as id from trusted_balances order by line');
  assert.deepEqual(
    said.map(({ id }) => id),
    ['gap', 'used'],
  );
  const [loose, ...more] = await listLooseSteps(database, 'gap');
  assert.deepEqual([loose?.text, loose?.beforeCents, more], ['gap', 8_950_000, []]);
});

test('the gap of the release before is closed with an entry of the audit log, which holds', async () => {
  const [entry, ...older] = await listAudit(database, {
    q: 'line:gap',
    actorId: null,
    kind: null,
    from: null,
    to: null,
    before: null,
    limit: 9,
  });
  assert.deepEqual(
    [entry?.actor, entry?.action, entry?.after, older.length],
    ['migration', 'line.close_old_gaps', '{"is_in_gap":true}', 1],
  );
  assert.match(entry?.before ?? '', /^\{"texts":1,"since":"\d{4}-.*Z"\}$/);
  assert.deepEqual(await verifyAudit(database, []), { lines: 2, broken: [] });
});

test('a balance that a person reads then releases what leads to it; a person decides about the rest', async () => {
  assert.equal(await hasGap('gap'), true);
  const trusted = await openLine(database, 'gap', 90_000);
  // What fitted the balance before the gap is not proven by one behind it.
  assert.deepEqual([trusted.held, trusted.left], [1, 1]);
  assert.equal(await hasGap('gap'), false, 'a gap of 0.1 does not stay in the wallets');
});
