import { createHmac, randomBytes } from 'node:crypto';

/** Seals a text in 16 bytes, written as a UUID; null: there is no key to seal with. */
export type SealRow = (text: string) => string | null;

/** Of a service without SECRETS_KEY, which could not keep the key from whoever has the database. */
export const NO_SEAL: SealRow = () => null;

const KEY_BYTES = 32;
/** 128 bits of an HMAC: nobody finds another text for them. */
const SEAL_DIGITS = 32;

export function createRowSeal(key: Buffer): SealRow {
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, SEAL_DIGITS);
}

export interface RowKey {
  readonly key: Buffer;
  /** From when on rows are sealed. */
  readonly since: Date;
}

export function makeRowKey(since: Date): RowKey {
  return { key: randomBytes(KEY_BYTES), since };
}

export function writeRowKey({ key, since }: RowKey): string {
  return JSON.stringify({ key: key.toString('base64'), since: since.toISOString() });
}

export function readRowKey(text: string): RowKey {
  const { key, since } = JSON.parse(text) as { readonly key: string; readonly since: string };
  return { key: Buffer.from(key, 'base64'), since: new Date(since) };
}
