/** The parts of the document from which requests are made. */
interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly example: Readonly<Record<string, unknown>> }>
    >;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: Schema;
}

interface Schema {
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** What a request takes from the collection's variables, so that each follows from the one before. */
const FROM_VARIABLES: Readonly<Record<string, string>> = {
  service_tx_id: '{{serviceTxId}}',
  player_id: '{{playerId}}',
  checkout_id: '{{checkoutId}}',
  // Postman makes another one for each request, so that no one gets an older payment back.
  reference: '{{$guid}}',
};

/** What the first request about a payment or a checkout creates is what all others are about. */
const REMEMBERED = new Map([
  ['createDeposit', remember('serviceTxId', 'service_tx_id')],
  ['createCheckout', remember('checkoutId', 'checkout_id')],
]);

function remember(variable: string, member: string) {
  const exec = [`pm.collectionVariables.set('${variable}', pm.response.json().${member});`];
  return { listen: 'test', script: { type: 'text/javascript', exec } };
}

/** Payments first, then their outcomes, then what reports them: the order in which it is walked. */
const ORDER = ['Deposits', 'Withdrawals', 'Sandbox'];

/** Every operation as a request of a collection (format 2.1); Bruno and Insomnia import it too. */
export function postmanCollection(openApi: string): string {
  const document = JSON.parse(openApi) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const collection = {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:8000' },
      { key: 'apiKey', value: '' },
      { key: 'playerId', value: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      { key: 'serviceTxId', value: '' },
      { key: 'checkoutId', value: '' },
    ],
    item: inOrder(document.tags).map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => toItem(path, method, operation)),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function inOrder(tags: Document['tags']): Document['tags'] {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return tags.toSorted((a, b) => place(a.name) - place(b.name));
}

function toItem(path: string, method: string, operation: Operation) {
  const parameters = operation.parameters ?? [];
  const query = parameters.filter((one) => one.in === 'query');
  const parts = path.slice(1).split('/');
  const body = operation.requestBody?.content['application/json'];
  const remembered = REMEMBERED.get(operation.operationId);
  return {
    name: operation.summary,
    ...(remembered && { event: [remembered] }),
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
      header: body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw: `{{baseUrl}}/${parts.map(toVariable).join('/')}`,
        host: ['{{baseUrl}}'],
        path: parts.map(toVariable),
        variable: parameters.filter((one) => one.in === 'path').map(toValue),
        // Optional ones are included, but disabled.
        query: query.map((one) => ({ ...toValue(one), disabled: one.required !== true })),
      },
      ...(body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify({ ...body.example, ...variablesOf(body.example) }, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}

function toVariable(part: string): string {
  return part.replace(/^\{(.*)\}$/, ':$1');
}

function variablesOf(example: Readonly<Record<string, unknown>>): Record<string, string> {
  const known = Object.entries(FROM_VARIABLES).filter(([name]) => name in example);
  return Object.fromEntries(known);
}

function toValue({ name, in: place, description = '', example, schema }: Parameter) {
  const [first] = schema.examples ?? schema.enum ?? [];
  const variable = place === 'path' ? FROM_VARIABLES[name] : undefined;
  const value = variable ?? example ?? first ?? schema.default ?? '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { key: name, value: text, description };
}
