import type { Environment } from '../installation.ts';

/** The word in a key that shows its environment. */
const KEY_WORD = { sandbox: 'test', live: 'live' } as const satisfies Record<Environment, string>;

/** The two parts of an issued key: one may be shown, of the other only the hash is stored. */
export interface ApiKeyParts {
  /** 12 small letters and digits. */
  readonly prefix: string;
  /** 43 characters of base64url: 32 random bytes. */
  readonly secret: string;
}

export function formatApiKey(environment: Environment, { prefix, secret }: ApiKeyParts): string {
  return `${startOf(environment)}${prefix}_${secret}`;
}

/** The parts of a key of this environment; null for every other text. */
export function parseApiKey(environment: Environment, text: string): ApiKeyParts | null {
  if (!text.startsWith(startOf(environment))) return null;
  const rest = text.slice(startOf(environment).length);
  const [, prefix, secret] = /^([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/.exec(rest) ?? [];
  return prefix === undefined || secret === undefined ? null : { prefix, secret };
}

/** The prefix of the other environment's keys if the text starts with it; otherwise null. */
export function findForeignStart(environment: Environment, text: string): string | null {
  const foreign = startOf(environment === 'live' ? 'sandbox' : 'live');
  return text.startsWith(foreign) ? foreign : null;
}

/** How every key of an environment begins. */
export function startOf(environment: Environment): string {
  return `svc_${KEY_WORD[environment]}_`;
}
