import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Compile, type Validator } from 'typebox/schema';
import type { Answer, CallOptions } from './call.ts';

type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly headers?: Json }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
}

interface Descriptions {
  readonly ofAnswers: Document;
  /** Without formats: the service takes more spellings of a number or an id than one. */
  readonly ofRequests: Document;
}

const FILE = new URL('../../../docs/openapi.json', import.meta.url);
let read: Descriptions | null = null;

/** Read and compiled when it is first wanted: most files of tests call nothing of it. */
function readDescriptions(): Descriptions {
  if (read !== null) return read;
  const text = readFileSync(FILE, 'utf8');
  const leaveOut = (name: string, value: unknown) => (name === 'format' ? undefined : value);
  read = {
    ofAnswers: JSON.parse(text) as Document,
    ofRequests: JSON.parse(text, leaveOut) as Document,
  };
  return read;
}

/**
 * What any test says to the public interface, and what it answers, is as docs/openapi.json says. A
 * request that was refused may be as wrong as it likes; one that was taken must be described.
 */
export function assertDescribed(
  method: string,
  address: string,
  options: CallOptions,
  answer: Answer,
): void {
  // As it is sent: without the steps back in it.
  const path = new URL(`http://localhost${address}`).pathname;
  if (!path.startsWith('/api/v1/') && path !== '/health') return;
  const { ofAnswers, ofRequests } = readDescriptions();
  const template = findTemplate(ofAnswers, path);
  if (template === null) return;
  const verb = method.toLowerCase();
  const operation = ofAnswers.paths[template]?.[verb];
  const name = `${method} ${path}: ${answer.status}`;
  if (operation === undefined) {
    // HEAD is answered by what answers GET.
    assert.ok(answer.status >= 400 || method === 'HEAD', `${name} is not described`);
    return;
  }
  if (answer.status === HEADERS_TOO_LARGE) return;
  // Live has no sandbox, and says so as of any address that does not exist.
  if (answer.status === 404 && path.startsWith('/api/v1/sandbox/')) return;
  const response = operation.responses[String(answer.status)];
  assert.ok(response !== undefined, `${name} is not described in docs/openapi.json`);
  hold(ofAnswers, response, answer.json, `${name} is answered otherwise than described`);
  const undescribed = ACTED_ON.filter(
    (header) => answer.headers.has(header) && response.headers?.[header] === undefined,
  );
  assert.deepEqual(undescribed, [], `${name} has headers that are not described`);
  if (answer.status >= 300) return;
  const body = ofRequests.paths[template]?.[verb]?.requestBody;
  hold(
    ofRequests,
    body,
    options.json ?? parse(options.body),
    `${name} takes what is not described`,
  );
}

/** Headers by which clients act. */
const ACTED_ON = ['Idempotent-Replayed', 'Idempotent-Differs', 'Retry-After'];

/** Answered before the operation is known. */
const HEADERS_TOO_LARGE = 431;

/** Of the paths that fit the one with the most literal segments. */
function findTemplate({ paths }: Document, path: string): string | null {
  const parts = path.split('/');
  const isVariable = (part: string) => part.startsWith('{');
  const variablesOf = (template: string) => template.split('/').filter(isVariable).length;
  const fitting = Object.keys(paths).filter((template) => {
    const own = template.split('/');
    const fits = (part: string, n: number) => isVariable(part) || part === parts[n];
    return own.length === parts.length && own.every(fits);
  });
  return fitting.toSorted((a, b) => variablesOf(a) - variablesOf(b))[0] ?? null;
}

const validators = new Map<Json, Validator>();

function hold(
  { components }: Document,
  content: Content | undefined,
  value: unknown,
  message: string,
): void {
  const schema = content?.content?.['application/json']?.schema;
  if (schema === undefined || value === null) return;
  const validator = validators.get(schema) ?? Compile({ ...schema, components });
  validators.set(schema, validator);
  if (validator.Check(value)) return;
  const [, errors] = validator.Errors(value);
  assert.fail(`${message}: ${JSON.stringify(errors.slice(0, 3))} ${JSON.stringify(value)}`);
}

function parse(body: CallOptions['body']): unknown {
  if (typeof body !== 'string') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
