import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { insertApiKey, insertApplication } from '../../db/access/access.ts';
import type { Queryable } from '../../db/client.ts';
import { formatApiKey } from '../../domain/access/api-key.ts';
import type { Environment } from '../../domain/installation.ts';
import type { Vault } from '../../signing/sealed-text.ts';

export interface IssuedApiKey {
  /** Shown once; only its hash is kept. */
  readonly key: string;
  readonly prefix: string;
  /** Also shown only once: null when the application got its secret with an earlier key. */
  readonly webhookSecret: string | null;
}

interface IssueDeps {
  readonly environment: Environment;
  readonly vault: Vault;
}

/**
 * Makes a key for the application of that name. A new application is created with its webhook
 * secret. Runs inside the caller's database transaction.
 */
export async function issueApiKey(
  connection: Queryable,
  { environment, vault }: IssueDeps,
  applicationName: string,
): Promise<IssuedApiKey> {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const newSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const application = await insertApplication(connection, {
    id: randomUUIDv7(),
    name: applicationName,
    webhookSecret: vault.seal(newSecret),
  });
  const secretHash = hash('sha256', secret, 'buffer');
  await insertApiKey(connection, { prefix, applicationId: application.id, secretHash });
  return {
    key: formatApiKey(environment, { prefix, secret }),
    prefix,
    webhookSecret: application.hasNewSecret ? newSecret : null,
  };
}
