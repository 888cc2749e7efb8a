import { createCipheriv, randomBytes } from 'node:crypto';
import type { Queryable } from '../../../src/db/client.ts';
import { listSecrets, replaceSecret } from '../../../src/db/row-seals.ts';
import { NO_SECRETS } from '../../../src/signing/sealed-text.ts';

/** As release 0.2 sealed a secret: for no place. */
export function sealUnbound(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `sealed:v1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
}

/** As a start of release 0.2 with this key left what it found in the open. */
export async function sealAsRelease02(database: Queryable, key: Buffer): Promise<void> {
  for (const secret of await listSecrets(database)) {
    if (secret.stored === NO_SECRETS || secret.stored.startsWith('sealed:')) continue;
    await replaceSecret(database, secret, sealUnbound(key, secret.stored));
  }
}
