import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type PinMeaning, useSayPinMeaning } from '../api/decisions.ts';
import type { SimLine } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** Asks what the screen after a PIN meant that the scenario did not understand. */
export function PinDialog({ line, onClose }: PinDialogProps) {
  const { lines: words } = useWords();
  const say = useSayPinMeaning();
  const carryOut = useAdminAction();
  const [meant, setMeant] = useState<PinMeaning['meant']>('refused');
  const sim = line.sims.find(({ since }) => since !== null);
  if (sim === undefined || sim.since === null) return null;
  const { gateway, since, screen } = sim;
  return (
    <ConfirmDialog
      title={words.pinTitle(formatMsisdn(line.line))}
      tone="danger"
      confirmLabel={words.pinMeant}
      consequence={words.pinMeans}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(
          () => say.mutateAsync({ line: line.line, gateway, since, meant, reason }),
          () => words.pinSaid,
        );
        onClose();
      }}
    >
      {screen !== null && <blockquote>{screen}</blockquote>}
      <NativeSelect
        label={words.pinMeant}
        value={meant}
        onChange={(event) =>
          setMeant(event.currentTarget.value === 'accepted' ? 'accepted' : 'refused')
        }
        data={[
          { value: 'refused', label: words.pinRefused },
          { value: 'accepted', label: words.pinAccepted },
        ]}
      />
    </ConfirmDialog>
  );
}

interface PinDialogProps {
  readonly line: SimLine;
  readonly onClose: () => void;
}
