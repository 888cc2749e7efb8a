import { Button } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { Dialog } from './confirm-dialog.tsx';
import { CopyText } from './figures.tsx';

/** A secret that the service does not keep. The dialog closes only by its button or Escape. */
export function ShownOnce({ title, secrets, onClose }: ShownOnceProps) {
  const { keys } = useWords().actions;
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <p className="consequence">{keys.shownOnce}</p>
      {secrets.map(({ name, value }) => (
        <div key={name} className="secret">
          <p>
            {name} <CopyText value={value} label={name} />
          </p>
          <code className="secret-value">{value}</code>
        </div>
      ))}
      <div className="dialog-buttons">
        <Button onClick={onClose}>{keys.close}</Button>
      </div>
    </Dialog>
  );
}

interface ShownOnceProps {
  readonly title: string;
  readonly secrets: readonly { readonly name: string; readonly value: string }[];
  readonly onClose: () => void;
}
