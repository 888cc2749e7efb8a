import { listWebhookSecrets, updateWebhookSecret } from '../db/access/access.ts';
import { listTotpSecrets, updateTotpSecret } from '../db/access/staff-attempts.ts';
import { listGatewaySecrets, updateGatewaySecret } from '../db/lines/gateways.ts';
import { listAccounts, updateAccountSecrets } from '../db/providers/provider-setup.ts';
import { listSigningKeys, updatePrivateKey } from '../db/webhooks/signing-keys.ts';
import type { Vault } from '../signing/sealed-text.ts';
import type { KeyDeps } from './webhooks/signing-keys.ts';

/** What the table stores for a provider without secrets. */
const NO_SECRETS = '{}';

/**
 * Opens every secret in the database, so that a wrong or missing SECRETS_KEY is noticed before
 * anything depends on it, and seals those that were stored before there was a key.
 */
export async function sealSecrets({ database, vault }: KeyDeps): Promise<void> {
  for (const { key_id: keyId, private_key: stored } of await listSigningKeys(database)) {
    const sealed = sealedForm(vault, stored);
    if (sealed !== stored) await updatePrivateKey(database, { keyId, stored, sealed });
  }
  for (const { id, webhook_secret: stored } of await listWebhookSecrets(database)) {
    const sealed = sealedForm(vault, stored);
    if (sealed !== stored) await updateWebhookSecret(database, { id, stored, sealed });
  }
  for (const { id, totp_secret: stored } of await listTotpSecrets(database)) {
    const sealed = sealedForm(vault, stored);
    if (sealed !== stored) await updateTotpSecret(database, { id, stored, sealed });
  }
  for (const { id, secret: stored } of await listGatewaySecrets(database)) {
    const sealed = sealedForm(vault, stored);
    if (sealed !== stored) await updateGatewaySecret(database, { id, stored, sealed });
  }
  for (const { providerId: id, secrets: stored } of await listAccounts(database)) {
    const sealed = stored === NO_SECRETS ? stored : sealedForm(vault, stored);
    if (sealed !== stored) await updateAccountSecrets(database, { id, stored, sealed });
  }
}

function sealedForm(vault: Vault, stored: string): string {
  const secret = vault.open(stored);
  return vault.isSealed(stored) ? stored : vault.seal(secret);
}
