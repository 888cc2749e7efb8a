import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChanges } from '../api/admin.ts';
import type { PendingChange } from '../api/types.ts';
import { Age } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';
import { useSubject } from './differences.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** What waits for a second person where a person would ask for the same again. */
export function useWaitingChanges(
  isWanted: (change: PendingChange) => boolean,
): readonly PendingChange[] {
  const { data } = useChanges();
  return (data?.items ?? []).filter((change) => change.state === 'open' && isWanted(change));
}

/** Who asked for it and when; the person who did can take it back here. */
export function WaitingChange({ change }: { readonly change: PendingChange }) {
  const { changes: words, colon } = useWords();
  const sayOf = useSubject();
  const [isAsked, setAsked] = useState(false);
  const isOwn = change.refusal === 'own_change';
  return (
    <div className="approvals-note">
      <p>
        <strong>{words.states.open}</strong>
        {colon} {words.kinds[change.kind]} · {sayOf(change)}
      </p>
      <p>
        {words.askedBy} {change.asked_by} · <Age since={change.asked_at} />
      </p>
      {isOwn && (
        <div>
          <Button size="sm" variant="default" onClick={() => setAsked(true)}>
            {words.withdraw}
          </Button>
        </div>
      )}
      {change.refusal === null && (
        <Link to="/changes" className="note-link">
          {words.title}
        </Link>
      )}
      {isAsked && <WithdrawDialog change={change} onClose={() => setAsked(false)} />}
    </div>
  );
}
