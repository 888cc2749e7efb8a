import { type Fields, fieldsOf, listOf } from '../../json.ts';
import { findWithin } from './column-contents.ts';
import type { SheetRow } from './find-table.ts';
import { locateTable } from './locate-table.ts';
import type { Column } from './mapping.ts';
import { plainText } from './read-line.ts';
import { proposePatterns } from './text-pattern.ts';
import { fold } from './values.ts';

/** Proposes patterns where a person has said that a value is a part of a text, and not yet how. */
export function completePatterns(mapping: Fields, rows: readonly SheetRow[]): Fields {
  const { names, columns } = locateTable(rows);
  const asked = Object.entries(fieldsOf(mapping['patterns'])).map(([column, patterns]) => {
    if (listOf(patterns).length > 0) return [column, patterns];
    const [heading] = listOf(fieldsOf(mapping['columns'])[column]);
    const place = names.findIndex((name) => fold(name) === fold(String(heading)));
    const values = columns.find((one) => one.place === place)?.values.map(plainText) ?? [];
    const texts = values.filter((value) => value !== '');
    const proposed = proposePatterns(
      texts.flatMap((text) => findWithin(column as Column)(text) ?? []),
    );
    return [column, proposed.length > 0 ? proposed : texts.slice(0, 1)];
  });
  return asked.length === 0 ? mapping : { ...mapping, patterns: Object.fromEntries(asked) };
}
