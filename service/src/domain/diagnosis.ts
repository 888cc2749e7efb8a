import { CONTENTS_CHECKS } from './contents-checks.ts';
import {
  ageOf,
  type Backups,
  type DatabaseState,
  type Installation,
  type InstallationCheck,
  type InstallationFinding,
  when,
} from './installation.ts';

/** Every finding: first the machine, then the database server, then its contents. */
export function diagnose(seen: Installation): readonly InstallationFinding[] {
  const { database } = seen;
  const server = typeof database === 'string' ? null : database;
  return [
    ...ofTable(MACHINE, seen),
    ...(server === null ? [] : ofTable(SERVER, { ...server, wanted: seen.environment })),
    ...(server?.contents
      ? ofTable(CONTENTS_CHECKS, { ...server.contents, at: seen.environment })
      : []),
  ];
}

function ofTable<Seen>(
  checks: readonly InstallationCheck<Seen>[],
  seen: Seen,
): readonly InstallationFinding[] {
  return checks.flatMap(({ code, severity, look, remedy }) =>
    look(seen).map((what) => ({ code, severity, what, remedy })),
  );
}

/** One night, and some delay. */
const OLD_BACKUP_SECONDS = 26 * 3_600;

function secondsSince(backups: Backups | null): number {
  if (backups === null || backups.last === null) return 0;
  return (backups.at.getTime() - backups.last.takenAt.getTime()) / 1_000;
}

const GIB = 1024 ** 3;
const LITTLE_SHARE = 0.05;

const migrations = ({ length }: readonly string[]) =>
  `${length} migration${length === 1 ? '' : 's'}`;

const MACHINE: readonly InstallationCheck<Installation>[] = [
  {
    code: 'live_risk',
    severity: 'wrong',
    look: ({ risks }) => risks,
    remedy: 'Change the setting; a live service does not start without it.',
  },
  {
    code: 'accepted_risk',
    severity: 'warning',
    look: ({ acceptedRisks }) => acceptedRisks.map((risk) => `${risk}.`),
    remedy: 'Take the name out of ACCEPTED_RISKS as soon as you can do without it.',
  },
  {
    code: 'folder',
    severity: 'wrong',
    look: ({ folder: { path, problem } }) =>
      when(problem !== null, `DATA_DIR (${path}) cannot be used: ${problem}.`),
    remedy: 'Set DATA_DIR to a folder that stays and that the service can write.',
  },
  {
    code: 'disk',
    severity: 'wrong',
    look: ({ folder: { path, freeBytes, totalBytes } }) =>
      when(
        freeBytes !== null &&
          totalBytes !== null &&
          freeBytes < Math.min(GIB, totalBytes * LITTLE_SHARE),
        `The disk of ${path} is almost full: ${Math.floor((freeBytes ?? 0) / 1024 ** 2)} MB left.`,
      ),
    remedy: 'Free or add space; with a full disk nothing is accepted any more.',
  },
  {
    code: 'no_backup',
    severity: 'warning',
    look: ({ environment, backups }) =>
      when(
        environment === 'live' && backups?.last === null,
        'The database was never backed up by `momo backup`.',
      ),
    remedy: 'Take a backup every night, and copy it to another machine.',
  },
  {
    code: 'old_backup',
    severity: 'warning',
    look: ({ environment, backups }) => {
      const seconds = secondsSince(backups);
      return when(
        environment === 'live' && seconds > OLD_BACKUP_SECONDS,
        `The last backup was taken ${ageOf(seconds)} ago.`,
      );
    },
    remedy: 'Look at the job that runs `momo backup`; what came after is lost with the disk.',
  },
  {
    code: 'backup',
    severity: 'warning',
    look: ({ backups }) =>
      backups?.last?.problem
        ? [`The last backup (${backups.last.folder}) cannot be used: ${backups.last.problem}.`]
        : [],
    remedy: 'Take another one, unless it was moved to where it belongs.',
  },
  {
    code: 'plain_backup',
    severity: 'warning',
    look: ({ environment, backups }) =>
      when(
        environment === 'live' && backups?.last?.problem === null && !backups.last.isEncrypted,
        'The last backup is not encrypted: anyone who has it reads every number and name.',
      ),
    remedy:
      'apt-get install age, and write its public key (age-keygen -y) to backup-recipients beside ' +
      'the settings: /etc/momo/backup-recipients.',
  },
  {
    code: 'leftovers',
    severity: 'warning',
    look: ({ backups }) =>
      (backups?.leftovers ?? []).map((path) => `${path} is left of a backup or restore.`),
    remedy: 'Remove it unless one is under way; no start takes it for a database.',
  },
  {
    code: 'service',
    severity: 'warning',
    look: ({ service: { url, problem } }) => when(problem !== null, `${url}: ${problem}.`),
    remedy: 'Start the service, or look at the end of its log. Elsewhere it may be fine.',
  },
  {
    code: 'public_url',
    severity: 'wrong',
    look: ({ publicUrl }) =>
      publicUrl === null || publicUrl.problem === null
        ? []
        : [`PUBLIC_URL (${publicUrl.url}) cannot be used: ${publicUrl.problem}.`],
    remedy: 'Operators call back there: look at DNS, the proxy and its certificate.',
  },
  {
    code: 'certificate',
    severity: 'warning',
    look: ({ publicUrl }) => {
      const days = publicUrl?.certificateDays ?? Infinity;
      return when(days < 14, `The certificate of PUBLIC_URL ends in ${Math.floor(days)} days.`);
    },
    remedy: 'Renew it; Caddy does so by itself, certbot by its timer.',
  },
  {
    code: 'no_public_url',
    severity: 'warning',
    look: ({ environment, publicUrl }) =>
      when(environment === 'live' && publicUrl === null, 'PUBLIC_URL is not set.'),
    remedy: 'Without it no operator calls back, and each payment is only asked about.',
  },
  {
    code: 'database',
    severity: 'wrong',
    look: ({ database }) => (typeof database === 'string' ? [database] : []),
    remedy: 'Look whether PostgreSQL runs, and at DATABASE_URL: host, port, user, password.',
  },
];

