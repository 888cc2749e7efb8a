import type { Database } from '../../db/client.ts';
import type { AgreementPolicy } from '../../domain/access/agreement.ts';
import type { Environment } from '../../domain/installation.ts';
import { createPasswords, type Passwords } from '../../signing/password.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import type { Throttle } from './limits/throttle.ts';
import type { Throttles } from './limits/throttles.ts';

/** What the flows of signing in and administration need. One per process. */
export interface AccessServices {
  readonly database: Database;
  readonly environment: Environment;
  readonly vault: Vault;
  readonly passwords: Passwords;
  /** Wrong attempts by address of the client. */
  readonly addresses: Throttle;
  /** Wrong attempts with an unknown email from a network: answered like those of real accounts. */
  readonly strangers: Throttle;
  readonly idleMinutes: number;
  readonly sessionHours: number;
  readonly policy: AgreementPolicy;
}

/** A temporary password is sent by mail or on paper; after this time it no longer works. */
export const ONE_TIME_PASSWORD_HOURS = 72;

export function createAccessServices(settings: {
  readonly database: Database;
  readonly environment: Environment;
  readonly vault: Vault;
  readonly staffIdleMinutes: number;
  readonly staffSessionHours: number;
  readonly policy: AgreementPolicy;
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
    idleMinutes: settings.staffIdleMinutes,
    sessionHours: settings.staffSessionHours,
    policy: settings.policy,
  };
}
