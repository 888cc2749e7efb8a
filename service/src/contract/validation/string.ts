import type { TString } from 'typebox';
import { assert } from '../../domain/assert.ts';
import { type RefusedValue, refuseByRule, refuseValue, type ValueCheck } from './issue.ts';
import { countOption, textOption } from './schema-options.ts';
import { parseUuid, refuseUuidType } from './uuid.ts';

const URL_MAX_LENGTH = 2083;

/**
 * Accepts an absolute http(s) URL and keeps the text as given, except for white space that the URL
 * rules remove.
 */
export function parseUrl(text: string): string | RefusedValue {
  // `URL.parse` is not in Node 20, where platforms run these checks in their own tests.
  if (!URL.canParse(text)) return refuseUnparsable(text);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const expected = "'http' or 'https'";
    return refuseValue({
      type: 'url_scheme',
      msg: `URL scheme should be ${expected}`,
      input: text,
      ctx: { expected_schemes: expected },
    });
  }
  // A name and password in a URL end up in logs and proxies.
  if (url.username !== '' || url.password !== '') {
    return refuseByRule({ input: text, error: 'must not contain a user name or password' });
  }
  return WHITE_SPACE.test(text) ? url.href : text;
}

const WHITE_SPACE = /[\s\p{Cc}]/u;

function refuseUrlType(input: unknown): RefusedValue {
  return refuseValue({ type: 'url_type', msg: 'URL input should be a string or URL', input });
}

function refuseUrlLength(input: string, limit: number): RefusedValue {
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
 * The runtime only reports an invalid URL, Pydantic also says why: so the parts are checked one by
 * one, in the order in which a parser reads them.
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
/** Up to the port's colon; colons in square brackets belong to the host. */
const HOST = /^(?:\[[^\]]*\]?[^:]*|[^:]*)/;
const SPECIAL_SCHEME = /^(?:https?|wss?|ftp|file)$/i;
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;

/** The caller's own format: returns the text to keep, or the error. */
export type FormatCheck = (text: string) => { readonly value: string } | { readonly error: string };

export type Formats = Readonly<Record<string, FormatCheck>>;

/** Compiles a text: its type, then its characters, length and format. */
export function compileString(schema: TString, formats: Formats): ValueCheck {
  const format = formatOf(schema, formats);
  const minLength = countOption(schema, 'minLength') ?? 0;
  const maxLength = countOption(schema, 'maxLength') ?? format.maxLength;
  const pattern = textOption(schema, 'pattern');
  const shape = pattern === undefined ? null : new RegExp(pattern, 'u');
  return (raw) => {
    if (typeof raw !== 'string') return format.refuseType(raw);
    if (!raw.isWellFormed()) return refuseIllFormed(raw);
    // PostgreSQL text cannot contain this character.
    if (raw.includes('\0')) {
      return refuseByRule({ input: raw, error: 'must not contain the character U+0000' });
    }
    if (isShorter(raw, minLength)) return refuseTooShort(raw, minLength);
    if (isLonger(raw, maxLength)) return format.refuseLength(raw, maxLength);
    if (shape?.test(raw) === false) return refusePattern(raw, shape.source);
    return format.parse(raw);
  };
}

export function refuseIllFormed(input: string): RefusedValue {
  return refuseValue({
    type: 'string_unicode',
    msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
    input,
  });
}

/** What differs between a plain text, a UUID, a URL and a caller's own format. */
interface TextFormat {
  readonly maxLength: number;
  readonly refuseType: (input: unknown) => RefusedValue;
  readonly refuseLength: (input: string, limit: number) => RefusedValue;
  readonly parse: (text: string) => string | RefusedValue;
}

function formatOf(schema: TString, formats: Formats): TextFormat {
  const name = textOption(schema, 'format');
  if (name === undefined) return PLAIN;
  if (name === 'uuid') return UUID;
  if (name === 'uri') return withCallersRule(URI, formats['uri']);
  const check = formats[name];
  assert(check !== undefined, `the format ${name} has a check`);
  return { ...PLAIN, parse: (text) => parseByFormat(check, text) };
}

/** A URL may have to meet further rules, such as which hosts are allowed. */
function withCallersRule(format: TextFormat, check: FormatCheck | undefined): TextFormat {
  if (check === undefined) return format;
  const parse = (text: string) => {
    const parsed = format.parse(text);
    return typeof parsed === 'string' ? parseByFormat(check, parsed) : parsed;
  };
  return { ...format, parse };
}

function parseByFormat(check: FormatCheck, text: string): string | RefusedValue {
  const result = check(text);
  return 'error' in result ? refuseByRule({ input: text, error: result.error }) : result.value;
}

const PLAIN: TextFormat = {
  maxLength: Number.POSITIVE_INFINITY,
  refuseType: (input) =>
    refuseValue({ type: 'string_type', msg: 'Input should be a valid string', input }),
  refuseLength: refuseTooLong,
  parse: (text) => text,
};

const UUID: TextFormat = { ...PLAIN, refuseType: refuseUuidType, parse: parseUuid };

const URI: TextFormat = {
  maxLength: URL_MAX_LENGTH,
  refuseType: refuseUrlType,
  refuseLength: refuseUrlLength,
  parse: parseUrl,
};

/** Lengths are in code points: a text has between half as many as code units, and as many. */
function isShorter(text: string, limit: number): boolean {
  return text.length < 2 * limit && codePointCount(text) < limit;
}

function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || codePointCount(text) > limit);
}

function codePointCount(text: string): number {
  return Array.from(text).length;
}

function refuseTooShort(input: string, limit: number): RefusedValue {
  return refuseValue({
    type: 'string_too_short',
    msg: `String should have at least ${limit} ${limit === 1 ? 'character' : 'characters'}`,
    input,
    ctx: { min_length: limit },
  });
}

function refuseTooLong(input: string, limit: number): RefusedValue {
  return refuseValue({
    type: 'string_too_long',
    msg: `String should have at most ${limit} ${limit === 1 ? 'character' : 'characters'}`,
    input,
    ctx: { max_length: limit },
  });
}

function refusePattern(input: string, pattern: string): RefusedValue {
  return refuseValue({
    type: 'string_pattern_mismatch',
    msg: `String should match pattern '${pattern}'`,
    input,
    ctx: { pattern },
  });
}
