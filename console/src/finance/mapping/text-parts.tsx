import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { StatementColumn, StatementLook, TriedPattern } from '../../api/types.ts';
import { useWords } from '../../words/words.tsx';
import type { ColumnTableProps } from './column-table.tsx';
import { freePart, withPart, withPartMeaning, withPatterns } from './edit-mapping.ts';

type Part = StatementLook['parts'][number];

/** Values within the texts of a column: how each is found, and what is found like this. */
export function TextParts(props: ColumnTableProps) {
  const { mapping: words } = useWords();
  const { look, mapping, onEdit } = props;
  const headings = [...new Set(look.parts.map(({ heading }) => heading))];
  return headings.map((heading) => (
    <fieldset key={heading} className="text-parts">
      <legend>{words.partsOf(heading)}</legend>
      <p className="soft">{words.partsHint}</p>
      {look.parts
        .filter((part) => part.heading === heading)
        .map((part) => (
          <TextPart key={part.column} {...props} part={part} />
        ))}
      {freePart(mapping) !== null && (
        <Button variant="default" size="xs" onClick={() => onEdit(withPart(mapping, heading))}>
          {words.anotherPart}
        </Button>
      )}
    </fieldset>
  ));
}

function TextPart({ mapping, onEdit, part }: ColumnTableProps & { readonly part: Part }) {
  const { mapping: words } = useWords();
  const { column, missed } = part;
  const name = words.columns[column];
  const patterns = mapping.patterns?.[column] ?? [];
  const change = (next: readonly string[]) => onEdit(withPatterns(mapping, column, next));
  const choices = Object.entries(words.columns).map(([value, label]) => ({ value, label }));
  return (
    <div className="text-part">
      <NativeSelect
        label={words.partIs}
        value={column}
        data={choices}
        onChange={({ currentTarget: { value } }) =>
          onEdit(withPartMeaning(mapping, { was: column, is: value as StatementColumn }))
        }
      />
      <div className="stack">
        {patterns.map((pattern, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pattern is what is typed
          <div key={index} className="left-out-new">
            <TextInput
              label={words.pattern(name, index + 1)}
              value={pattern}
              onChange={({ currentTarget: { value } }) => change(patterns.with(index, value))}
            />
            <Button
              variant="default"
              size="sm"
              aria-label={words.readAgain(pattern)}
              onClick={() => change(patterns.toSpliced(index, 1))}
            >
              {words.remove}
            </Button>
            <Found tried={part.patterns[index]} typed={pattern} of={part.of} />
          </div>
        ))}
        {missed !== null && (
          <p className="missed">
            {words.missed(missed.row, missed.text)}{' '}
            <Button variant="default" size="xs" onClick={() => change([...patterns, missed.text])}>
              {words.anotherPattern}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

/** What a pattern finds, once the service has read with it. */
function Found({ tried, typed, of }: FoundProps) {
  const { mapping: words } = useWords();
  if (tried?.pattern !== typed) return null;
  if (!tried.is_pattern) return <p className="missed">{words.noValue}</p>;
  const values = tried.found.map(({ value }) => value).join(', ');
  return <p className="soft">{words.found(tried.count, of, values)}</p>;
}

interface FoundProps {
  readonly tried: TriedPattern | undefined;
  readonly typed: string;
  readonly of: number;
}
