import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/domain/diagnosis.ts';
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
  months: { detached: [], missing: [] },
  formerSettings: [],
  unsealed: 0,
  administrators: 2,
  providers: [{ id: 'main', problem: null, refusal: null }],
  lines: [{ line: '+237600000000', problem: null }],
  lackingAddress: [],
  payoutStops: [],
  lowWallets: [],
  unknownWallets: [],
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
  connections: { wanted: 20, most: 97 },
  replicaProblem: null,
  oldestRelease: '0.3.0',
  olderProcesses: [],
  neededRelease: null,
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
  unknownSettings: [],
  openFiles: [],
  timeZone: { name: 'Africa/Douala', minutes: [60, 60] },
  trustsProxy: true,
  folder: { path: '/data', problem: null, freeBytes: 50e9, totalBytes: 100e9 },
  backups: null,
  service: { url: 'http://localhost:8000', problem: null, isTaken: false },
  publicUrl: PUBLIC,
  database: SERVER,
};

const server = (changes: Partial<DatabaseState>) => ({ database: { ...SERVER, ...changes } });
const contents = (changes: Partial<Contents>) => server({ contents: { ...CONTENTS, ...changes } });
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

test('an installation that is well has no finding', () => {
  assert.deepEqual(diagnose(WELL), []);
});

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
