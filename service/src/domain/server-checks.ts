import {
  ageOf,
  type DatabaseState,
  type Installation,
  type InstallationCheck,
  when,
} from './installation.ts';

/** A server, and the environment of the settings. */
type Server = DatabaseState & { readonly wanted: Installation['environment'] };

const migrations = ({ length }: readonly string[]) =>
  `${length} migration${length === 1 ? '' : 's'}`;

export const SERVER_CHECKS: readonly InstallationCheck<Server>[] = [
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
    code: 'connections',
    severity: 'wrong',
    look: ({ connections: { wanted, most } }) =>
      when(
        wanted > most,
        `The service may open ${wanted} connections (DATABASE_POOL_SIZE), PostgreSQL has ${most}.`,
      ),
    remedy:
      'Lower DATABASE_POOL_SIZE, or raise max_connections in postgresql.conf and restart PostgreSQL.',
  },
  {
    code: 'replica',
    severity: 'warning',
    look: ({ replicaProblem }) =>
      replicaProblem === null ? [] : [`REPLICA_URL is not used: ${replicaProblem}.`],
    remedy: 'Bring the standby back, or remove REPLICA_URL: lists are read from the primary.',
  },
  {
    code: 'migrations_missing',
    severity: 'wrong',
    look: ({ missingMigrations: names, oldestRelease }) =>
      when(
        names.length > 0,
        `The database does not have ${migrations(names)} of this release: ${names.join(', ')}. ` +
          `With them ${oldestRelease} is the oldest release that runs on it.`,
      ),
    remedy:
      '`momo backup FOLDER --drill` of this release migrates a copy and says how long that takes; then `momo db migrate`, or a start.',
  },
  {
    code: 'older_processes',
    severity: 'wrong',
    look: ({ missingMigrations, olderProcesses }) =>
      missingMigrations.length === 0
        ? []
        : olderProcesses.map(
            (one) => `A start and \`momo db migrate\` would refuse: connected is ${one}.`,
          ),
    remedy: 'Stop it before the upgrade: the new schema does not serve it.',
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
    code: 'release',
    severity: 'wrong',
    look: ({ neededRelease }) =>
      neededRelease === null ? [] : [`The schema is for release ${neededRelease} and later.`],
    remedy: 'Install that release or a later one: this one does not start here.',
  },
  {
    code: 'migrations_unknown',
    severity: 'warning',
    look: ({ unknownMigrations: names, neededRelease }) =>
      when(
        names.length > 0 && neededRelease === null,
        `The database has ${migrations(names)} that this release does not have: ${names.join(', ')}.`,
      ),
    remedy: 'Install the newer release here, too; this one still runs on the schema.',
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

/** Clocks that differ by minutes fail tokens and signatures; half a minute is no accident. */
const FAR_OFF_MS = 30_000;

/** For the person who runs the machine; `null` while its clock is right or unknown. */
export function describeDifference(aheadMs: number): string | null {
  if (!(Math.abs(aheadMs) >= FAR_OFF_MS)) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${seconds} seconds ${side} the database`;
}
