import { TextInput } from '@mantine/core';
import { useWords } from '../../words/words.tsx';

export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The first and the last day of a list; without one it has no end on that side. */
export function DayRange({
  days,
  onChange,
}: {
  readonly days: Days;
  readonly onChange: (part: Days) => void;
}) {
  const { fields } = useWords();
  return (
    <div className="day-range">
      {(['from', 'to'] as const).map((side) => (
        <TextInput
          key={side}
          type="date"
          size="sm"
          label={fields[side]}
          value={days[side] ?? ''}
          onChange={(event) => onChange({ [side]: event.currentTarget.value || undefined })}
        />
      ))}
    </div>
  );
}
