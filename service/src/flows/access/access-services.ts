import type { Database } from '../../db/client.ts';
import type { Environment } from '../../domain/installation.ts';
import { createPasswords, type Passwords } from '../../signing/password.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import type { Throttle, Throttles } from './limits/throttle.ts';
import type { PolicySource } from './policy.ts';

/** What the sign-in and administration flows need. One per process. */
export interface AccessServices {
  readonly database: Database;
  readonly environment: Environment;
  readonly vault: Vault;
  readonly passwords: Passwords;
  /** Wrong attempts by client address. */
  readonly addresses: Throttle;
  /** Wrong attempts with an unknown email, by network; answered like those of real accounts. */
  readonly strangers: Throttle;
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
  readonly environment: Environment;
  readonly vault: Vault;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly throttles: Throttles;
  readonly processes: number;
}): AccessServices {
  const { addresses, strangers } = settings.throttles;
  return {
    database: settings.database,
    environment: settings.environment,
    vault: settings.vault,
    passwords: createPasswords(settings.processes),
    addresses,
    strangers,
    idleMinutes: IDLE_MINUTES,
    sessionHours: SESSION_HOURS,
    policy: settings.policy,
  };
}
