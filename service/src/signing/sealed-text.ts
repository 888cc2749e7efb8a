import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keeps secrets unreadable in the database if the service has a key for it. */
export interface Vault {
  seal(text: string): string;
  open(stored: string): string;
  /** Whether a stored text is sealed, with whichever key. */
  isSealed(stored: string): boolean;
  /** Whether a stored text has the form that sealing it now would give it. */
  isCurrent(stored: string): boolean;
}

/** A sealed text cannot be opened: the key is missing or is another one. */
export class WrongSecretsKey extends Error {
  override readonly name = 'WrongSecretsKey';
}

const MARK = 'sealed:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * With a 32-byte key texts are sealed with AES-256-GCM; without one they are stored as they are.
 * Other keys only open what they have sealed, while the key is being changed.
 */
export function createVault(key: Buffer | null, otherKeys: readonly Buffer[] = []): Vault {
  const isSealed = (stored: string) => stored.startsWith(MARK);
  return {
    isSealed,
    isCurrent: (stored) =>
      key === null ? !isSealed(stored) : isSealed(stored) && tryKey(key, stored) !== null,
    seal: (text) => (key === null ? text : MARK + encrypt(key, text).toString('base64')),
    open: (stored) => {
      if (!isSealed(stored)) return stored;
      if (key === null) {
        throw new WrongSecretsKey('SECRETS_KEY is not set, but the database holds sealed secrets');
      }
      for (const one of [key, ...otherKeys]) {
        const text = tryKey(one, stored);
        if (text !== null) return text;
      }
      throw new WrongSecretsKey('SECRETS_KEY is not the key that sealed the secrets stored here');
    },
  };
}

/** `null` if another key has sealed it, or it was changed since. */
function tryKey(key: Buffer, stored: string): string | null {
  try {
    return decrypt(key, Buffer.from(stored.slice(MARK.length), 'base64'));
  } catch {
    return null;
  }
}

function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, stored: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
