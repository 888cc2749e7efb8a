import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FoundWord, TriedPattern } from '../../api/types.ts';
import { useWords } from '../../words/words.tsx';
import type { ColumnTableProps } from './column-table.tsx';
import {
  DATE_ORDERS,
  type DateOrder,
  dateOrderOf,
  withDateOrder,
  withWord,
} from './edit-mapping.ts';
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
      <LeftOut {...props} />
      {!hasStatus && (
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

function LeftOut({ look, mapping, onEdit }: ColumnTableProps) {
  const { mapping: words } = useWords();
  const [typed, setTyped] = useState('');
  const leftOut = mapping.leftOut ?? [];
  const add = () => {
    if (typed.trim() === '') return;
    onEdit({ ...mapping, leftOut: [...leftOut, { pattern: typed.trim() }] });
    setTyped('');
  };
  return (
    <div className="left-out">
      <div className="left-out-new">
        <TextInput
          label={words.leftOut}
          description={words.leftOutHint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        <Button variant="default" size="sm" onClick={add} disabled={typed.trim() === ''}>
          {words.leaveOut}
        </Button>
      </div>
      {leftOut.length > 0 && (
        <ul>
          {leftOut.map(({ column, pattern }, index) => (
            <li key={`${column ?? ''} ${pattern}`}>
              <span>
                <span className="code">
                  {column === undefined ? pattern : `${column}: ${pattern}`}
                </span>
                <LeavesOut tried={look.left_out[index]} typed={pattern} />
              </span>
              <Button
                variant="default"
                size="xs"
                onClick={() => onEdit({ ...mapping, leftOut: leftOut.toSpliced(index, 1) })}
                aria-label={words.readAgain(pattern)}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const ROWS_NAMED = 3;

/** Which rows a pattern leaves out, once the service has read with it. */
function LeavesOut({ tried, typed }: LeavesOutProps) {
  const { mapping: words } = useWords();
  if (tried?.pattern !== typed) return null;
  const rows = tried.found.slice(0, ROWS_NAMED).map(({ row }) => row);
  return <span className="soft"> {words.leavesOutRows(tried.count, rows.join(', '))}</span>;
}

interface LeavesOutProps {
  readonly tried: TriedPattern | undefined;
  readonly typed: string;
}
