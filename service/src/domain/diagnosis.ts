import { CONTENTS_CHECKS } from './contents-checks.ts';
import {
  ageOf,
  type Backups,
  type Installation,
  type InstallationCheck,
  type InstallationFinding,
  type UnusableDatabase,
  when,
} from './installation.ts';
import { SERVER_CHECKS } from './server-checks.ts';

/** Every finding: first the machine, then the database server, then its contents. */
export function diagnose(seen: Installation): readonly InstallationFinding[] {
  const { database } = seen;
  const server = 'unusable' in database ? null : database;
  return [
    ...ofTable(MACHINE, seen),
    ...(server === null ? [] : ofTable(SERVER_CHECKS, { ...server, wanted: seen.environment })),
    ...(server?.contents
      ? ofTable(CONTENTS_CHECKS, { ...server.contents, at: seen.environment })
      : []),
  ];
}

/** What to say when the settings cannot be used, so that nothing else was looked at. */
export function diagnoseSettings(problems: readonly string[]): readonly InstallationFinding[] {
  return ofTable(SETTINGS, problems);
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

/** The time of Cameroon, which has no summer time. */
const DOUALA_MINUTES = 60;

const GIB = 1024 ** 3;
const LITTLE_SHARE = 0.05;

const SETTINGS: readonly InstallationCheck<readonly string[]>[] = [
  {
    code: 'settings',
    severity: 'wrong',
    look: (problems) => problems.map((problem) => `${problem}.`),
    remedy: 'Correct it in the file of the settings; .env.example describes each.',
  },
];

const unusable = (how: UnusableDatabase['unusable']) => {
  return ({ database }: Installation): readonly string[] =>
    'unusable' in database && database.unusable === how ? [database.what] : [];
};

const MACHINE: readonly InstallationCheck<Installation>[] = [
  {
    code: 'live_risk',
    severity: 'wrong',
    look: ({ risks }) => risks.map((risk) => `${risk}.`),
    remedy: 'Change the setting; a live service does not start without it.',
  },
  {
    code: 'accepted_risk',
    severity: 'warning',
    look: ({ acceptedRisks }) => acceptedRisks.map((risk) => `${risk}.`),
    remedy: 'Take the name out of ACCEPTED_RISKS as soon as you can do without it.',
  },
  {
    code: 'unknown_setting',
    severity: 'warning',
    look: ({ unknownSettings }) => unknownSettings.map((one) => `${one}.`),
    remedy: 'Write the name as .env.example has it, or remove it: it is not read.',
  },
  {
    code: 'open_files',
    severity: 'wrong',
    look: ({ environment, openFiles }) =>
      environment === 'live'
        ? openFiles.map((path) => `Every user of this machine can read ${path}.`)
        : [],
    remedy: '`chown root:momo` and `chmod 640` it; what others may have read is to be replaced.',
  },
  {
    code: 'time_zone',
    severity: 'warning',
    look: ({ timeZone: { name, minutes } }) =>
      when(
        !minutes.every((one) => one === DOUALA_MINUTES) && !minutes.every((one) => one === 0),
        `This machine is in the time zone ${name}: its timers and logs have other days than the books.`,
      ),
    remedy: '`timedatectl set-timezone Africa/Douala`, then restart the service and the timers.',
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
    code: 'port_taken',
    severity: 'wrong',
    look: ({ service: { url, problem, isTaken } }) => when(isTaken, `${url}: ${problem}.`),
    remedy: '`ss -ltnp` names the program: stop it, or set PORT to a free one.',
  },
  {
    code: 'service',
    severity: 'warning',
    look: ({ service: { url, problem, isTaken } }) =>
      when(problem !== null && !isTaken, `${url}: ${problem}.`),
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
    code: 'no_proxy',
    severity: 'wrong',
    look: ({ publicUrl, trustsProxy }) =>
      when(
        publicUrl?.url.startsWith('https:') === true && !trustsProxy,
        'PUBLIC_URL leads through a proxy, and TRUSTED_PROXIES names none: all callers look like one.',
      ),
    remedy: 'Set TRUSTED_PROXIES to the address of the proxy, 127.0.0.1 for one on this machine.',
  },
  {
    code: 'no_database',
    severity: 'wrong',
    look: unusable('missing'),
    remedy: '`momo start` makes a new one, `momo restore` brings one back; or correct DATA_DIR.',
  },
  {
    code: 'read_only',
    severity: 'wrong',
    look: unusable('read-only'),
    remedy:
      'Name the primary in DATABASE_URL, or promote this one (`select pg_promote()`); a primary is freed by `alter database … reset default_transaction_read_only`.',
  },
  {
    code: 'secrets',
    severity: 'wrong',
    look: unusable('sealed'),
    remedy: 'Give the key that sealed them as SECRETS_KEY; a lost one cannot be replaced.',
  },
  {
    code: 'database',
    severity: 'wrong',
    look: unusable('away'),
    remedy: 'Look whether PostgreSQL runs, and at DATABASE_URL: host, port, user, password.',
  },
];

/** The code of every finding, for the test that makes each. */
export const FINDING_CODES = [...SETTINGS, ...MACHINE, ...SERVER_CHECKS, ...CONTENTS_CHECKS].map(
  ({ code }) => code,
);
