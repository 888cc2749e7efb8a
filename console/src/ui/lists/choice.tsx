import { NativeSelect } from '@mantine/core';
import { useWords } from '../../words/words.tsx';

/** One of some values, or any. */
export function Choice<T extends string>({
  label,
  values,
  names,
  value,
  onChoose,
}: ChoiceProps<T>) {
  const { fields } = useWords();
  return (
    <NativeSelect
      size="sm"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChoose(values.find((known) => known === currentTarget.value))
      }
      data={[
        { value: '', label: fields.any },
        ...values.map((known) => ({ value: known, label: names[known] ?? known })),
      ]}
    />
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly names: Readonly<Record<string, string>>;
  readonly value: T | undefined;
  readonly onChoose: (value: T | undefined) => void;
}
