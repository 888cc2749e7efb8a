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
  readonly folder: Folder;
  /** `null` if the database is not the bundled PostgreSQL. */
  readonly backups: Backups | null;
  readonly service: { readonly url: string; readonly problem: string | null };
  readonly publicUrl: PublicAddress | null;
  /** A sentence if it cannot be reached. */
  readonly database: DatabaseState | string;
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
  readonly archive: Archive;
  /** What the next start would apply, by the names of the files. */
  readonly missingMigrations: readonly string[];
  readonly changedMigrations: readonly string[];
  readonly unknownMigrations: readonly string[];
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
  /** Settings that no longer exist, as sentences. */
  readonly formerSettings: readonly string[];
  readonly secretsProblem: string | null;
  readonly unsealed: number;
  readonly administrators: number;
  readonly providers: readonly { readonly id: string; readonly problem: string | null }[];
  readonly lines: readonly { readonly line: string; readonly problem: string | null }[];
  readonly payoutStops: readonly string[];
  readonly lowWallets: readonly string[];
  readonly waiting: Readonly<Record<string, { readonly count: number; readonly seconds: number }>>;
  readonly undelivered: number;
  /** Applications whose webhooks went to http addresses lately. */
  readonly httpApplications: readonly string[];
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
