import { type Static, type TSchema, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';

/** TypeBox keeps a schema's options at run time but not in its type. */
export function option(schema: TSchema, name: string): unknown {
  return Reflect.get(schema, name);
}

export function countOption(schema: TSchema, name: string): number | undefined {
  const value = option(schema, name);
  assert(value === undefined || typeof value === 'number', `${name} is a number`);
  return value;
}

export function textOption(schema: TSchema, name: string): string | undefined {
  const value = option(schema, name);
  assert(value === undefined || typeof value === 'string', `${name} is a text`);
  return value;
}

export function listOption(schema: TSchema, name: string): readonly unknown[] | undefined {
  const value = option(schema, name);
  assert(value === undefined || Array.isArray(value), `${name} is a list`);
  return value;
}

/** A documented rule that is not enforced is worse than none, so the service does not start. */
export function assertEveryRuleIsKnown(schema: TSchema): void {
  for (const name of RULES_WITHOUT_A_CHECK) {
    assert(option(schema, name) === undefined, `the validator has no check for ${name}`);
  }
  const isClosed = option(schema, 'additionalProperties') ?? false;
  assert(isClosed === false, 'the validator has no check for further members');
}

const RULES_WITHOUT_A_CHECK = [
  'contains',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxProperties',
  'minProperties',
  'multipleOf',
  'patternProperties',
  'prefixItems',
  'uniqueItems',
] as const;

/** The moment in our format, or `null` if the text is none or its year is not from 1 to 9999. */
export function readMoment(text: string): string | null {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  const moment = new Date(at).toISOString();
  return /^(?!0000)\d{4}-/.test(moment) ? moment : null;
}

/** The day of a text such as `2026-03-01`, or `null` if there is no such day. */
export function readDay(text: string): string | null {
  const isThere = readMoment(`${text}T00:00:00Z`)?.slice(0, DAY_LENGTH) === text;
  return isThere ? text : null;
}

const DAY_LENGTH = 10;

/** A day as it is, a moment in our format, or `null` if the text is neither. */
export function readDayOrMoment(text: string): string | null {
  return readDay(text) ?? (HAS_ZONE.test(text) ? readMoment(text) : null);
}

/** Without its zone, a time would be that of the machine which reads it. */
const HAS_ZONE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** When what `readDayOrMoment` has read begins; days are those of Douala. */
export function startOfTime(text: string): Date {
  return new Date(text.length === DAY_LENGTH ? `${text}T00:00:00+01:00` : text);
}

/** When it is over: a moment at once, a day after its last. */
export function endOfTime(text: string): Date {
  const lengthMs = text.length === DAY_LENGTH ? DAY_MS : 0;
  return new Date(startOfTime(text).getTime() + lengthMs);
}

/** Every day of Douala: it has no summer time. */
const DAY_MS = 86_400_000;

/**
 * Declares a field that a caller may leave out and that always has a value once parsed: optional in
 * the documentation, but not in the type of the parsed value.
 */
export function withDefault<S extends TSchema>(schema: S, value: Static<S>): S {
  const optional: unknown = Object.assign(Type.Optional(schema), { default: value });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeBox cannot express it
  return optional as S;
}