type Server = DatabaseState & { readonly wanted: Installation['environment'] };

const SERVER: readonly InstallationCheck<Server>[] = [
  {
    code: 'server_version',
    severity: 'wrong',
    look: ({ version }) =>
      when(version < 150_000, `PostgreSQL ${Math.floor(version / 10_000)} is too old.`),
    remedy: 'Use PostgreSQL 15 or later.',
  },
  {
    code: 'durability',
    severity: 'wrong',
    look: ({ risks }) => risks.map((risk) => `${risk}.`),
    remedy: 'Switch it on in postgresql.conf and reload; money would not be safe.',
  },
  {
    code: 'pooler',
    severity: 'wrong',
    look: ({ sharesBackends }) =>
      when(sharesBackends, 'DATABASE_URL leads through a pooler that shares connections.'),
    remedy: 'Set pool_mode=session, or connect to PostgreSQL itself.',
  },
  {
    code: 'environment',
    severity: 'wrong',
    look: ({ environment, wanted }) =>
      when(
        environment !== null && environment !== wanted,
        `The database belongs to ${environment}, but SERVICE_ENV is ${wanted}.`,
      ),
    remedy: 'Give each environment its own DATABASE_URL or DATA_DIR.',
  },
  {
    code: 'clock',
    severity: 'wrong',
    look: ({ clockAheadMs }) => {
      const said = describeDifference(clockAheadMs);
      return said === null ? [] : [`${said.charAt(0).toUpperCase()}${said.slice(1)}.`];
    },
    remedy: 'Set the clock: timedatectl set-ntp true.',
  },
  {
    code: 'migrations_missing',
    severity: 'wrong',
    look: ({ missingMigrations: names }) =>
      when(
        names.length > 0,
        `The database does not have ${migrations(names)} of this release: ${names.join(', ')}.`,
      ),
    remedy: 'Take a backup; the next start applies them, or `momo db migrate` does.',
  },
  {
    code: 'migrations_changed',
    severity: 'wrong',
    look: ({ changedMigrations: names }) =>
      when(
        names.length > 0,
        `${migrations(names)} changed after being applied: ${names.join(', ')}.`,
      ),
    remedy: 'Install the release again as it was published: nothing starts with changed files.',
  },
  {
    code: 'migrations_unknown',
    severity: 'wrong',
    look: ({ unknownMigrations: names }) =>
      when(
        names.length > 0,
        `The database has ${migrations(names)} that this release does not have: ${names.join(', ')}.`,
      ),
    remedy: 'Install the newer release again.',
  },
  {
    code: 'no_archive',
    severity: 'warning',
    look: ({ archive, wanted }) =>
      when(wanted === 'live' && !archive.isOn, 'The log of the database is not archived.'),
    remedy: 'Set up point-in-time recovery: a restored dump lacks all payments after it.',
  },
  {
    code: 'archive',
    severity: 'wrong',
    look: ({ archive }) =>
      when(
        archive.isOn && archive.isFailing,
        archive.ageSeconds === null
          ? 'The log of the database was never archived: each try fails.'
          : `The log of the database was last archived ${ageOf(archive.ageSeconds)} ago.`,
      ),
    remedy: "Look at PostgreSQL's log for archive_command; its disk fills up meanwhile.",
  },
];

/** The code of every finding, for the test that makes each. */
export const FINDING_CODES = [...MACHINE, ...SERVER, ...CONTENTS_CHECKS].map(({ code }) => code);

/** Clocks that differ by minutes fail tokens and signatures; half a minute is no accident. */
const FAR_OFF_MS = 30_000;

/** For the person who runs the machine; `null` while its clock is right or unknown. */
export function describeDifference(aheadMs: number): string | null {
  if (!(Math.abs(aheadMs) >= FAR_OFF_MS)) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${seconds} seconds ${side} the database`;
}
