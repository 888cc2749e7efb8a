import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { foldProviderMinutes } from '../../src/db/providers/channels.ts';
import { listLineProblems } from '../../src/flows/lines/list-line-problems.ts';
import { findBackups } from '../../src/postgres/backups/last-backup.ts';
import { noteSuccess } from '../../src/settings/last-success.ts';
import { reportInstallation } from '../../src/telemetry/installation-report.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { reportOutcomes } from '../../src/telemetry/outcome-report.ts';
import { startTestService, testConfig } from '../support/harness.ts';
import { addGateway } from '../support/receipts/sms.ts';
import { makeDataDir } from '../support/service-process.ts';
import { create, DEPOSITS, simulate, WITHDRAWALS } from '../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

type Figures = ReadonlyMap<string, number>;

/** As a process that has just started would report them. */
async function readOutcomes(): Promise<Figures> {
  const metrics = createMetrics(database);
  reportOutcomes({ metrics, database });
  return figuresIn(await metrics.common.metrics());
}

function figuresIn(text: string): Figures {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1).replace('+Inf', 'Infinity'))];
    }),
  );
}

function ended(direction: string, outcome: string, reason: string): string {
  const labels = `direction="${direction}",outcome="${outcome}",reason_code="${reason}"`;
  return `momo_payments_total{provider="mtn-momo",${labels}}`;
}

const BROKE = { msisdn: '+237679990012', operator: 'mtn' };
const SETTLED = 'momo_payment_settled_seconds';
const OF_MTN = 'provider="mtn-momo",direction="deposit",succeeded="true"';

test('an outcome that has not been seen yet is 0, so that the first one is an increase', async () => {
  const figures = await readOutcomes();
  assert.equal(figures.get(ended('deposit', 'failed', 'not_sent')), 0);
  assert.equal(figures.get(ended('withdrawal', 'succeeded', '')), 0);
});

test('payments are counted once each, by how they ended and why, whichever process moved them', async () => {
  const { service_tx_id: paid } = await create(service, DEPOSITS);
  await simulate(service, paid, 'succeeded');
  for (let n = 0; n < 2; n += 1) await create(service, DEPOSITS, BROKE);
  const { service_tx_id: late } = await create(service, DEPOSITS);
  await simulate(service, late, 'expired');
  const { service_tx_id: rejected } = await create(service, WITHDRAWALS);
  await simulate(service, rejected, 'failed');
  const { service_tx_id: stuck } = await create(service, WITHDRAWALS);
  await simulate(service, stuck, 'stuck');
  await simulate(service, stuck, 'staff_confirmed');
  const figures = await readOutcomes();
  const seen = [...figures].filter(([name, n]) => name.startsWith('momo_payments_total') && n > 0);
  assert.deepEqual(
    new Map(seen),
    new Map([
      [ended('deposit', 'succeeded', ''), 1],
      [ended('deposit', 'failed', 'insufficient_funds'), 2],
      [ended('deposit', 'neither', 'no_answer'), 1],
      [ended('withdrawal', 'neither', 'rejected_by_staff'), 1],
      [ended('withdrawal', 'failed', 'no_answer'), 1],
    ]),
  );
});

test('the time from creation to the end is in the bucket that covers it', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await database.query({
    text: `update transactions set created_at = created_at - interval '45 seconds' where id = $1`,
    values: [id],
  });
  const before = await readOutcomes();
  const answer = await simulate(service, id, 'succeeded');
  assert.equal(answer.status, 200, answer.text);
  const after = await readOutcomes();
  const grown = [...after].filter(
    ([name, n]) => name.startsWith(SETTLED) && n > (before.get(name) ?? 0),
  );
  const bounds = grown.flatMap(([name]) => /le="([^"]+)"/.exec(name)?.[1] ?? []);
  assert.deepEqual(bounds, ['60', '120', '300', '900', '3600', '86400', '+Inf']);
  const sum = (figures: Figures) => figures.get(`${SETTLED}_sum{${OF_MTN}}`) ?? 0;
  assert.ok(Math.abs(sum(after) - sum(before) - 45) < 5);
  assert.equal(after.get(`${SETTLED}_count{${OF_MTN}}`), 2);
});

