import { createHmac, randomBytes } from 'node:crypto';
import type { SealRow } from '../domain/seals/seal.ts';

const KEY_BYTES = 32;
/** 128 bits of an HMAC: finding another text for them is infeasible. */
const SEAL_DIGITS = 32;

export function createRowSeal(key: Buffer, former: readonly Buffer[] = []): SealRow {
  return Object.assign(sealWith(key), { former: former.map(sealWith) });
}

function sealWith(key: Buffer): SealRow {
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
  /** The rows that give power have been listed once, and are never listed anew without a person. */
  readonly isListed: boolean;
  /** Keys that it replaced: months in files have their seals. */
  readonly former: readonly Buffer[];
}

export function makeRowKey(since: Date): RowKey {
  return { key: randomBytes(KEY_BYTES), since, isListed: false, former: [] };
}

interface WrittenKey {
  readonly key: string;
  readonly since: string;
  /** Release 0.2 wrote none of these. */
  readonly listed?: boolean;
  readonly former?: readonly string[];
}

export function writeRowKey({ key, since, isListed, former }: RowKey): string {
  return JSON.stringify({
    key: key.toString('base64'),
    since: since.toISOString(),
    listed: isListed,
    former: former.map((one) => one.toString('base64')),
  } satisfies WrittenKey);
}

export function readRowKey(text: string): RowKey {
  const { key, since, listed = false, former = [] } = JSON.parse(text) as WrittenKey;
  return {
    key: Buffer.from(key, 'base64'),
    since: new Date(since),
    isListed: listed,
    former: former.map((one) => Buffer.from(one, 'base64')),
  };
}

/** What the audit log calls a key: it shows whether another one was put in its place. */
export function fingerprintOf({ key }: Pick<RowKey, 'key'>): string {
  return createHmac('sha256', key).update('fingerprint').digest('hex').slice(0, SEAL_DIGITS);
}
