import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { insertApiKey, insertApplication } from '../db/access.ts';
import type { Database } from '../db/client.ts';
import type { Environment } from '../db/installation.ts';

export interface IssuedApiKey {
  /** Shown once; only its hash is kept. */
  readonly key: string;
  readonly prefix: string;
  /** Shown once too: null when the application has had one since an earlier key. */
  readonly webhookSecret: string | null;
}

const KEY_WORD = { sandbox: 'test', live: 'live' } as const satisfies Record<Environment, string>;

/**
 * Makes a key for the application of that name, and the application with its webhook secret when it
 * is new.
 */
export async function issueApiKey(
  deps: { readonly database: Database; readonly environment: Environment },
  applicationName: string,
): Promise<IssuedApiKey> {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const newSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const webhookSecret = await deps.database.atomically(async (connection) => {
    const application = await insertApplication(connection, {
      id: randomUUIDv7(),
      name: applicationName,
      webhookSecret: newSecret,
    });
    const secretHash = hash('sha256', secret, 'buffer');
    await insertApiKey(connection, { prefix, applicationId: application.id, secretHash });
    return application.hasNewSecret ? newSecret : null;
  });
  return { key: `svc_${KEY_WORD[deps.environment]}_${prefix}_${secret}`, prefix, webhookSecret };
}
