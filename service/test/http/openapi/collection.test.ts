import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startTestService } from '../../support/harness.ts';

interface Item {
  readonly name: string;
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
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
) as {
  readonly item: readonly { readonly item: readonly Item[] }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
};

/** As Postman does: its own variables are made anew, and scripts set those of the collection. */
function createRunner() {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
      name === '$guid' ? randomUUID() : (variables.get(name) ?? `{{${name}}}`),
    );
  const run = ({ event = [] }: Item, json: unknown) => {
    const pm = {
      response: { json: () => json },
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
    };
    for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
  };
  return { fill, run };
}

test('the collection is walked from its first request to its last, twice, and each succeeds', async () => {
  const service = await startTestService();
  const items = collection.item.flatMap(({ item }) => item);
  assert.ok(items.length > 10);
  const { fill, run } = createRunner();
  const created = new Set<string>();
  for (const one of [...items, ...items]) {
    const { method, header, url, body } = one.request;
    const path = url.path.map(
      (part) => url.variable.find(({ key }) => `:${key}` === part)?.value ?? part,
    );
    const given = url.query.filter(({ disabled }) => !disabled);
    const query = new URLSearchParams(given.map(({ key, value }) => [key, fill(value)]));
    const answer = await service.call(method, `/${fill(path.join('/'))}?${query}`, {
      headers: Object.fromEntries(header.map(({ key, value }) => [key, value])),
      ...(body && { body: fill(body.raw) }),
    });
    assert.equal(answer.status, 200, `${one.name}: ${answer.text}`);
    assert.equal(answer.headers.get('idempotent-replayed'), null, one.name);
    run(one, answer.json);
    const { service_tx_id: id } = answer.json as { readonly service_tx_id?: string };
    if (one.event && id !== undefined) created.add(id);
  }
  assert.equal(created.size, 2, 'each walk has a deposit of its own');
});

test('a body of the description is a whole example, and no address is relative', async () => {
  const service = await startTestService();
  const { json } = await service.call('GET', '/openapi.json');
  const { paths, externalDocs } = json as {
    readonly externalDocs?: unknown;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  assert.equal(externalDocs, undefined);
  for (const [path, methods] of Object.entries(paths)) {
    for (const { requestBody, responses } of Object.values(methods)) {
      for (const body of [requestBody, responses['200']]) {
        const described = body?.content?.['application/json'];
        assert.ok(described === undefined || described.example !== undefined, path);
      }
    }
  }
  const text = JSON.stringify(json);
  const { schemas } = (JSON.parse(text) as { components: { schemas: object } }).components;
  const requests = Object.entries(schemas).filter(([name]) => name.endsWith('Request'));
  assert.doesNotMatch(JSON.stringify(requests), /"default"/, 'generators would require the member');
});

interface Described {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}
