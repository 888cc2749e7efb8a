import { Checkbox, NativeSelect } from '@mantine/core';
import type { FoundWord } from '../../api/types.ts';
import { useWords } from '../../words/words.tsx';
import type { ColumnTableProps } from './column-table.tsx';
import {
  DATE_ORDERS,
  type DateOrder,
  dateOrderOf,
  withDateOrder,
  withWord,
} from './edit-mapping.ts';
import { SpecialRows } from './special-rows.tsx';
import { TextParts } from './text-parts.tsx';

/** What the columns alone do not say: the order of dates, words, and rows that are no payments. */
export function MappingDetails(props: ColumnTableProps) {
  const { mapping: words } = useWords();
  const { look, mapping, onEdit } = props;
  const hasStatus = mapping.columns.status !== undefined;
  return (
    <div className="mapping-details">
      <TextParts {...props} />
      <NativeSelect
        label={words.dates}
        value={dateOrderOf(mapping)}
        data={DATE_ORDERS.map((value) => ({ value, label: words.dateOrders[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onEdit(withDateOrder(mapping, value as DateOrder))
        }
      />
      {mapping.columns.at === undefined && (
        <Checkbox
          label={words.dateAbove}
          checked={mapping.dateAbove === true}
          onChange={({ currentTarget: { checked } }) => onEdit({ ...mapping, dateAbove: checked })}
        />
      )}
      {mapping.columns.fee !== undefined && (
        <NativeSelect
          label={words.feeIs}
          value={mapping.amountHasFee === true ? 'within' : 'besides'}
          data={(['besides', 'within'] as const).map((value) => ({
            value,
            label: words.fees[value],
          }))}
          onChange={({ currentTarget: { value } }) =>
            onEdit({ ...mapping, amountHasFee: value === 'within' })
          }
        />
      )}
      <SpecialRows {...props} />
      {!hasStatus && (mapping.failedRows ?? []).length === 0 && (
        <Checkbox
          label={words.noStatus}
          checked={mapping.hasNoStatus === true}
          onChange={({ currentTarget: { checked } }) =>
            onEdit({ ...mapping, hasNoStatus: checked })
          }
        />
      )}
      {look.words.map((found) => (
        <WordMeaning key={`${found.column} ${found.word}`} {...props} found={found} />
      ))}
    </div>
  );
}

const MEANINGS = {
  status: ['succeeded', 'failed'],
  direction: ['in', 'out'],
} as const satisfies Record<FoundWord['column'], readonly FoundWord['means'][]>;

function WordMeaning({ mapping, onEdit, found }: ColumnTableProps & { readonly found: FoundWord }) {
  const { mapping: words } = useWords();
  const choices = MEANINGS[found.column].map((value) => ({ value, label: words.means[value] }));
  const unclear = { value: '', label: words.unclear };
  return (
    <NativeSelect
      label={words.wordOf(words.columns[found.column], found.word)}
      value={found.means ?? ''}
      data={found.means === null ? [unclear, ...choices] : choices}
      onChange={({ currentTarget: { value } }) =>
        onEdit(withWord(mapping, found, value as FoundWord['means']))
      }
    />
  );
}
