import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT_EVENTS } from '../../../src/domain/checkouts/checkout-event.ts';
import { PAYMENT_EVENTS } from '../../../src/domain/transactions/transaction.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

type Json = Readonly<Record<string, unknown>>;

interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Json>>;
  readonly content: Readonly<Record<string, { readonly schema: Json }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Pick<Response, 'content'>;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const document = JSON.parse(
  readFileSync(join(CHECKOUT, 'docs', 'openapi.json'), 'utf8'),
) as Document;
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const webhooks = Object.values(document.webhooks).map(({ post }) => post);

const NAME = /^#\/components\/schemas\/(\w+)$/;

test('every body that is sent or received has a schema with a name', () => {
  const bodies = [...operations, ...webhooks].flatMap(({ operationId, requestBody, responses }) => [
    ...(requestBody ? [[`${operationId} request`, requestBody] as const] : []),
    ...Object.entries(responses)
      .filter(([status]) => status === '200')
      .map(([status, response]) => [`${operationId} ${status}`, response] as const),
  ]);
  assert.ok(bodies.length > 15);
  for (const [name, body] of bodies) {
    const [, component = ''] = NAME.exec(String(schemaOf(body)['$ref'])) ?? [];
    assert.ok(schemas[component], `${name} is ${JSON.stringify(schemaOf(body))}`);
  }
});

test('every property and parameter is described, and has an example or a list of values', () => {
  let seen = 0;
  for (const [where, schema] of listProperties()) {
    seen += 1;
    const whole = resolve(schema);
    assert.ok(typeof whole['description'] === 'string', `${where} has no description`);
    const isWhole = ['examples', 'enum', 'const', 'properties', 'items'].some(
      (key) => key in whole,
    );
    assert.ok(isWhole, `${where} has no example`);
  }
  assert.ok(seen > 100, `${seen} properties`);
});

test('what is one of a few values is documented as such, in answers too', () => {
  const words = new Map(listProperties().map(([where, schema]) => [where, resolve(schema)]));
  for (const [where, first] of [
    ['Deposit.status', 'pending'],
    ['Withdrawal.status', 'pending_approval'],
    ['Deposit.operator', 'mtn'],
    ['Deposit.collection_mode', 'merchant_initiated'],
    ['Transaction.state', 'pending'],
    ['Transaction.direction', 'deposit'],
    ['WebhookPayload.event', 'payment.succeeded'],
    ['Detection.operator', 'mtn'],
    ['DepositRequest.operator', 'mtn'],
  ] as const) {
    const values = words.get(where)?.['enum'];
    assert.ok(Array.isArray(values) && values[0] === first, `${where}: ${JSON.stringify(values)}`);
  }
  for (const where of ['Provider.status', 'ProviderHealth.status']) {
    assert.equal(words.get(where)?.['enum'], undefined, `${where} stays open`);
  }
});

test('every answer names its headers, and every path says what it does with other methods', () => {
  for (const { operationId, responses } of operations) {
    assert.ok(responses['405'], `${operationId} documents no 405`);
    for (const [status, { headers, description }] of Object.entries(responses)) {
      const names = Object.keys(headers);
      assert.notEqual(description, 'Default Response', `${operationId} ${status}`);
      assert.ok(names.includes('X-Request-Id'), `${operationId} ${status}`);
      assert.equal(names.includes('Retry-After'), status === '429' || status === '503');
      assert.equal(names.includes('Allow'), status === '405');
    }
  }
});

test('a webhook is documented with both kinds of signature', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...PAYMENT_EVENTS, ...CHECKOUT_EVENTS]);
  for (const { parameters = [] } of webhooks) {
    assert.deepEqual(
      parameters.map((one) => [one['name'], one['in'], one['required']]),
      [
        ['X-Service-Signature', 'header', true],
        ['webhook-id', 'header', false],
        ['webhook-timestamp', 'header', false],
        ['webhook-signature', 'header', false],
      ],
    );
  }
});

function schemaOf({ content }: Pick<Response, 'content'>): Json {
  return content['application/json']?.schema ?? {};
}

/** Every property of a schema and every parameter, with its location. */
function listProperties(): readonly (readonly [where: string, schema: Json])[] {
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => propertiesOf(name, schema)),
    ...operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((one): [string, Json] => [
        `${operationId} ${String(one['name'])}`,
        {
          ...(one['schema'] as Json),
          description: one['description'],
          ...('example' in one && { examples: [one['example']] }),
        },
      ]),
    ),
  ];
}

function propertiesOf(name: string, schema: Json): readonly (readonly [string, Json])[] {
  const { properties = {}, items } = schema as { properties?: Record<string, Json>; items?: Json };
  return [
    ...Object.entries(properties).flatMap(([key, value]): (readonly [string, Json])[] => [
      [`${name}.${key}`, value],
      ...propertiesOf(`${name}.${key}`, value),
    ]),
    ...(items ? propertiesOf(`${name}[]`, items) : []),
  ];
}

/** The schema with what it refers to, also behind "or null". */
function resolve(schema: Json): Json {
  const members = (schema['anyOf'] ?? []) as readonly Json[];
  const reference = schema['$ref'] ?? members.find((member) => '$ref' in member)?.['$ref'];
  const [, name = ''] = NAME.exec(String(reference)) ?? [];
  return { ...schemas[name], ...schema };
}
