import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

/** The fields of log lines, as docs/operations.md has them. */
export const LOG_FIELDS: ReadonlySet<string> = readLogFields();

function readLogFields(): ReadonlySet<string> {
  const page = readFileSync(join(CHECKOUT, 'docs', 'operations.md'), 'utf8');
  const [, table = ''] = /^\| Field +\| Means +\|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return new Set(
    cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
  );
}

/** Throws for a line with a field that the document does not have. */
export function refuseUnknownFields(line: string): void {
  const unknown = Object.keys(JSON.parse(line) as object).filter((name) => !LOG_FIELDS.has(name));
  if (unknown.length > 0) {
    throw new Error(`docs/operations.md, "Logs", does not name ${unknown.join(', ')}: ${line}`);
  }
}
