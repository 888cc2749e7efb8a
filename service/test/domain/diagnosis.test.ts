import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose, FINDING_CODES } from '../../src/domain/diagnosis.ts';
import {
  ageOf,
  type Backups,
  type Contents,
  type DatabaseState,
  type Installation,
} from '../../src/domain/installation.ts';

const CONTENTS: Contents = {
  writeProblem: null,
  quarantine: null,
  policyProblem: null,
  shortRetention: [],
  sealProblems: [],
  formerSettings: [],
  secretsProblem: null,
  unsealed: 0,
  administrators: 2,
  providers: [{ id: 'main', problem: null }],
  lines: [{ line: '+237600000000', problem: null }],
  payoutStops: [],
  lowWallets: [],
  waiting: { transactions_held: { count: 3, seconds: 60 } },
  undelivered: 0,
  httpApplications: [],
};

const SERVER: DatabaseState = {
  version: 180_004,
  risks: [],
  sharesBackends: false,
  environment: 'live',
  clockAheadMs: 5,
  archive: { isOn: true, isFailing: false, ageSeconds: 60 },
  missingMigrations: [],
  changedMigrations: [],
  unknownMigrations: [],
  contents: CONTENTS,
};

const PUBLIC = { url: 'https://pay.example.com', problem: null, certificateDays: 60 };

const WELL: Installation = {
  environment: 'live',
  risks: [],
  acceptedRisks: [],
  folder: { path: '/data', problem: null, freeBytes: 50e9, totalBytes: 100e9 },
  backups: null,
  service: { url: 'http://localhost:8000', problem: null },
  publicUrl: PUBLIC,
  database: SERVER,
};

const server = (changes: Partial<DatabaseState>) => ({ database: { ...SERVER, ...changes } });
const contents = (changes: Partial<Contents>) => server({ contents: { ...CONTENTS, ...changes } });
const waiting = (kind: string, seconds: number) =>
  contents({ waiting: { [kind]: { count: 7, seconds } } });
const folder = (changes: Partial<Installation['folder']>) => ({
  folder: { ...WELL.folder, ...changes },
});

const LAST = {
  folder: '/mnt/one',
  takenAt: new Date('2026-11-16T02:00:00Z'),
  problem: null,
  isEncrypted: true,
};
const backups = (changes: Partial<Backups>) => ({
  backups: { last: LAST, leftovers: [], at: new Date('2026-11-17T02:00:00Z'), ...changes },
});

/** What is changed of an installation that is well, and what is then said of it. */
const CASES: readonly (readonly [code: string, Partial<Installation>, RegExp])[] = [
  ['live_risk', { risks: ['SECRETS_KEY must be set'] }, /^SECRETS_KEY must be set$/],
  ['accepted_risk', { acceptedRisks: ['ACCEPTED_RISKS has testing'] }, /has testing\.$/],
  ['folder', folder({ problem: 'EACCES' }), /DATA_DIR \(\/data\) cannot be used: EACCES/],
  ['disk', folder({ freeBytes: 400e6 }), /almost full: 381 MB left/],
  ['no_backup', backups({ last: null }), /never backed up/],
  ['old_backup', backups({ at: new Date('2026-11-17T05:00:00Z') }), /taken 27 hours ago/],
  [
    'backup',
    backups({ last: { ...LAST, problem: 'base.tar.gz has 1 of 2 bytes' } }),
    /^The last backup \(\/mnt\/one\) cannot be used: base\.tar\.gz has 1 of 2 bytes\.$/,
  ],
  ['plain_backup', backups({ last: { ...LAST, isEncrypted: false } }), /is not encrypted/],
  [
    'leftovers',
    backups({ leftovers: ['/data/postgres.restore-x'] }),
    /^\/data\/postgres\.restore-x/,
  ],
  ['service', { service: { url: 'http://localhost:1', problem: 'away' } }, /localhost:1: away/],
  [
    'public_url',
    {
      publicUrl: {
        url: 'https://x.example',
        problem: 'certificate has expired',
        certificateDays: null,
      },
    },
    /https:\/\/x\.example.*certificate has expired/,
  ],
  [
    'certificate',
    { publicUrl: { url: 'https://x.example', problem: null, certificateDays: 3.7 } },
    /ends in 3 days/,
  ],
  ['no_public_url', { publicUrl: null }, /PUBLIC_URL is not set/],
  ['database', { database: 'The database cannot be used: refused.' }, /cannot be used: refused/],
  ['server_version', server({ version: 140_011 }), /PostgreSQL 14 is too old/],
  ['durability', server({ risks: ['PostgreSQL runs with fsync=off'] }), /fsync=off/],
  ['pooler', server({ sharesBackends: true }), /pooler/],
  ['environment', server({ environment: 'sandbox' }), /belongs to sandbox.*is live/],
  ['clock', server({ clockAheadMs: -45_000 }), /^The clock .* 45 seconds behind/],
  [
    'migrations_missing',
    server({ missingMigrations: ['0041_a', '0042_b'], contents: null }),
    /does not have 2 migrations of this release: 0041_a, 0042_b\.$/,
  ],
  [
    'migrations_changed',
    server({ changedMigrations: ['0041_a'], contents: null }),
    /1 migration changed after being applied: 0041_a/,
  ],
  [
    'migrations_unknown',
    server({ unknownMigrations: ['0099_z'], contents: null }),
    /has 1 migration that this release does not have: 0099_z/,
  ],
  [
    'no_archive',
    server({ archive: { isOn: false, isFailing: false, ageSeconds: null } }),
    /is not archived/,
  ],
  [
    'archive',
    server({ archive: { isOn: true, isFailing: true, ageSeconds: 10_800 } }),
    /last archived 3 hours ago/,
  ],
  ['writes', contents({ writeProblem: 'disk full' }), /takes no writes: disk full/],
  ['quarantine', contents({ quarantine: 'Restored.' }), /Nothing leaves: Restored/],
  ['policy', contents({ policyProblem: 'it is missing' }), /policy is not used: it is missing/],
  [
    'short_retention',
    contents({ shortRetention: ['keep_text_months'] }),
    /^keep_text_months keeps proofs of the accounts below ten years\.$/,
  ],
  ['seals', contents({ sealProblems: ['staff A: it is gone'] }), /staff A: it is gone/],
  ['former_setting', contents({ formerSettings: ['X is no setting'] }), /X is no setting\./],
  ['http_callbacks', contents({ httpApplications: ['shop'] }), /^Webhooks of shop go to an http/],
  ['secrets', contents({ secretsProblem: 'SECRETS_KEY is not set' }), /SECRETS_KEY is not set/],
  ['unsealed', contents({ unsealed: 4 }), /4 secrets/],
  ['administrators', contents({ administrators: 1 }), /There is only one administrator/],
  ['no_provider', contents({ providers: [] }), /no enabled provider/],
  ['provider', contents({ providers: [{ id: 'main', problem: 'Away.' }] }), /^main: Away/],
  ['line', contents({ lines: [{ line: '+2376', problem: 'Silent.' }] }), /^Line \+2376: Silent/],
  ['payouts_stopped', contents({ payoutStops: ['Line 6 pays nothing out: x'] }), /pays nothing/],
  ['line_in_doubt', waiting('lines_in_doubt', 1), /^7 lines/],
  ['float', contents({ lowWallets: ['one:+2376'] }), /free in one:\+2376/],
  ['contradictions', waiting('contradictions_open', 1), /^7 contradictions/],
  ['held', waiting('transactions_held', 90_000), /^7 transactions are held.*25 hours/],
  ['steps', waiting('provider_steps_overdue', 1), /^7 steps/],
  ['texts', waiting('sms_not_read', 301), /^7 texts/],
  ['webhooks_pending', waiting('webhooks_pending', 121), /^7 webhooks wait/],
  ['webhooks_undelivered', contents({ undelivered: 5 }), /^5 webhooks/],
];

