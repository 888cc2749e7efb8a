import { TextInput } from '@mantine/core';
import { useWords } from '../../words/words.tsx';

/** One field for six digits, so that a phone or a password manager can fill it in. */
export function CodeField() {
  const { signIn } = useWords();
  return (
    <TextInput
      label={signIn.code}
      description={signIn.codeHint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      maxLength={6}
      autoFocus
      required
      withAsterisk={false}
      className="code-field"
    />
  );
}
