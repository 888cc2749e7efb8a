import { type RefusedValue, refuseByRule, refuseValue } from './issue.ts';

export const URL_MAX_LENGTH = 2083;

/**
 * Accepts an absolute http(s) address and keeps the text as given, except for white space, which
 * the rules for addresses remove.
 */
export function parseUrl(text: string): string | RefusedValue {
  const url = URL.parse(text);
  if (url === null) return refuseUnparsable(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const expected = "'http' or 'https'";
    return refuseValue({
      type: 'url_scheme',
      msg: `URL scheme should be ${expected}`,
      input: text,
      ctx: { expected_schemes: expected },
    });
  }
  // A name and password in an address end up in logs and proxies.
  if (url.username !== '' || url.password !== '') {
    return refuseByRule({ input: text, error: 'must not contain a user name or password' });
  }
  return WHITE_SPACE.test(text) ? url.href : text;
}

const WHITE_SPACE = /[\s\p{Cc}]/u;

export function refuseUrlType(input: unknown): RefusedValue {
  return refuseValue({ type: 'url_type', msg: 'URL input should be a string or URL', input });
}

export function refuseUrlLength(input: string, limit: number): RefusedValue {
  return refuseValue({
    type: 'url_too_long',
    msg: `URL should have at most ${limit} ${limit === 1 ? 'character' : 'characters'}`,
    input,
    ctx: { max_length: limit },
  });
}

function refuseUnparsable(text: string): RefusedValue {
  const error = explain(text);
  return refuseValue({
    type: 'url_parsing',
    msg: `Input should be a valid URL, ${error}`,
    input: text,
    ctx: { error },
  });
}

/**
 * The runtime only says that an address is wrong, Pydantic says why: so the parts are checked one
 * by one, in the order in which a parser reads them.
 */
function explain(text: string): string {
  if (text === '') return 'input is empty';
  const [, scheme, authority] = PARTS.exec(text.trim().replace(IGNORED, '')) ?? [];
  if (scheme === undefined || authority === undefined) return 'relative URL without a base';
  const [host = ''] = HOST.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  if (host === '') return 'empty host';
  if (URL.canParse(`${scheme}://${host}/`)) return 'invalid port number';
  if (host.startsWith('[')) return 'invalid IPv6 address';
  if (!SPECIAL_SCHEME.test(scheme)) return 'invalid domain character';
  return ENDS_IN_NUMBER.test(host) ? 'invalid IPv4 address' : 'invalid international domain name';
}

const IGNORED = /[\t\n\r]/g;
const PARTS = /^([a-z][a-z0-9+.-]*):[/\\]*([^/\\?#]*)/i;
/** Up to the colon of the port; colons in square brackets belong to the host. */
const HOST = /^(?:\[[^\]]*\]?[^:]*|[^:]*)/;
const SPECIAL_SCHEME = /^(?:https?|wss?|ftp|file)$/i;
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;
