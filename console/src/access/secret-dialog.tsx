import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isWaiting, useRotateSecret } from '../api/admin.ts';
import type { Application } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Time } from '../ui/figures.tsx';
import { useAnnounce } from '../ui/result-message.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

/** The platform has to deploy the new secret before the old one ends. */
const USUAL = '24';

/** Gives an application a new webhook secret, or asks a second administrator for it. */
export function SecretDialog({ application, onClose, onMade }: SecretDialogProps) {
  const { actions, changes } = useWords();
  const { keys: words } = actions;
  const rotate = useRotateSecret();
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  const [hours, setHours] = useState(USUAL);
  const { name, former_secret_until: formerUntil } = application;
  return (
    <ConfirmDialog
      title={words.newSecretTitle(name)}
      tone="go"
      confirmLabel={words.newSecret}
      consequence={words.newSecretMeans}
      asksReason
      asksSecond
      onClose={onClose}
      onConfirm={async (reason) => {
        const asked = { application: name, overlap_hours: Number(hours), reason };
        const answer = await carryOut(() => rotate.mutateAsync(asked), null);
        if (answer !== null && isWaiting(answer)) {
          announce({ tone: 'calm', text: changes.waits });
        } else if (answer !== null) onMade(answer.webhook_secret);
        onClose();
      }}
    >
      {formerUntil && (
        <p className="problem-note">
          {words.formerSigns} <Time at={formerUntil} />. {words.formerEnds}
        </p>
      )}
      <NativeSelect
        size="md"
        label={words.overlap}
        value={hours}
        data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

interface SecretDialogProps {
  readonly application: Application;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}
