import type { Database } from '../db/client.ts';
import { sealSecrets } from '../flows/upkeep/seal-secrets.ts';
import type { Config } from '../settings/config.ts';
import { createVault, type Vault } from '../signing/sealed-text.ts';

/**
 * The vault with which a command seals new secrets. It must have the service's SECRETS_KEY, so it
 * is first tried on the secrets that are already stored.
 */
export async function openVault(opened: {
  readonly database: Database;
  readonly config: Config;
}): Promise<Vault> {
  const { database, config } = opened;
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  await sealSecrets({ database, vault });
  return vault;
}
