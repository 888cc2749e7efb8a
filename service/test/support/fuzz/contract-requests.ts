import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';

type Json = Readonly<Record<string, unknown>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly json: unknown;
}

/** Values that earlier requests have brought about, so that later ones find something. */
export type Known = readonly string[];

const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;

/** What breaks things elsewhere. */
export const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, '', '\0', '\uD800', -1, 1.5, 1e308, 9007199254740992, [], {}),
  fc.constantFrom("' or 1=1 --", '__proto__', '\u202E', '٣٤٥', 'é'.repeat(3_000)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

/** What requests are made from. */
export interface Source {
  readonly known: Known;
  readonly document: Document;
}

/** Any request to the interface that is as its description says, or off by little. */
export function anyRequest(known: Known): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => requestOf({ known, document: DOCUMENT }, path, method)),
  );
  return fc.oneof(...operations);
}

/** A request to one described path, such as `/api/v1/{country}/providers`. */
export function requestOf(
  from: Source,
  template: string,
  method: string,
): fc.Arbitrary<FuzzedRequest> {
  const { parameters = [], requestBody } = from.document.paths[template]?.[method] ?? {};
  const schema = requestBody?.content['application/json']?.schema;
  const values = fc.tuple(...parameters.map((parameter) => textOf(from, parameter)));
  const body = schema === undefined ? fc.constant(undefined) : rarely(ODD, valueOf(from, schema));
  return fc.tuple(values, body).map(([texts, json]) => {
    const given = parameters.map((parameter, index) => ({ parameter, text: texts[index] ?? null }));
    const path = given
      .filter(({ parameter }) => parameter.in === 'path')
      .reduce((text, { parameter, text: value }) => {
        return text.replace(`{${parameter.name}}`, encode(value ?? 'x'));
      }, template);
    const query = given
      .filter(({ parameter, text }) => parameter.in === 'query' && text !== null)
      .map(({ parameter, text }) => `${parameter.name}=${encode(text ?? '')}`);
    return { method: method.toUpperCase(), path: [path, query.join('&')].join('?'), json };
  });
}

export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()) || '%20';
}

/** `null` leaves it out. Without examples no guess would be a real country. */
function textOf(
  from: Source,
  { schema, required, example }: Parameter,
): fc.Arbitrary<string | null> {
  const any = valueOf(from, schema);
  const usual = example === undefined ? any : fc.oneof(fc.constant(example), any);
  const text = rarely(ODD, usual).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return required ? text : fc.option(text, { freq: 2 });
}

/** One of ten is odd. */
export function rarely(
  odd: fc.Arbitrary<unknown>,
  usual: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: odd }, { weight: 9, arbitrary: usual });
}

function valueOf(from: Source, given: Schema): fc.Arbitrary<unknown> {
  const schema = resolve(from, given);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((one) => valueOf(from, one)));
  }
  switch (schema.type) {
    case 'object':
      return objectOf(from, schema);
    case 'array':
      return fc.array(valueOf(from, schema.items ?? {}), { maxLength: 3 });
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return stringOf(from, schema);
    case undefined:
    default:
      return ODD;
  }
}

function resolve(from: Source, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { schemas } = from.document.components;
  return resolve(from, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

function objectOf(from: Source, schema: Schema): fc.Arbitrary<Json> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const isNeeded = schema.required?.includes(name) ?? false;
    const some = rarely(ODD, valueOf(from, value));
    // A field that is needed is missing now and then.
    return [name, fc.option(some, { nil: undefined, freq: isNeeded ? 20 : 1 })] as const;
  });
  return fc.record(Object.fromEntries(fields));
}

function numberOf({ minimum = -10, maximum = 2 ** 40 }: Schema): fc.Arbitrary<number> {
  const most = Math.min(maximum, Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(most, minimum + 100_000) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
  );
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  msisdn: fc.oneof(
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => `+23767${String(n).padStart(7, '0')}`),
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => `23769${String(n).padStart(7, '0')}`),
    fc.constantFrom('670000001', '+33612345678', '+237670000099', '+2376700000011'),
  ),
  uri: fc.oneof(fc.webUrl(), fc.constantFrom('http://127.0.0.1:9/hook', 'ftp://x', 'http://')),
  // Some do not exist.
  date: fc.stringMatching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString()),
};

function stringOf({ known }: Source, schema: Schema): fc.Arbitrary<string> {
  const format = schema.format ?? '';
  // Drawn when it is sent, since what is known grows meanwhile.
  const one = fc.nat().map((n) => known[n % known.length] ?? randomUUID());
  if (format === 'uuid') return fc.oneof(one, fc.uuid());
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  const plain = fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 200),
  });
  return FORMATS[format] ?? fc.oneof(plain, one);
}