test('adding up old minutes changes no sum and leaves one row for each kind of outcome', async () => {
  const before = await readOutcomes();
  await database.query({
    text: `update provider_minutes set minute = minute - interval '3 hours'`,
  });
  const many = await database.query({ text: 'select from provider_minutes' });
  assert.ok(many.length > 1);
  await foldProviderMinutes(database);
  await foldProviderMinutes(database);
  assert.deepEqual(await readOutcomes(), before);
  await create(service, DEPOSITS, BROKE);
  await database.query({
    text: `update provider_minutes set minute = minute - interval '3 hours' where minute > 'epoch'`,
  });
  await foldProviderMinutes(database);
  const name = ended('deposit', 'failed', 'insufficient_funds');
  assert.equal((await readOutcomes()).get(name), (before.get(name) ?? 0) + 1);
  const left = await database.query<{ readonly minute: Date }>({
    text: 'select distinct minute from provider_minutes',
  });
  assert.deepEqual(left, [{ minute: new Date(0) }]);
});

const LIVE = { SERVICE_ENV: 'live', ACCEPTED_RISKS: 'testing', SECRETS_KEY: 'ab'.repeat(32) };

async function readInstallation(env: Readonly<Record<string, string>>): Promise<Figures> {
  const config = testConfig(env);
  const metrics = createMetrics(database);
  reportInstallation({ metrics, database, config, findBackups: () => findBackups(config) });
  return figuresIn(await metrics.common.metrics());
}

test('what the service cannot know is absent, and not 0', async () => {
  const dataDir = await makeDataDir();
  const own = await readInstallation({ DATA_DIR: dataDir, DATABASE_URL: 'postgresql://db/momo' });
  const names = [...own.keys()].map((name) => name.replace(/\{.*/, ''));
  assert.deepEqual(names, ['momo_build_info', 'momo_disk_free_bytes', 'momo_disk_size_bytes']);
  assert.ok((own.get('momo_disk_free_bytes') ?? 0) > 0);
});

test('the age is of the last backup that can be restored', async () => {
  const dataDir = await makeDataDir();
  const age = async () =>
    (await readInstallation({ DATA_DIR: dataDir })).get('momo_backup_age_seconds');
  assert.equal(await age(), undefined, 'a sandbox need not be backed up');
  const note = { folder: join(dataDir, 'gone'), taken_at: new Date().toISOString() };
  await writeFile(join(dataDir, 'last-backup.json'), JSON.stringify(note));
  assert.equal(await age(), Number.POSITIVE_INFINITY);
});

test('a job that never succeeded is 0 where it is expected, and absent where it is not', async () => {
  const dataDir = await makeDataDir();
  const jobsOf = async (env: Readonly<Record<string, string>>) => {
    const figures = await readInstallation({ DATA_DIR: dataDir, ...env });
    return new Map(
      [...figures].flatMap(([name, value]) => {
        const [, task] = /^momo_job_last_success_seconds\{task="(.+)"\}$/.exec(name) ?? [];
        return task === undefined ? [] : [[task, value] as const];
      }),
    );
  };
  assert.deepEqual(await jobsOf({}), new Map());
  await noteSuccess(dataDir, 'doctor');
  assert.deepEqual([...(await jobsOf({})).keys()], ['doctor']);
  const live = await jobsOf({ ...LIVE, DATABASE_URL: 'postgresql://db/momo' });
  assert.ok((live.get('doctor') ?? 0) > Date.now() / 1_000 - 60);
  live.delete('doctor');
  assert.deepEqual(
    live,
    new Map([
      ['audit-anchor', 0],
      ['retention', 0],
    ]),
  );
});

test('no person is woken for a line that was never opened', async () => {
  const line = '+237699000044';
  const sims = { 'sim-1': { operator: 'orange', line } } as const;
  await addGateway(database, { sims, opensWithXaf: null });
  await database.query({ text: 'update gateways set last_seen_at = null' });
  const found = (await listLineProblems(database)).filter((one) => one.line === line);
  assert.deepEqual(
    found.map(({ problem }) => problem),
    [null],
  );
});
