import { IsOptional, type Static, type TObject } from 'typebox';
import { compileSchema } from './compile-schema.ts';
import { RefusedValue, under, type ValidationIssue, type ValueCheck } from './issue.ts';
import type { Formats } from './string.ts';

export type { FormatCheck, Formats } from './string.ts';

export type Parsed<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'invalid'; readonly issues: readonly ValidationIssue[] };

export interface CompileOptions {
  /** The caller's own checks of string formats, by the name in the schema. */
  readonly formats?: Formats;
}

/**
 * Compiles a check of a JSON body: strict types, unknown fields left out, all issues at once. An
 * optional body may be missing.
 */
export function compileBody<S extends TObject>(
  schema: S,
  options: CompileOptions = {},
): (body: unknown) => Parsed<Static<S>> {
  const check = compileSchema(schema, { source: 'json', formats: options.formats ?? {} });
  const mayBeMissing = IsOptional(schema);
  return (body) => {
    if (body !== undefined && body !== null) return parse<S>('body', check, body);
    return mayBeMissing ? parse<S>('body', check, {}) : NO_BODY;
  };
}

/** Compiles a check of query parameters, which parses integers from text. */
export function compileQuery<S extends TObject>(
  schema: S,
  options: CompileOptions = {},
): (query: Readonly<Record<string, unknown>>) => Parsed<Static<S>> {
  const check = compileSchema(schema, { source: 'text', formats: options.formats ?? {} });
  return (query) => parse<S>('query', check, query);
}

export function compilePath<S extends TObject>(
  schema: S,
  options: CompileOptions = {},
): (params: Readonly<Record<string, string>>) => Parsed<Static<S>> {
  const check = compileSchema(schema, { source: 'text', formats: options.formats ?? {} });
  return (params) => parse<S>('path', check, params);
}

const NO_BODY = {
  kind: 'invalid',
  issues: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
} as const satisfies Parsed<never>;

function parse<S extends TObject>(
  part: string,
  check: ValueCheck,
  raw: unknown,
): Parsed<Static<S>> {
  const kept = check(raw);
  if (kept instanceof RefusedValue) return { kind: 'invalid', issues: under(part, kept.issues) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of this schema
  return { kind: 'valid', value: kept as Static<S> };
}
