import { Gauge } from 'prom-client';
import type { Queryable } from '../db/client.ts';
import { findServer } from '../db/installation.ts';
import type { Config } from '../settings/config.ts';
import { JOBS, type Job, readSuccesses } from '../settings/last-success.ts';
import { lookAtFolder, lookAtPublicUrl } from '../settings/look-at-machine.ts';
import { VERSION } from '../settings/version.ts';
import type { Metrics } from './metrics.ts';

/** The certificate changes every few weeks, and looking at it is a connection. */
const LOOK_AT_CERTIFICATE_EVERY_MS = 600_000;

/** What `momo doctor` looks at each night, for Prometheus. What is not known is absent. */
export function reportInstallation({
  metrics,
  database,
  config,
  findBackups,
}: {
  readonly metrics: Metrics;
  readonly database: Queryable;
  readonly config: Config;
  readonly findBackups: () => Promise<Backups | null>;
}): void {
  const registers = [metrics.common];
  reportJobs(config, registers);
  new Gauge({
    name: 'momo_build_info',
    help: 'Always 1; the label is the release that runs.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version: VERSION }, 1);
  new Gauge({
    name: 'momo_disk_free_bytes',
    help: 'Free on the disk of DATA_DIR.',
    registers,
    async collect() {
      setOrDrop(this, (await lookAtFolder(config.dataDir)).freeBytes);
    },
  });
  new Gauge({
    name: 'momo_disk_size_bytes',
    help: 'The size of the disk of DATA_DIR.',
    registers,
    async collect() {
      setOrDrop(this, (await lookAtFolder(config.dataDir)).totalBytes);
    },
  });
  new Gauge({
    name: 'momo_backup_age_seconds',
    help: 'Since the last backup of the bundled PostgreSQL that can be restored; +Inf before one.',
    registers,
    async collect() {
      setOrDrop(this, ageOf(await findBackups().catch(() => null), config));
    },
  });
  new Gauge({
    name: 'momo_archive_failing',
    help: '1 while PostgreSQL cannot archive its log, else 0; absent where it archives none.',
    registers,
    async collect() {
      const server = await findServer(database).catch(() => null);
      const isOn = server?.archive.isOn === true;
      setOrDrop(this, isOn ? Number(server.archive.isFailing) : null);
    },
  });
  const findDays = remembering(LOOK_AT_CERTIFICATE_EVERY_MS, async () => {
    const found = await lookAtPublicUrl(config.publicUrl, new Date());
    return found?.certificateDays ?? null;
  });
  new Gauge({
    name: 'momo_certificate_days',
    help: 'For how many days the certificate of PUBLIC_URL is still good.',
    registers,
    async collect() {
      setOrDrop(this, await findDays());
    },
  });
}

/** Not labelled `job`: Prometheus gives that name to what it scrapes. */
function reportJobs(config: Config, registers: Metrics['common'][]): void {
  new Gauge({
    name: 'momo_job_last_success_seconds',
    help: 'When a nightly job last succeeded, as Unix time; 0 if one that is expected never has.',
    labelNames: ['task'] as const,
    registers,
    async collect() {
      this.reset();
      for (const task of listExpected(config)) this.set({ task }, 0);
      for (const [task, at] of await readSuccesses(config.dataDir)) {
        this.set({ task }, at.getTime() / 1_000);
      }
    },
  });
}

/** Only live is looked after each night, and `momo backup` is for the bundled PostgreSQL. */
function listExpected({ environment, databaseUrl }: Config): readonly Job[] {
  if (environment !== 'live') return [];
  return JOBS.filter((job) => job !== 'backup' || databaseUrl === null);
}

interface Backups {
  readonly last: { readonly takenAt: Date; readonly problem: string | null } | null;
}

/** `null` for a server of one's own, of whose backups nothing is known here. */
function ageOf(
  backups: Backups | null,
  { environment }: Pick<Config, 'environment'>,
): number | null {
  if (backups === null) return null;
  const { last } = backups;
  // A sandbox need not be backed up.
  if (last === null && environment !== 'live') return null;
  if (last === null || last.problem !== null) return Number.POSITIVE_INFINITY;
  return (Date.now() - last.takenAt.getTime()) / 1_000;
}

function setOrDrop(gauge: Gauge, value: number | null): void {
  gauge.reset();
  if (value === null) gauge.remove();
  else gauge.set(value);
}

/** Asks again only after this time. */
function remembering<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<T> | null = null;
  return () => {
    if (last === null || performance.now() - askedAt > forMs) {
      askedAt = performance.now();
      last = ask();
    }
    return last;
  };
}
