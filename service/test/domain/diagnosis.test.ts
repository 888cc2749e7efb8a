import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose, FINDING_CODES } from '../../src/domain/diagnosis.ts';
import type {
  Backups,
  Contents,
  DatabaseState,
  Installation,
} from '../../src/domain/installation.ts';

const CONTENTS: Contents = {
  writeProblem: null,
  quarantine: null,
  secretsProblem: null,
  unsealed: 0,
  administrators: 2,
  providers: [{ id: 'main', problem: null }],
  lines: [{ line: '+237600000000', problem: null }],
  lowWallets: [],
  waiting: { transactions_held: { count: 3, seconds: 60 } },
  undelivered: 0,
};

const SERVER: DatabaseState = {
  version: 180_004,
  risks: [],
  sharesBackends: false,
  environment: 'live',
  clockAheadMs: 5,
  archive: { isOn: true, isFailing: false, ageSeconds: 60 },
  missingMigrations: [],
  unknownMigrations: 0,
  contents: CONTENTS,
};

const WELL: Installation = {
  environment: 'live',
  risks: [],
  folder: { path: '/data', problem: null, freeBytes: 50e9, totalBytes: 100e9 },
  backups: null,
  service: { url: 'http://localhost:8000', problem: null },
  publicUrl: { url: 'https://pay.example.com', problem: null, certificateDays: 60 },
  database: SERVER,
};

const server = (changes: Partial<DatabaseState>) => ({ database: { ...SERVER, ...changes } });
const contents = (changes: Partial<Contents>) => server({ contents: { ...CONTENTS, ...changes } });
const waiting = (kind: string, seconds: number) =>
  contents({ waiting: { [kind]: { count: 7, seconds } } });
const folder = (changes: Partial<Installation['folder']>) => ({
  folder: { ...WELL.folder, ...changes },
});

const LAST = { folder: '/mnt/one', takenAt: new Date('2026-11-16T02:00:00Z'), problem: null };
const backups = (changes: Partial<Backups>) => ({
  backups: { last: LAST, leftovers: [], at: new Date('2026-11-17T02:00:00Z'), ...changes },
});

/** What is changed of an installation that is well, and what is then said of it. */
const CASES: readonly (readonly [code: string, Partial<Installation>, RegExp])[] = [
  ['live_risk', { risks: ['SECRETS_KEY must be set'] }, /^SECRETS_KEY must be set$/],
  ['folder', folder({ problem: 'EACCES' }), /DATA_DIR \(\/data\) cannot be used: EACCES/],
  ['disk', folder({ freeBytes: 400e6 }), /almost full: 381 MB left/],
  ['no_backup', backups({ last: null }), /never backed up/],
  ['old_backup', backups({ at: new Date('2026-11-17T05:00:00Z') }), /taken 27 hours ago/],
  [
    'backup',
    backups({ last: { ...LAST, problem: 'base.tar.gz has 1 of 2 bytes' } }),
    /^The last backup \(\/mnt\/one\) cannot be used: base\.tar\.gz has 1 of 2 bytes\.$/,
  ],
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
    /^2 migrations .*: 0041_a, 0042_b\.$/,
  ],
  ['migrations_unknown', server({ unknownMigrations: 1, contents: null }), /has 1 migrations/],
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
  ['secrets', contents({ secretsProblem: 'SECRETS_KEY is not set' }), /SECRETS_KEY is not set/],
  ['unsealed', contents({ unsealed: 4 }), /4 secrets/],
  ['administrators', contents({ administrators: 1 }), /There are 1 administrators/],
  ['no_provider', contents({ providers: [] }), /no enabled provider/],
  ['provider', contents({ providers: [{ id: 'main', problem: 'Away.' }] }), /^main: Away/],
  ['line', contents({ lines: [{ line: '+2376', problem: 'Silent.' }] }), /^Line \+2376: Silent/],
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

test('what a sandbox may lack is not found there', () => {
  const risky = contents({ unsealed: 4, administrators: 1 });
  const database = { ...risky.database, environment: 'sandbox' as const };
  const archive = { isOn: false, isFailing: false, ageSeconds: null };
  const sandbox = { ...WELL, environment: 'sandbox' as const, publicUrl: null };
  assert.deepEqual(diagnose({ ...sandbox, database: { ...database, archive } }), []);
});
