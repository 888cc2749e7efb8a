import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operator } from './domain/operators/operator.ts';
import { COLUMNS, type StatementMapping } from './domain/reconciliation/statements/mapping.ts';

const OPERATORS_FOLDER = join(import.meta.dirname, 'domain', 'operators');

/** The mappings that come with the service, and before them those of a deployment's own file. */
export function loadStatementMappings(
  operator: Operator,
  ownFile: string | null,
): readonly StatementMapping[] {
  const shipped = join(OPERATORS_FOLDER, operator, 'statement-mappings.json');
  const files = [...(ownFile === null ? [] : [ownFile]), shipped];
  return files.flatMap((file) => readMappings(file, operator));
}

function readMappings(file: string, operator: Operator): readonly StatementMapping[] {
  const mappings = JSON.parse(readFileSync(file, 'utf8')) as readonly StatementMapping[];
  for (const mapping of mappings) {
    const missing = COLUMNS.filter((column) => !Array.isArray(mapping.columns?.[column]));
    if (missing.length > 0) throw new Error(`${file}: ${mapping.id} lacks ${missing.join(', ')}`);
  }
  return mappings.map((mapping) => ({ ...mapping, operator }));
}
