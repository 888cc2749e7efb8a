import type { Message } from './messages/message.ts';

/** An installation has one for life: its database, its keys and its providers belong to it. */
export type Environment = 'sandbox' | 'live';

/** What was seen of an installation; `null` where it could not be checked. */
export interface Installation {
  readonly environment: Environment;
  /** Settings that would endanger real money, as sentences. */
  readonly risks: readonly string[];
  /** Those that it lives with, as sentences. */
  readonly acceptedRisks: readonly string[];
  /** Names in the environment that resemble one of ours, as sentences. */
  readonly unknownSettings: readonly string[];
  /** Files with secrets that every user of the machine can read. */
  readonly openFiles: readonly string[];
  readonly timeZone: TimeZone;
  readonly trustsProxy: boolean;
  readonly folder: Folder;
  /** `null` if the database is not the bundled PostgreSQL. */
  readonly backups: Backups | null;
  readonly service: LocalService;
  readonly publicUrl: PublicAddress | null;
  readonly database: DatabaseState | UnusableDatabase;
}

/** What answers on the port of the settings. */
export interface LocalService {
  readonly url: string;
  readonly problem: string | null;
  /** Another program has the port. */
  readonly isTaken: boolean;
}

/** Of this machine. */
export interface TimeZone {
  readonly name: string;
  /** Ahead of UTC, in winter and in summer. */
  readonly minutes: readonly [number, number];
}

export interface UnusableDatabase {
  readonly unusable: 'missing' | 'read-only' | 'sealed' | 'away';
  readonly what: string;
}

/** DATA_DIR and the disk that it is on. */
export interface Folder {
  readonly path: string;
  readonly problem: string | null;
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
}

/** What `momo backup` and `momo restore` have left. */
export interface Backups {
  readonly last: {
    readonly folder: string;
    readonly takenAt: Date;
    readonly problem: string | null;
    readonly isEncrypted: boolean;
  } | null;
  readonly leftovers: readonly string[];
  /** When this was checked. */
  readonly at: Date;
}

export interface PublicAddress {
  readonly url: string;
  /** Why it cannot be reached, or `null` if the connection and its certificate are good. */
  readonly problem: string | null;
  readonly certificateDays: number | null;
}

export interface DatabaseState {
  readonly version: number;
  readonly risks: readonly string[];
  readonly sharesBackends: boolean;
  /** The environment that it belongs to, or `null` if it is new. */
  readonly environment: 'sandbox' | 'live' | null;
  readonly clockAheadMs: number;
  /** How many this service may open, and how many the server has for all its users. */
  readonly connections: { readonly wanted: number; readonly most: number };
  /** Why lists are not read from REPLICA_URL, or `null` if they are or it is not set. */
  readonly replicaProblem: string | null;
  readonly archive: Archive;
  /** What the next start would apply, by the names of the files. */
  readonly missingMigrations: readonly string[];
  /** The oldest release that runs on the schema with them, and processes of older ones. */
  readonly oldestRelease: string;
  readonly olderProcesses: readonly string[];
  readonly changedMigrations: readonly string[];
  readonly unknownMigrations: readonly string[];
  /** The oldest release that the schema serves, if this one is older. */
  readonly neededRelease: string | null;
  /** `null` if the schema is of another release, so nothing more was read. */
  readonly contents: Contents | null;
}

/** The log that point-in-time recovery needs, as far as the server reports it. */
export interface Archive {
  readonly isOn: boolean;
  readonly isFailing: boolean;
  readonly ageSeconds: number | null;
}

export interface Contents {
  readonly writeProblem: string | null;
  readonly quarantine: string | null;
  readonly policyProblem: string | null;
  /** Values that keep what proves the accounts for less than ten years. */
  readonly shortRetention: readonly string[];
  /** What is not as this service wrote it, as sentences. */
  readonly sealProblems: readonly string[];
  /** Parts of tables that were detached, and tables whose next months are not there. */
  readonly months: { readonly detached: readonly string[]; readonly missing: readonly string[] };
  /** Settings that no longer exist, as sentences. */
  readonly formerSettings: readonly string[];
  readonly unsealed: number;
  readonly administrators: number;
  readonly providers: readonly ProviderState[];
  /** Enabled providers that learn of a payment by a callback, and cannot be called. */
  readonly lackingAddress: readonly string[];
  readonly lines: readonly { readonly line: string; readonly problem: string | null }[];
  readonly payoutStops: readonly string[];
  readonly lowWallets: readonly string[];
  /** Wallets for which the policy has a minimum, and which are not there. */
  readonly unknownWallets: readonly string[];
  readonly waiting: Readonly<Record<string, { readonly count: number; readonly seconds: number }>>;
  readonly undelivered: number;
  /** Applications whose webhooks went to http addresses lately. */
  readonly httpApplications: readonly string[];
}

interface ProviderState {
  readonly id: string;
  readonly problem: string | null;
  /** Which of our credentials it does not accept. */
  readonly refusal: string | null;
}

export interface InstallationFinding {
  readonly code: string;
  /** `wrong`: the service does not do what it should. `warning`: it may soon not. */
  readonly severity: 'wrong' | 'warning';
  readonly what: string;
  readonly remedy: string;
}

/** A possible finding: what is wrong, as sentences, and what helps. */
export interface InstallationCheck<Seen> {
  readonly code: string;
  readonly severity: InstallationFinding['severity'];
  readonly look: (seen: Seen) => readonly string[];
  readonly remedy: string;
}

/** The sentence, if it applies. */
export function when(isSo: boolean, what: string): readonly string[] {
  return isSo ? [what] : [];
}

const HOUR = 3_600;

/** How old something is, for a person. */
export function ageOf(seconds: number): string {
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / 60)} minutes`;
  return `${Math.floor(seconds / HOUR)} hours`;
}

/** Why nothing leaves the service, and since when. */
export interface Quarantine {
  readonly at: Date;
  readonly reason: Message;
}

/** The database is not the one that it was. */
export const OTHER_DATABASE: Message = { code: 'quarantine_other_database' };
