import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StatementLook, TriedPattern } from '../../api/types.ts';
import { useWords } from '../../words/words.tsx';
import type { ColumnTableProps } from './column-table.tsx';
import { ROW_KINDS, type RowKind } from './edit-mapping.ts';

/** Rows that are no payments that happened, by what one of their cells says. */
export function SpecialRows(props: ColumnTableProps) {
  const { look, mapping, onEdit } = props;
  return (
    <div className="left-out">
      <NewRows {...props} />
      <ul>
        {ROW_KINDS.flatMap((kind) =>
          (mapping[kind] ?? []).map(({ column, pattern }, index) => (
            <SpecialRow
              key={`${kind} ${column ?? ''} ${pattern}`}
              {...{ kind, column, pattern }}
              tried={TRIED[kind](look)[index]}
              onRemove={() => onEdit({ ...mapping, [kind]: mapping[kind]?.toSpliced(index, 1) })}
            />
          )),
        )}
      </ul>
    </div>
  );
}

const TRIED: Readonly<Record<RowKind, (look: StatementLook) => readonly TriedPattern[]>> = {
  leftOut: (look) => look.left_out,
  failedRows: (look) => look.failed_rows,
  feeRows: (look) => look.fee_rows,
  reversalRows: (look) => look.reversal_rows,
};

function NewRows({ look, mapping, onEdit }: ColumnTableProps) {
  const { mapping: words } = useWords();
  const [typed, setTyped] = useState('');
  const [column, setColumn] = useState('');
  const [kind, setKind] = useState<RowKind>('leftOut');
  const names = look.rows[look.header - 1]?.cells ?? [];
  const headings = [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
  const add = () => {
    if (typed.trim() === '') return;
    const row = { ...(column === '' ? {} : { column }), pattern: typed.trim() };
    onEdit({ ...mapping, [kind]: [...(mapping[kind] ?? []), row] });
    setTyped('');
  };
  return (
    <div className="left-out-new">
      <NativeSelect
        label={words.rows.where}
        value={column}
        data={[
          { value: '', label: words.rows.firstCell },
          ...headings.map((value) => ({ value, label: words.rows.says(value) })),
        ]}
        onChange={(event) => setColumn(event.currentTarget.value)}
      />
      <TextInput
        label={words.rows.text}
        description={words.rows.hints[kind]}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add();
        }}
      />
      <NativeSelect
        label={words.rows.are}
        value={kind}
        data={ROW_KINDS.map((value) => ({ value, label: words.rows.kinds[value] }))}
        onChange={(event) => setKind(event.currentTarget.value as RowKind)}
      />
      <Button variant="default" size="sm" onClick={add} disabled={typed.trim() === ''}>
        {words.rows.add}
      </Button>
    </div>
  );
}

const ROWS_NAMED = 3;

function SpecialRow({ kind, column, pattern, tried, onRemove }: SpecialRowProps) {
  const { mapping: words } = useWords();
  const isRead = tried?.pattern === pattern;
  const rows = isRead ? tried.found.slice(0, ROWS_NAMED).map(({ row }) => row) : [];
  return (
    <li>
      <span>
        <span className="code">{column === undefined ? pattern : `${column}: ${pattern}`}</span>{' '}
        <span className="soft">
          {words.rows.kinds[kind]}
          {isRead && ` (${words.rows.fits(tried.count, rows.join(', '))})`}
        </span>
      </span>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={words.readAgain(pattern)}>
        {words.remove}
      </Button>
    </li>
  );
}

interface SpecialRowProps {
  readonly kind: RowKind;
  readonly column: string | undefined;
  readonly pattern: string;
  readonly tried: TriedPattern | undefined;
  readonly onRemove: () => void;
}
