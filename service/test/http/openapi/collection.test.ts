import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startTestService } from '../../support/harness.ts';

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly url: {
      readonly path: readonly string[];
      readonly variable: readonly { readonly key: string; readonly value: string }[];
      readonly query: readonly {
        readonly key: string;
        readonly value: string;
        readonly disabled: boolean;
      }[];
    };
    readonly body?: { readonly raw: string };
  };
}

const collection = JSON.parse(
  readFileSync(join(CHECKOUT, 'docs', 'postman-collection.json'), 'utf8'),
) as { readonly item: readonly { readonly item: readonly Item[] }[] };

test('every request of the collection is understood as it is', async () => {
  const service = await startTestService();
  const items = collection.item.flatMap(({ item }) => item);
  assert.ok(items.length > 10);
  for (const { name, request } of items) {
    const { method, header, url, body } = request;
    const path = url.path.map(
      (part) => url.variable.find(({ key }) => `:${key}` === part)?.value ?? part,
    );
    const given = url.query.filter(({ disabled }) => !disabled);
    const query = new URLSearchParams(given.map(({ key, value }) => [key, value]));
    const answer = await service.call(method, `/${path.join('/')}?${query}`, {
      headers: Object.fromEntries(header.map(({ key, value }) => [key, value])),
      ...(body && { body: body.raw }),
    });
    // The transaction of the examples is not there.
    const isUnknown = answer.status === 404 && answer.text.includes('Transaction not found');
    assert.ok(answer.status === 200 || isUnknown, `${name}: ${answer.status} ${answer.text}`);
  }
});
