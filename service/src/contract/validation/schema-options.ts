import type { TSchema } from 'typebox';
import { assert } from '../../domain/assert.ts';

/** TypeBox keeps a schema's options at run time but not in its type, so they are looked up. */
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

/** A rule that is documented but not enforced is worse than none, so the service does not start. */
export function assertEveryRuleIsKnown(schema: TSchema): void {
  for (const name of RULES_WITHOUT_A_CHECK) {
    assert(option(schema, name) === undefined, `the validator has no check for ${name}`);
  }
}

const RULES_WITHOUT_A_CHECK = [
  'additionalProperties',
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
