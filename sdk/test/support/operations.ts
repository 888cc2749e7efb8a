import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../service/src/settings/checkout.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

/** The names of all operations in docs/openapi.json. */
export function listOperationIds(): readonly string[] {
  const text = readFileSync(join(CHECKOUT, 'docs', 'openapi.json'), 'utf8');
  return Object.values((JSON.parse(text) as Document).paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
}
