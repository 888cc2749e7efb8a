interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The shapes of requests and answers for PHPStan and Psalm, made from the interface description. */
export function generatePhpTypes(openApiDocument: string): string {
  const { components } = JSON.parse(openApiDocument) as Document;
  const lines = Object.entries(components.schemas).map(
    ([name, schema]) => ` * @phpstan-type ${name} ${typeOf(schema)}`,
  );
  return [
    '<?php',
    '',
    '// Made from docs/openapi.json by `npm run generate`: do not edit.',
    '',
    'declare(strict_types=1);',
    '',
    'namespace Momo;',
    '',
    '/**',
    ' * The shapes of requests and answers: `@phpstan-import-type Deposit from \\Momo\\Types`.',
    ' *',
    ...lines,
    ' */',
    'interface Types',
    '{',
    '}',
    '',
  ].join('\n');
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'int|float',
  boolean: 'bool',
  null: 'null',
};

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'mixed';
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return unionOf(values.map(literalOf));
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf.map(typeOf));
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return typeOf(only);
  return unionOf([schema.type ?? []].flat().map((type) => namedType(type, schema)));
}

function namedType(type: string, schema: Schema): string {
  if (type === 'array') return `list<${schema.items ? typeOf(schema.items) : 'mixed'}>`;
  if (type === 'object') return shapeOf(schema);
  return PLAIN[type] ?? 'mixed';
}

function shapeOf({ properties, required = [] }: Schema): string {
  if (properties === undefined) return 'array<string, mixed>';
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `array{${members.join(', ')}}`;
}

function literalOf(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function unionOf(types: readonly string[]): string {
  return types.length === 0 ? 'mixed' : [...new Set(types)].join('|');
}
