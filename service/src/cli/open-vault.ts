import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { sealSecrets } from '../flows/seal-secrets.ts';
import { createVault, type Vault } from '../signing/sealed-text.ts';

/**
 * What a command seals new secrets with. It must be the SECRETS_KEY that the service has, so the
 * secrets that are there already are tried first.
 */
export async function openVault(opened: {
  readonly database: Database;
  readonly config: Config;
}): Promise<Vault> {
  const { database, config } = opened;
  const vault = createVault(config.secretsKey);
  await sealSecrets({ database, vault });
  return vault;
}
