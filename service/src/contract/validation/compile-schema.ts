import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInteger,
  IsLiteral,
  IsNull,
  IsObject,
  IsOptional,
  IsString,
  IsUnion,
  type TArray,
  type TObject,
  type TSchema,
  type TUnion,
} from 'typebox';
import { assert } from '../../domain/assert.ts';
import { compileInteger, compileIntegerText } from './integer.ts';
import {
  ACCEPTED,
  RefusedValue,
  refuseValue,
  under,
  type ValidationIssue,
  type Value,
  type ValueCheck,
} from './issue.ts';
import { assertEveryRuleIsKnown, countOption, listOption, option } from './schema-options.ts';
import { compileString, type Formats, refuseIllFormed } from './string.ts';

export interface CompileContext {
  /** JSON types are checked strictly; a query or path is text, which is parsed. */
  readonly source: 'json' | 'text';
  readonly formats: Formats;
}

/** Compiles a schema once into closures. The service does not start with an unknown schema. */
export function compileSchema(schema: TSchema, context: CompileContext): ValueCheck {
  assertEveryRuleIsKnown(schema);
  if (IsObject(schema)) return compileObject(schema, context);
  if (IsString(schema)) return compileString(schema, context.formats);
  if (IsLiteral(schema)) return compileLiteral([schema.const]);
  if (IsEnum(schema)) return compileLiteral(schema.enum, listOption(schema, 'x-told'));
  if (IsUnion(schema)) return compileUnion(schema, context);
  if (IsInteger(schema)) {
    return context.source === 'text' ? compileIntegerText(schema) : compileInteger(schema);
  }
  assert(context.source === 'json', `no check from text for ${JSON.stringify(schema)}`);
  if (IsBoolean(schema)) return checkBoolean;
  if (IsArray(schema)) return compileArray(schema, context);
  throw new Error(`Impossible: no check for ${JSON.stringify(schema)}`);
}

interface Field {
  readonly name: string;
  readonly check: ValueCheck;
  readonly absence: Absence;
}

type Absence =
  | { readonly kind: 'missing' }
  | { readonly kind: 'left out' }
  | { readonly kind: 'default'; readonly value: Value };

function compileObject(schema: TObject, context: CompileContext): ValueCheck {
  const fields = Object.entries(schema.properties).map(
    ([name, property]): Field => ({
      name,
      check: takeLast(compileSchema(property, context), context),
      absence: absenceOf(property, context),
    }),
  );
  const findExtras = option(schema, 'additionalProperties') === false ? extrasFinder(fields) : null;
  return (raw) => {
    if (!isPlainObject(raw)) return refuseNonObject(raw);
    const value: Record<string, Value> = {};
    let issues: ValidationIssue[] | null = null;
    for (const { name, check, absence } of fields) {
      const given = raw[name];
      if (given === undefined) {
        if (absence.kind === 'default') value[name] = absence.value;
        // FastAPI echoes the enclosing object of a body, and nothing for other parameters.
        if (absence.kind === 'missing') {
          issues ??= [];
          issues.push(missing(name, context.source === 'json' ? raw : null));
        }
        continue;
      }
      const kept = check(given);
      if (kept instanceof RefusedValue) {
        issues ??= [];
        issues.push(...under(name, kept.issues));
      } else {
        value[name] = kept;
      }
    }
    const extras = findExtras?.(raw) ?? [];
    if (issues === null && extras.length === 0) return value;
    return new RefusedValue([...(issues ?? []), ...extras]);
  };
}

/** Finds what an object has besides the members of its schema. */
function extrasFinder(
  fields: readonly Field[],
): (raw: Readonly<Record<string, unknown>>) => readonly ValidationIssue[] {
  const names = fields.map(({ name }) => name);
  return (raw) =>
    Object.keys(raw)
      .filter((name) => !names.includes(name))
      .map((name) => ({
        type: 'extra_forbidden',
        loc: [name],
        msg: 'Extra inputs are not permitted',
        input: raw[name],
        [ACCEPTED]: names,
      }));
}

/** A repeated query parameter arrives as an array; as in FastAPI the last one counts. */
function takeLast(check: ValueCheck, { source }: CompileContext): ValueCheck {
  if (source === 'json') return check;
  return (raw) => check(Array.isArray(raw) ? raw.at(-1) : raw);
}