test('an installation that is well has no finding', () => {
  assert.deepEqual(diagnose(WELL), []);
});

test('every finding that can be made is made by a case', () => {
  assert.deepEqual(
    CASES.map(([code]) => code),
    FINDING_CODES,
  );
});

for (const [code, changes, sentence] of CASES) {
  test(`${code} is found, alone, with a remedy`, () => {
    const [found, ...others] = diagnose({ ...WELL, ...changes });
    assert.deepEqual([found?.code, others], [code, []]);
    assert.match(found?.what ?? '', sentence);
    assert.match(found?.remedy ?? '', /\w.*\.$/);
  });
}

test('a backup of last night is as it should be', () => {
  assert.deepEqual(diagnose({ ...WELL, ...backups({}) }), []);
});

/** Just at the edge nothing is wrong yet, and what is not known is not wrong either. */
const AT_THE_EDGE: readonly (readonly [name: string, Partial<Installation>])[] = [
  ['a disk of unknown size', folder({ freeBytes: 1, totalBytes: null })],
  ['a disk whose free space is unknown', folder({ freeBytes: null, totalBytes: 100e9 })],
  ['a gigabyte free on a large disk', folder({ freeBytes: 1024 ** 3, totalBytes: 1e15 })],
  ['a twentieth of a small disk', folder({ freeBytes: 5e6, totalBytes: 100e6 })],
  ['a backup that is 26 hours old', backups({ at: new Date('2026-11-17T04:00:00Z') })],
  ['PostgreSQL 15.0', server({ version: 150_000 })],
  ['a new database', server({ environment: null })],
  ['a certificate of two weeks', { publicUrl: { ...PUBLIC, certificateDays: 14 } }],
];

for (const [name, changes] of AT_THE_EDGE) {
  test(`${name} is as it should be`, () => {
    assert.deepEqual(diagnose({ ...WELL, ...changes }), []);
  });
}

test('a small disk that is almost full is found by its share', () => {
  const [found] = diagnose({ ...WELL, ...folder({ freeBytes: 4e6, totalBytes: 100e6 }) });
  assert.equal(found?.code, 'disk');
});

test('backups are asked for where real money is', () => {
  const sandbox = {
    ...WELL,
    environment: 'sandbox',
    ...server({ environment: 'sandbox' }),
  } as const;
  assert.deepEqual(diagnose({ ...sandbox, ...backups({ last: null }) }), []);
  const old = backups({ at: new Date('2026-12-17T02:00:00Z') });
  assert.deepEqual(diagnose({ ...sandbox, ...old }), []);
});

test('an archive that has never worked says so', () => {
  const archive = { isOn: true, isFailing: true, ageSeconds: null };
  const [found] = diagnose({ ...WELL, ...server({ archive }) });
  assert.match(found?.what ?? '', /never archived/);
});

test('an age is shown in minutes up to two hours, then in hours', () => {
  assert.deepEqual([59, 60, 7_199, 7_200, 90_000].map(ageOf), [
    '0 minutes',
    '1 minutes',
    '119 minutes',
    '2 hours',
    '25 hours',
  ]);
});

test('what a sandbox may lack is not found there', () => {
  const risky = contents({ unsealed: 4, administrators: 1 });
  const database = { ...risky.database, environment: 'sandbox' as const };
  const archive = { isOn: false, isFailing: false, ageSeconds: null };
  const sandbox = { ...WELL, environment: 'sandbox' as const, publicUrl: null };
  assert.deepEqual(diagnose({ ...sandbox, database: { ...database, archive } }), []);
});
