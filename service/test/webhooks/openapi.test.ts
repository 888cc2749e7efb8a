import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../src/settings/checkout.ts';

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly requestBody: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly enum?: readonly string[];
}

const document = JSON.parse(readFileSync(join(CHECKOUT, 'docs', 'openapi.json'), 'utf8')) as {
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const MEMBERS = ['service_tx_id', 'reference', 'event', 'direction', 'amount_xaf', 'operator'];

test('the three events of payments are described under webhooks, with payload and signature', () => {
  const names = ['payment.succeeded', 'payment.failed', 'payment.expired'];
  const described = Object.entries(document.webhooks).filter(([name]) =>
    name.startsWith('payment.'),
  );
  assert.deepEqual(
    described.map(([name]) => name),
    names,
  );
  for (const [, { post }] of described) {
    const [signature] = post.parameters;
    assert.equal(signature?.name, 'X-Service-Signature');
    assert.equal(signature.required, true);
    const schema = named(post.requestBody.content['application/json']?.schema.$ref);
    const ours = [...MEMBERS, 'provider_tx_id', 'ts', 'reason_code', 'refund_of'];
    assert.deepEqual(Object.keys(schema?.properties ?? {}), ours);
    assert.deepEqual(schema?.required, [...MEMBERS, 'provider_tx_id', 'ts']);
    assert.deepEqual(named(schema?.properties['event']?.$ref)?.enum, names);
    assert.deepEqual(Object.keys(post.responses), ['2XX']);
  }
});

function named(reference = ''): Schema | undefined {
  return document.components.schemas[reference.replace('#/components/schemas/', '')];
}
