import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Where a secret is stored. Copied to another place, it does not open. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly id: string;
}

/** Where each kind of secret is; `sealed-tables.ts` lists the same columns. */
export const SECRET_PLACES = {
  privateKey: (id: string) => ({ table: 'signing_keys', column: 'private_key', id }),
  webhookSecret: (id: string) => ({ table: 'applications', column: 'webhook_secret', id }),
  oldWebhookSecret: (id: string) => ({ table: 'applications', column: 'old_secret', id }),
  totpSecret: (id: string) => ({ table: 'staff', column: 'totp_secret', id }),
  gatewaySecret: (id: string) => ({ table: 'gateways', column: 'secret', id }),
  accountSecrets: (id: string) => ({ table: 'providers', column: 'secrets', id }),
  // Its table has one row.
  rowKey: () => ({ table: 'installation', column: 'row_key', id: 'true' }),
} as const satisfies Readonly<Record<string, (id: string) => SecretPlace>>;

/** Keeps secrets unreadable in the database if the service has a key for it. */
export interface Vault {
  readonly hasKey: boolean;
  seal(text: string, place: SecretPlace): string;
  /** Throws for what was not sealed for this place; with a key that is also what is not sealed. */
  open(stored: string, place: SecretPlace): string;
  /** Also opens what release 0.2 sealed, for no place, and what was stored without a key. */
  openAnyForm(stored: string, place: SecretPlace): string;
  /** Whether another key than the present one has sealed it for this place. */
  isOfOtherKey(stored: string, place: SecretPlace): boolean;
}

/** `none`: the account has no secrets. `unbound`: release 0.2 has sealed it, for no place. */
export type SecretForm = 'none' | 'open' | 'unbound' | 'bound';

/** A sealed text cannot be opened: the key is missing or is another one. */
export class WrongSecretsKey extends Error {
  override readonly name = 'WrongSecretsKey';
}

const MARK = 'sealed:v2:';
const UNBOUND_MARK = 'sealed:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is stored for an account that has no secrets. */
export const NO_SECRETS = '{}';

/**
 * With a 32-byte key texts are sealed with AES-256-GCM; without one they are stored as they are.
 * Other keys only open what they have sealed, while the key is being changed.
 */
export function createVault(key: Buffer | null, otherKeys: readonly Buffer[] = []): Vault {
  const openAnyForm = (stored: string, place: SecretPlace) => {
    if (!isSealed(stored)) return stored;
    if (key === null) {
      throw new WrongSecretsKey('SECRETS_KEY is not set, but the database holds sealed secrets');
    }
    for (const one of [key, ...otherKeys]) {
      const text = tryKey(one, stored, place);
      if (text !== null) return text;
    }
    throw new WrongSecretsKey(
      `SECRETS_KEY is not the key that sealed ${nameOf(place)}, or others have changed it since`,
    );
  };
  return {
    hasKey: key !== null,
    isOfOtherKey: (stored, place) =>
      key !== null && formOf(stored, place) === 'bound' && tryKey(key, stored, place) === null,
    seal: (text, place) =>
      key === null ? text : MARK + encrypt(key, text, place).toString('base64'),
    open: (stored, place) => {
      const form = formOf(stored, place);
      if (key !== null && (form === 'open' || form === 'unbound')) {
        throw new WrongSecretsKey(`this service has not sealed ${nameOf(place)} for its place`);
      }
      return openAnyForm(stored, place);
    },
    openAnyForm,
  };
}

/** The form in which a text is stored, whichever key has sealed it. */
export function formOf(stored: string, { table }: SecretPlace): SecretForm {
  if (stored.startsWith(MARK)) return 'bound';
  if (stored.startsWith(UNBOUND_MARK)) return 'unbound';
  return table === 'providers' && stored === NO_SECRETS ? 'none' : 'open';
}

function nameOf({ table, column, id }: SecretPlace): string {
  return `${column} of ${table} ${id}`;
}

function isSealed(stored: string): boolean {
  return stored.startsWith(MARK) || stored.startsWith(UNBOUND_MARK);
}

/** `null` if another key has sealed it, or for another place, or it was changed since. */
function tryKey(key: Buffer, stored: string, place: SecretPlace): string | null {
  const bytes = Buffer.from(stored.slice(MARK.length), 'base64');
  try {
    return decrypt(key, bytes, stored.startsWith(MARK) ? textOf(place) : NO_PLACE);
  } catch {
    return null;
  }
}

const NO_PLACE = Buffer.alloc(0);

function textOf({ table, column, id }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, id]));
}

function encrypt(key: Buffer, text: string, place: SecretPlace): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(textOf(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, stored: Buffer, place: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)).setAAD(place);
  const text = decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
