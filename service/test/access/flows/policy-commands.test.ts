import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listPolicyRows } from '../../../src/db/access/policy.ts';
import { insertInstallation } from '../../../src/db/installation.ts';
import { newPolicy, toContent, unsetPolicy } from '../../../src/domain/access/policy.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { openTestDatabase } from '../../support/database.ts';
import { makeDataDir } from '../../support/service-process.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const { database, url } = await openTestDatabase({ secretsKey: SECRETS_KEY });
const ENV = {
  SERVICE_ENV: 'live',
  SPORTSBOOK_API_KEY: 'k',
  SECRETS_KEY,
};
const { momo, momoWith } = openMomo({ ...ENV, DATABASE_URL: url });
const REASON = ['--reason', 'agreed with the bank, texts below ten years'];

test('momo sets the policy before the first start, and shows it', async () => {
  const set = await momo(
    'policy',
    'set',
    'payouts_per_number_and_day=2',
    'KEEP_TEXT_MONTHS=24',
    ...REASON,
  );
  assert.equal(set.output, 'revision 2\npayouts_per_number_and_day  2\nkeep_text_months  24\n');
  const shown = await momo('policy');
  assert.match(shown.stdout, /^revision 2\namount_max_xaf +1000000\n/);
  assert.match(shown.stdout, /^payouts_per_number_and_day +2$/m);
  assert.match(shown.stdout, /^keep_evidence_months +off$/m);
});

test('a file is applied as a program reads it, and applying it again changes nothing', async () => {
  const read = JSON.parse((await momo('policy', 'show', '--json')).stdout);
  assert.deepEqual(
    read,
    toContent({ ...newPolicy('live'), payoutsPerNumberAndDay: 2, keepTextMonths: 24 }),
  );
  const file = join(await makeDataDir(), 'policy.json');
  writeFileSync(file, JSON.stringify({ ...read, payouts_per_number_and_day: null }));
  const applied = await momo('policy', 'apply', file, ...REASON);
  assert.equal(applied.output, 'revision 3\npayouts_per_number_and_day  off\n');
  assert.equal((await momo('policy', 'apply', file, ...REASON)).output, 'nothing to change\n');
});

test('what is wrong changes nothing, and the nearest name is suggested', async () => {
  const wrong = await momo(
    'policy',
    'set',
    'amount_max_xaf=much',
    'payout_per_number_and_day=1',
    ...REASON,
  );
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /amount_max_xaf must be a whole number of XAF from/);
  assert.match(wrong.stderr, /did you mean payouts_per_number_and_day\?/);
  assert.equal((await listPolicyRows(database, { limit: 1 }))[0]?.revision, 3);
});

test('the history has who changed what and why, and a row that was changed since is named', async () => {
  const { stdout } = await momo('policy', 'history');
  assert.match(
    stdout,
    /^3 {2}\S+ {2}momo \(\S+\): agreed with the bank, texts below ten years\n {2}payouts_per_number_and_day {2}off\n2 {2}/,
  );
  assert.match(stdout, /\n1 {2}\S+ {2}momo: a new installation\n/);
  assert.doesNotMatch(stdout, /NOT as/);
  await database.atomically(async (connection) => {
    await connection.query({ text: `set local session_replication_role = 'replica'` });
    await connection.query({
      text: `update policy set content = content || '{"amount_max_xaf": 5}'`,
    });
  });
  assert.match((await momo('policy', 'history')).stdout, /NOT as the service wrote it/);
  assert.match((await momo('policy')).stderr, /cannot be used: its revision 3 was changed/);
});

test('without the key that seals it momo does not change it', async () => {
  const env = { DATABASE_URL: url, SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'k' };
  const refused = await momoWith({ env }, 'policy', 'set', 'amount_max_xaf=500', ...REASON);
  assert.match(refused.stderr, /SECRETS_KEY is not set/);
});

test('db migrate writes the policy of an installation of 0.2 from its environment, once', async () => {
  const old = await openTestDatabase();
  await insertInstallation(old.database, 'sandbox');
  const env = { DATABASE_URL: old.url, PAYOUT_DUPLICATE_MINUTES: '15', OPERATOR_PREFIXES: 'mtn' };
  const migrated = await momoWith({ env }, 'db', 'migrate');
  assert.equal(migrated.code, 0, migrated.output);
  assert.match(migrated.stdout, /policy: payout_duplicate_minutes=15 was taken from the settings/);
  assert.match(migrated.stdout, /policy: operator_prefixes is not valid: .* as if it were not set/);
  const [row] = await listPolicyRows(old.database, { limit: 1 });
  assert.deepEqual(
    row?.content,
    toContent({ ...unsetPolicy('sandbox'), payoutDuplicateMinutes: 15 }),
  );
  const other = { ...env, PAYOUT_DUPLICATE_MINUTES: '99' };
  assert.doesNotMatch((await momoWith({ env: other }, 'db', 'migrate')).stdout, /policy/);
  const doctor = await momoWith({ env: other }, 'doctor');
  assert.match(doctor.stdout, /PAYOUT_DUPLICATE_MINUTES=99 is not used: the policy has .*=15/);
});

test('proofs of accounts go before ten years only with these words, and doctor names it', async () => {
  const { database: own, url: DATABASE_URL } = await openTestDatabase({ secretsKey: SECRETS_KEY });
  const run = (...args: readonly string[]) => momoWith({ env: { ...ENV, DATABASE_URL } }, ...args);
  const short = ['policy', 'set', 'keep_evidence_months=119', '--reason'] as const;
  const refused = await run(...short, 'we need the room');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /keep_evidence_months: what proves the accounts .* less than ten/);
  assert.match(refused.stderr, /say "below ten years" in the reason/);
  assert.match((await run('policy')).stdout, /^keep_evidence_months +off$/m);
  const enough = await run('policy', 'set', 'keep_evidence_months=120', '--reason', 'as asked');
  assert.equal(enough.code, 0, enough.output);
  const accepted = await run(...short, 'Below ten years: the lawyer of the bank agrees');
  assert.equal(accepted.code, 0, accepted.output);
  const [entry] = await own.query<{ readonly reason: string }>({
    text: `select reason from audit_log where action = 'policy.change' order by id desc limit 1`,
  });
  assert.equal(entry?.reason, 'Below ten years: the lawyer of the bank agrees');
  const { stdout } = await run('doctor');
  assert.match(stdout, /^look at {2}keep_evidence_months keeps proofs of the accounts below ten/m);
});
