import { createHmac, randomBytes } from 'node:crypto';

/** Seals a text in 16 bytes, written as a UUID, or returns `null` without a key. */
export type SealRow = (text: string) => string | null;

/** For a service without SECRETS_KEY, which could not hide the key from the database's owner. */
export const NO_SEAL: SealRow = () => null;

const KEY_BYTES = 32;
/** 128 bits of an HMAC: finding another text for them is infeasible. */
const SEAL_DIGITS = 32;

export function createRowSeal(key: Buffer): SealRow {
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, SEAL_DIGITS);
}

export interface RowKey {
  readonly key: Buffer;
  /** Since when rows are sealed. */
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
