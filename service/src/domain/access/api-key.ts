import type { Environment } from '../installation.ts';

/** The part of a key that shows its environment. */
const KEY_KIND = { sandbox: 'test', live: 'live' } as const satisfies Record<Environment, string>;

/** The two parts of an issued key: one may be shown; only the hash of the other is stored. */
export interface ApiKeyParts {
  /** 12 small letters and digits. */
  readonly prefix: string;
  /** 43 characters of base64url: 32 random bytes. */
  readonly secret: string;
}

export function formatApiKey(environment: Environment, { prefix, secret }: ApiKeyParts): string {
  return `${startOf(environment)}${prefix}_${secret}`;
}

/** The parts of a key of this environment, or `null` for any other text. */
export function parseApiKey(environment: Environment, text: string): ApiKeyParts | null {
  if (!text.startsWith(startOf(environment))) return null;
  const rest = text.slice(startOf(environment).length);
  const [, prefix, secret] = /^([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/.exec(rest) ?? [];
  return prefix === undefined || secret === undefined ? null : { prefix, secret };
}

/** The start of the other environment's keys if the text begins with it, otherwise `null`. */
export function findForeignStart(environment: Environment, text: string): string | null {
  const foreign = startOf(environment === 'live' ? 'sandbox' : 'live');
  return text.startsWith(foreign) ? foreign : null;
}

/** How every key of an environment begins. */
export function startOf(environment: Environment): string {
  return `svc_${KEY_KIND[environment]}_`;
}

/**
 * Why a key was refused, as far as the request itself shows it. It reveals only what a stranger
 * already knows of the key: where in the request it is and how it begins.
 */
export function explainRefusedKey(request: {
  readonly environment: Environment;
  readonly headers: Headers;
  readonly url: string;
}): RefusedKey {
  const { environment, headers, url } = request;
  const given = String(headers['x-api-key'] ?? '').trim();
  if (given === '') {
    const place = findKeyElsewhere(headers, url);
    return place === null ? { code: 'key_missing' } : { code: 'key_elsewhere', params: { place } };
  }
  if (SCHEME.test(given)) return { code: 'key_with_scheme' };
  if (findForeignStart(environment, given) === null) return { code: 'unauthorized' };
  return { code: 'key_of_other_environment', params: { start: startOf(environment) } };
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export type RefusedKey =
  | { readonly code: 'unauthorized' | 'key_missing' | 'key_with_scheme' }
  | { readonly code: 'key_elsewhere'; readonly params: { readonly place: string } }
  | { readonly code: 'key_of_other_environment'; readonly params: { readonly start: string } };

const SCHEME = /^[A-Za-z]+ +\S/;
const KEY = /\bsvc_(?:test|live)_/;

/** Other APIs take keys in `Authorization`; elsewhere only a text in our form is a key. */
function findKeyElsewhere(headers: Headers, url: string): string | null {
  if (headers['authorization'] !== undefined) return 'Authorization';
  const named = Object.entries(headers).find(([, value]) => KEY.test(String(value)));
  if (named !== undefined) return `the header ${named[0]}`;
  return KEY.test(url) ? 'the address, which proxies log' : null;
}
