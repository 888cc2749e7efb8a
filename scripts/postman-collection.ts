/** The parts of the document from which requests are made. */
interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
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
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

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
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => toItem(document, path, method, operation)),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function toItem(document: Document, path: string, method: string, operation: Operation) {
  const parameters = operation.parameters ?? [];
  const query = parameters.filter((one) => one.in === 'query');
  const parts = path.slice(1).split('/');
  const body = operation.requestBody?.content['application/json'];
  return {
    name: operation.summary,
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
          raw: JSON.stringify(exampleOf(document, body.schema), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}

function toVariable(part: string): string {
  return part.replace(/^\{(.*)\}$/, ':$1');
}

function toValue({ name, description = '', example, schema }: Parameter) {
  const [first] = schema.examples ?? schema.enum ?? [];
  const value = example ?? first ?? schema.default ?? '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { key: name, value: text, description };
}

function exampleOf(document: Document, schema: Schema): unknown {
  const whole = { ...document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''], ...schema };
  if (whole.properties === undefined) {
    const [first] = whole.examples ?? whole.enum ?? [];
    return whole.default ?? first ?? null;
  }
  return Object.fromEntries(
    Object.entries(whole.properties).map(([name, member]) => [name, exampleOf(document, member)]),
  );
}
