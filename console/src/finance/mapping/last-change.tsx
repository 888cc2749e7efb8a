import { Button } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import { type EditedMapping, replacedColumns } from './edit-mapping.ts';

/** What a change has taken from other columns, and the way back. */
export function LastChange({ before, mapping, onUndo }: LastChangeProps) {
  const { mapping: words } = useWords();
  const replaced = replacedColumns(before, mapping);
  return (
    <p className="left-out-new">
      <span role="status">
        {replaced
          .map(({ column, was, is }) => words.replaced(words.columns[column], was, is))
          .join(' ')}
      </span>
      <Button variant="default" size="xs" onClick={onUndo}>
        {words.undo}
      </Button>
    </p>
  );
}

interface LastChangeProps {
  readonly before: EditedMapping;
  readonly mapping: EditedMapping;
  readonly onUndo: () => void;
}
