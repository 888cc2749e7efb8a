import { isDeepStrictEqual } from 'node:util';
import type { SwaggerTransformObject } from '@fastify/swagger';
import { errorResponses, RESPONSE_HEADERS, type ResponseHeader } from '../contract/schema.ts';
import { assert } from '../domain/assert.ts';

type Document = ReturnType<SwaggerTransformObject>;
type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * Adds what generators need to the collected routes: a schema with a title becomes a component of
 * that name, and every answer gets its headers. The routes themselves keep whole schemas, because
 * answers are serialised with them.
 */
export function completeDocument(document: Document): Document {
  const schemas = new Map<string, Json>();
  const { paths, webhooks, components, ...rest } = document as Json & {
    readonly paths: Paths;
    readonly webhooks: Paths;
    readonly components: { readonly schemas: Json };
  };
  const named = {
    paths: nameSchemas(mapOperations(paths, describeOperation), schemas),
    webhooks: nameSchemas(mapOperations(webhooks, describeWebhook), schemas),
    shared: nameSchemas(components.schemas, schemas),
  };
  return {
    ...rest,
    components: {
      ...components,
      headers: RESPONSE_HEADERS,
      schemas: sortedByName({ ...(named.shared as Json), ...Object.fromEntries(schemas) }),
    },
    paths: named.paths,
    webhooks: named.webhooks,
  } as Document;
}

function mapOperations(
  paths: Paths,
  map: (operation: Operation, path: string) => Operation,
): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, map(operation, path)]),
      ),
    ]),
  );
}

/** Headers of the success of some operations, in addition to those that all have. */
const OWN_HEADERS: Readonly<Record<string, readonly ResponseHeader[]>> = {
  createDeposit: ['Idempotent-Replayed', 'Idempotent-Differs'],
  createWithdrawal: ['Idempotent-Replayed', 'Idempotent-Differs'],
  createRefund: ['Idempotent-Replayed', 'Idempotent-Differs'],
  createCheckout: ['Idempotent-Replayed', 'Idempotent-Differs'],
  getCallbackPublicKey: ['Cache-Control'],
  getJwks: ['Cache-Control', 'ETag'],
};

function describeOperation(operation: Operation): Operation {
  return describeBody(describeAnswers(operation));
}

function describeBody(operation: Operation): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  return { ...operation, requestBody: withExample(requestBody, withoutDefaults) };
}

/** Its example is of the event that it is about. */
function describeWebhook(operation: Operation, event: string): Operation {
  const { requestBody = {} } = operation;
  const body = withExample(requestBody) as { readonly content: Readonly<Record<string, Json>> };
  const { example, ...described } = body.content['application/json'] ?? {};
  const ofEvent = { ...described, example: { ...(example as Json), event } };
  return { ...operation, requestBody: { ...body, content: { 'application/json': ofEvent } } };
}

/** A body that has a whole example: of requests and successes, which people paste. */
function withExample(body: Json, change: (schema: Json) => Json = (schema) => schema): Json {
  const { content } = body as { readonly content?: Readonly<Record<string, Json>> };
  const { schema } = (content?.['application/json'] ?? {}) as { readonly schema?: Json };
  if (schema === undefined || '$ref' in schema) return body;
  const described = { schema: change(schema), example: exampleOf(schema) };
  return { ...body, content: { 'application/json': described } };
}

/** Generators make a member with a default a required one, although it may be left out. */
function withoutDefaults(schema: Json): Json {
  const members = Object.entries(schema['properties'] ?? {}) as [string, Json][];
  const properties = members.map(([name, { default: unset, ...member }]) => {
    const isNamed = unset !== undefined && unset !== null;
    const words = isNamed ? ` Left out it is \`${unset as string}\`.` : '';
    const description = `${member['description'] as string}${words}`;
    return [name, { ...member, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function exampleOf(schema: Json): unknown {
  const {
    examples,
    enum: values,
    const: only,
    properties,
    items,
    anyOf,
    type,
  } = schema as {
    readonly examples?: readonly unknown[];
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    readonly properties?: Readonly<Record<string, Json>>;
    readonly items?: Json;
    readonly anyOf?: readonly Json[];
    readonly type?: string | readonly string[];
  };
  const [first] = examples ?? values ?? [];
  if (first !== undefined) return first;
  if (only !== undefined) return only;
  // Without what only one kind of answer has, such as the code to dial.
  if ([type].flat().includes('null')) return null;
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  if (items !== undefined) return [exampleOf(items)];
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([name]) => required.has(name) || ALSO_SHOWN.has(name))
      .map(([name, member]) => [name, exampleOf(member)]),
  );
}

/** Optional members that most requests have. */
const ALSO_SHOWN: ReadonlySet<string> = new Set(['callback_url']);

function describeAnswers(operation: Operation): Operation {
  // Integer-like keys are always in ascending order, so the 405 ends up in order.
  const responses = { ...operation.responses, 405: METHOD_NOT_ALLOWED };
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        {
          ...(status === '200' ? withExample(response) : response),
          headers: describeHeaders(operation, status),
        },
      ]),
    ),
  };
}

const METHOD_NOT_ALLOWED = {
  description: String(Reflect.get(errorResponses(405)[405] ?? {}, 'description')),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function describeHeaders({ operationId }: Operation, status: string): Json {
  const names: ResponseHeader[] = ['X-Request-Id'];
  if (status === '429' || status === '503') names.push('Retry-After');
  if (status === '405') names.push('Allow');
  if (status === '200') names.push('Ignored-Parameters', ...(OWN_HEADERS[operationId] ?? []));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function nameSchemas(node: unknown, schemas: Map<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((item) => nameSchemas(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, nameSchemas(value, schemas)]),
  );
  const { title, ...schema } = inner;
  return typeof title === 'string' ? refer(title, schema, schemas) : inner;
}

function refer(name: string, schema: Json, schemas: Map<string, Json>): Json {
  const types = [schema['type']].flat();
  const component = types.includes('null')
    ? { ...schema, type: types.find((type) => type !== 'null') }
    : schema;
  const known = schemas.get(name);
  assert(known === undefined || isDeepStrictEqual(known, component), `${name} has one meaning`);
  schemas.set(name, component);
  const reference = { $ref: `#/components/schemas/${name}` };
  return component === schema ? reference : { anyOf: [reference, { type: 'null' }] };
}

function sortedByName(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
