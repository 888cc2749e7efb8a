/** The parts of the OpenAPI document that the explorer shows. */
export interface InterfaceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}

/** An operation with its path and method. */
export interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function listOperations({ paths }: InterfaceDocument): readonly Located[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

export function bodySchemaOf(body: Body | undefined): Schema | null {
  return body?.content?.['application/json']?.schema ?? null;
}

/** The schema that a reference points to, or the schema itself. */
export function resolve({ components }: InterfaceDocument, schema: Schema): Schema {
  const name = componentNameOf(schema);
  return name === null ? schema : (components.schemas[name] ?? schema);
}

/** The name of the component that a schema refers to. */
export function componentNameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

/** An example of a schema's value; an object has only its required members. */
export function exampleOf(document: InterfaceDocument, given: Schema): unknown {
  const schema = resolve(document, given);
  const { properties, required = [], examples, enum: values, anyOf, items } = schema;
  if (examples !== undefined) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (values !== undefined) return values[0];
  if (properties !== undefined) {
    const needed = Object.entries(properties).filter(([name]) => required.includes(name));
    return Object.fromEntries(needed.map(([name, one]) => [name, exampleOf(document, one)]));
  }
  if (anyOf?.[0] !== undefined) return exampleOf(document, anyOf[0]);
  return items === undefined ? null : [exampleOf(document, items)];
}
