import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../../words/words.tsx';

/** A required password; the button that shows it speaks the language of the page. */
export function PasswordField(props: PasswordFieldProps) {
  const { signIn } = useWords();
  return (
    <PasswordInput
      {...props}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': signIn.showPassword }}
    />
  );
}

interface PasswordFieldProps
  extends Pick<PasswordInputProps, 'label' | 'name' | 'autoComplete' | 'error'> {
  readonly 'data-autofocus'?: boolean;
}
