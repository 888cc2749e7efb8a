import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Searches when Enter is pressed or the field is left: half a number finds the wrong people. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <form
      className="search-field"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <TextInput
        type="search"
        size="sm"
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => {
          if (text.trim() !== value) onSearch(text.trim());
        }}
        autoComplete="off"
        data-search
      />
    </form>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}
