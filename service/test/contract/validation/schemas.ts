import { readFileSync } from 'node:fs';
import { type TSchema, Type } from 'typebox';
import type { Formats, Parsed } from '../../../src/contract/validation/compile.ts';
import type { ValidationIssue } from '../../../src/contract/validation/issue.ts';
import { withDefault } from '../../../src/contract/validation/schema-options.ts';

/** Stand-ins for the interface's own schemas, with every kind of field that those have. */
export const Deposit = Type.Object({
  player_id: Type.String({ format: 'uuid' }),
  msisdn: Type.String({ format: 'msisdn' }),
  amount_xaf: Type.Integer({ minimum: 100, maximum: 9_007_199_254_740_991 }),
  operator: Type.String(),
  reference: Type.String({ minLength: 1, maxLength: 128 }),
  callback_url: withDefault(Type.Union([Type.String({ format: 'uri' }), Type.Null()]), null),
  lang: withDefault(Type.Union([Type.Literal('fr'), Type.Literal('en')]), 'fr'),
});

/** A withdrawal has no language, and its address is simply left out when it is not given. */
export const Withdrawal = Type.Object({
  player_id: Type.String({ format: 'uuid' }),
  msisdn: Type.String({ format: 'msisdn' }),
  amount_xaf: Type.Integer({ minimum: 100, maximum: 1_000_000 }),
  operator: Type.String(),
  reference: Type.String({ minLength: 1, maxLength: 128 }),
  callback_url: Type.Optional(Type.Union([Type.String({ format: 'uri' }), Type.Null()])),
});

export const Detect = Type.Object({
  msisdn: Type.String(),
  country_code: withDefault(Type.String(), 'CM'),
});

export const Simulate = Type.Object({
  outcome: Type.Enum(['succeeded', 'failed', 'expired']),
});

export const ListQuery = Type.Object({
  status: Type.Optional(Type.String()),
  direction: Type.Optional(Type.Union([Type.Literal('deposit'), Type.Literal('withdrawal')])),
  page: withDefault(Type.Integer({ minimum: 1 }), 1),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20),
});

export const TransactionPath = Type.Object({ service_tx_id: Type.String({ format: 'uuid' }) });

/** The real rule of phone numbers lives elsewhere; here it matters only that one is injected. */
export const FORMATS: Formats = {
  msisdn: (text) => {
    if (/^\+\d{6,15}$/.test(text)) return { value: text };
    if (/^\d{9}$/.test(text)) return { value: `+237${text}` };
    return { error: 'must be a phone number' };
  },
};

export const DEPOSIT = {
  player_id: '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  msisdn: '+237677123456',
  amount_xaf: 500,
  operator: 'mtn',
  reference: 'r-1',
};

/** One field under the name `field`, for tests that are about a single value. */
export function oneField<S extends TSchema>(schema: S) {
  return Type.Object({ field: schema });
}

export function issuesOf(parsed: Parsed<unknown>): readonly ValidationIssue[] {
  return parsed.kind === 'invalid' ? parsed.issues : [];
}

export interface Golden {
  readonly cases: readonly {
    readonly name: string;
    readonly model: 'Deposit' | 'Detect' | 'Simulate' | 'ListQuery' | 'TransactionPath';
    readonly input: unknown;
    readonly ok?: unknown;
    readonly detail?: unknown;
  }[];
  readonly json_syntax: readonly { readonly raw: string; readonly detail: unknown }[];
}

/**
 * Real answers of Pydantic. A case marked strict has our answer where our rules are stricter: no
 * number from text, no U+0000, a phone number that is one, an address kept as it was given.
 */
export function readGolden(): Golden {
  const text = readFileSync(new URL('./fixtures/golden-422.json', import.meta.url), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  return JSON.parse(text) as Golden;
}
