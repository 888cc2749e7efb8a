import type { Database, Queryable } from '../../db/client.ts';
import type { Environment } from '../../domain/installation.ts';
import { createPasswords, type Passwords } from '../../signing/password.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import type { Throttles } from './limits/throttle.ts';
import type { PolicySource } from './policy.ts';

/** An attempt that was refused, for the log and the metrics. */
export interface RefusedAttempt {
  readonly kind: string;
  readonly network: string;
  readonly account?: string;
  readonly staffId?: string | null;
  readonly route?: string;
}

/** What the sign-in and administration flows need. One per process. */
export interface AccessServices {
  readonly database: Database;
  /** For tokens that this process has not accepted before. */
  readonly strangers: Queryable;
  readonly environment: Environment;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly throttles: Throttles;
  readonly onRefused: (attempt: RefusedAttempt) => void;
  /** Hashes of the tokens that this process accepted when they were last used. */
  readonly knownTokens: Set<string>;
  readonly idleMinutes: number;
  readonly sessionHours: number;
  readonly policy: Pick<PolicySource, 'within'>;
}

/** Staff are signed out after this long without a request, and sign in again after that long. */
const IDLE_MINUTES = 15;
const SESSION_HOURS = 12;

/** A temporary password is sent by mail or on paper; after this time it no longer works. */
export const ONE_TIME_PASSWORD_HOURS = 72;

export function createAccessServices(settings: {
  readonly database: Database;
  /** For tokens that this process has not accepted before. */
  readonly strangers: Queryable;
  readonly environment: Environment;
  readonly vault: Vault;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly throttles: Throttles;
  readonly processes: number;
  readonly onRefused: (attempt: RefusedAttempt) => void;
}): AccessServices {
  return {
    database: settings.database,
    strangers: settings.strangers,
    knownTokens: new Set(),
    environment: settings.environment,
    vault: settings.vault,
    passwords: createPasswords(settings.processes),
    throttles: settings.throttles,
    onRefused: settings.onRefused,
    idleMinutes: IDLE_MINUTES,
    sessionHours: SESSION_HOURS,
    policy: settings.policy,
  };
}
