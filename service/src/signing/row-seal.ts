import { createHmac, randomBytes } from 'node:crypto';
import type { SealRow } from '../domain/seals/seal.ts';

const KEY_BYTES = 32;
/** 128 bits of an HMAC: finding another text for them is infeasible. */
const SEAL_DIGITS = 32;

export function createRowSeal(key: Buffer): SealRow {
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, SEAL_DIGITS);
}

/** One seal over many texts, in their order. */
export interface RunningSeal {
  readonly add: (text: string) => void;
  readonly finish: () => string;
}

export function createRunningSeal(key: Buffer): RunningSeal {
  const hmac = createHmac('sha256', key);
  return {
    // A text of ours has no line end.
    add: (text) => void hmac.update(`${text}\n`),
    finish: () => hmac.digest('hex').slice(0, SEAL_DIGITS),
  };
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