function absenceOf(property: TSchema, context: CompileContext): Absence {
  const given = option(property, 'default');
  if (given === undefined) return { kind: IsOptional(property) ? 'left out' : 'missing' };
  // A default has the schema's type, even where a caller can only send text.
  const value = compileSchema(property, { ...context, source: 'json' })(given);
  assert(!(value instanceof RefusedValue), `the default ${JSON.stringify(given)} is a valid value`);
  return { kind: 'default', value };
}

function isPlainObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function refuseNonObject(input: unknown): RefusedValue {
  return refuseValue({
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input,
  });
}

function missing(name: string, input: unknown): ValidationIssue {
  return { type: 'missing', loc: [name], msg: 'Field required', input };
}

/** Supports the interface's two kinds of union: literals, and "or null". */
function compileUnion(schema: TUnion, context: CompileContext): ValueCheck {
  const members = schema.anyOf.filter((member) => !IsNull(member));
  const [first] = members;
  assert(first !== undefined, 'a union has a member that is not null');
  const check = members.every(IsLiteral)
    ? compileLiteral(members.map((member) => member.const))
    : compileSchema(first, context);
  assert(members.every(IsLiteral) || members.length === 1, 'a union is of literals or with null');
  if (members.length === schema.anyOf.length) return check;
  return (raw) => (raw === null ? null : check(raw));
}

function checkBoolean(raw: unknown): boolean | RefusedValue {
  if (typeof raw === 'boolean') return raw;
  return refuseValue({ type: 'bool_type', msg: 'Input should be a valid boolean', input: raw });
}

function compileArray(schema: TArray, context: CompileContext): ValueCheck {
  const checkItem = compileSchema(schema.items, context);
  const minItems = countOption(schema, 'minItems') ?? 0;
  const maxItems = countOption(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  return (raw) => {
    if (!Array.isArray(raw)) {
      return refuseValue({ type: 'list_type', msg: 'Input should be a valid list', input: raw });
    }
    if (raw.length > maxItems) return refuseTooLong(raw, maxItems);
    const value: Value[] = [];
    const issues: ValidationIssue[] = [];
    for (const [index, item] of raw.entries()) {
      const kept = checkItem(item);
      if (kept instanceof RefusedValue) issues.push(...under(index, kept.issues));
      else value.push(kept);
    }
    if (issues.length > 0) return new RefusedValue(issues);
    return raw.length < minItems ? refuseTooShort(raw, minItems) : value;
  };
}

function refuseTooLong(input: readonly unknown[], limit: number): RefusedValue {
  const items = limit === 1 ? 'item' : 'items';
  return refuseValue({
    type: 'too_long',
    msg: `List should have at most ${limit} ${items} after validation, not ${input.length}`,
    input,
    ctx: { field_type: 'List', max_length: limit, actual_length: input.length },
  });
}

function refuseTooShort(input: readonly unknown[], limit: number): RefusedValue {
  const items = limit === 1 ? 'item' : 'items';
  return refuseValue({
    type: 'too_short',
    msg: `List should have at least ${limit} ${items} after validation, not ${input.length}`,
    input,
    ctx: { field_type: 'List', min_length: limit, actual_length: input.length },
  });
}

/** Compiles a choice between texts. Anything else is a literal_error, whatever its type. */
function compileLiteral(
  choices: readonly unknown[],
  reported: readonly unknown[] = choices,
): ValueCheck {
  const texts: ReadonlySet<unknown> = new Set(choices);
  assert(
    choices.every((choice) => typeof choice === 'string'),
    'a literal is a text',
  );
  const expected = inWords(reported.map(String));
  const accepted = choices.map(String);
  return (raw) => {
    if (typeof raw === 'string') {
      if (texts.has(raw)) return raw;
      if (!raw.isWellFormed()) return refuseIllFormed(raw);
    }
    return refuseValue({
      type: 'literal_error',
      msg: `Input should be ${expected}`,
      input: raw,
      ctx: { expected },
      [ACCEPTED]: accepted,
    });
  };
}

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
function inWords(texts: readonly string[]): string {
  const quoted = texts.map((text) => `'${text}'`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.slice(-1).join('')}`;
}
