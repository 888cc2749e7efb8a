import type { Environment } from '../installation.ts';
import { findForeignStart, startOf } from './api-key.ts';

/**
 * Why a key was refused, as far as the request itself shows it. Nothing is said of the key that a
 * stranger does not know already: only where it stands and how it begins.
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
    return place === null ? { code: 'unauthorized' } : { code: 'key_elsewhere', params: { place } };
  }
  if (SCHEME.test(given)) return { code: 'key_with_scheme' };
  if (findForeignStart(environment, given) === null) return { code: 'unauthorized' };
  return { code: 'key_of_other_environment', params: { start: startOf(environment) } };
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export type RefusedKey =
  | { readonly code: 'unauthorized' | 'key_with_scheme' }
  | { readonly code: 'key_elsewhere'; readonly params: { readonly place: string } }
  | { readonly code: 'key_of_other_environment'; readonly params: { readonly start: string } };

const SCHEME = /^[A-Za-z]+ +\S/;
const KEY = /\bsvc_(?:test|live)_/;

/** Other APIs take keys in `Authorization`; elsewhere only what looks like one of ours is a key. */
function findKeyElsewhere(headers: Headers, url: string): string | null {
  if (headers['authorization'] !== undefined) return 'Authorization';
  const named = Object.entries(headers).find(([, value]) => KEY.test(String(value)));
  if (named !== undefined) return `the header ${named[0]}`;
  return KEY.test(url) ? 'the address, which proxies log' : null;
}
