import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMapping, type StatementMapping } from '../domain/finance/statements/mapping.ts';
import type { Fields } from '../domain/json.ts';
import type { Operator } from '../domain/operators/operator.ts';
import { OWN_MAPPINGS } from './sms-templates.ts';

const OPERATORS_FOLDER = join(import.meta.dirname, '..', 'domain', 'operators');

/** The file of mappings in a deployment's own folder, or `null` if there is none. */
export function ownMappings(folder: string | null): string | null {
  const file = folder === null ? null : join(folder, OWN_MAPPINGS);
  return file !== null && existsSync(file) ? file : null;
}

/** The mappings that come with the service, and before them those of a deployment's own file. */
export function loadStatementMappings(
  operator: Operator,
  ownFile: string | null,
): readonly StatementMapping[] {
  const shippedFile = join(OPERATORS_FOLDER, operator, 'statement-mappings.json');
  const shipped = readMappings(shippedFile, operator, NO_WORDS);
  if (ownFile === null) return shipped;
  const usual = {
    succeeded: shipped.flatMap(({ succeeded }) => succeeded),
    failed: shipped.flatMap(({ failed }) => failed),
  };
  return [...readMappings(ownFile, operator, usual), ...shipped];
}

/** What statuses mean; a mapping without its own uses the shipped ones. */
type StatusWords = Pick<StatementMapping, 'succeeded' | 'failed'>;
const NO_WORDS: StatusWords = { succeeded: [], failed: [] };

function readMappings(
  file: string,
  operator: Operator,
  usual: StatusWords,
): readonly StatementMapping[] {
  // An operator whose statements have no known form has none.
  if (!existsSync(file)) return [];
  const mappings = JSON.parse(readFileSync(file, 'utf8')) as readonly Fields[];
  return mappings.map((said) => {
    const read = readMapping({ ...usual, ...said, operator });
    if (read.kind === 'mapping') return read.mapping;
    throw new Error(`${file}: ${String(said['id'])} is wrong in ${read.fields.join(', ')}`);
  });
}
