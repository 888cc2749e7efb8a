import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFactors, useMakeRecoveryCodes } from '../../api/factors.ts';
import { Dialog } from '../../ui/confirm-dialog.tsx';
import { CopyText } from '../../ui/figures.tsx';
import { Unloaded } from '../../ui/states/loaded.tsx';
import { ignoreEnd, useAdminAction } from '../../ui/use-admin-action.ts';
import { useWords } from '../../words/words.tsx';

/** How many are left, and new ones, which are shown once. */
export function RecoveryCodes() {
  const { factors: words, actions } = useWords();
  const query = useFactors();
  const make = useMakeRecoveryCodes();
  const carryOut = useAdminAction();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (query.data === undefined) return <Unloaded query={query} shape="short" lines={2} />;
  const { recovery_codes: left, totp, passkeys } = query.data;
  const hasFactor = totp || passkeys.length > 0;
  const start = async () => {
    const made = await carryOut(() => make.mutateAsync(undefined), null);
    if (made !== null) setCodes(made.codes);
  };
  return (
    <div className="form">
      <p>{words.recoveryHint}</p>
      <p>
        <strong>{left === 0 ? words.none : words.left(left)}</strong>
      </p>
      {left > 0 && <p className="soft">{words.makeAgainHint}</p>}
      {!hasFactor && <p className="why-not">{words.needsFactor}</p>}
      <Button
        variant="default"
        disabled={!hasFactor}
        loading={make.isPending}
        onClick={() => void start().catch(ignoreEnd)}
      >
        {left === 0 ? words.make : words.makeAgain}
      </Button>
      {codes !== null && (
        <Dialog
          title={words.codes}
          onClose={() => setCodes(null)}
          buttons={<Button onClick={() => setCodes(null)}>{actions.keys.close}</Button>}
        >
          <p className="consequence">{words.shownOnce}</p>
          <ul className="recovery-codes" aria-label={words.codes}>
            {codes.map((code) => (
              <li key={code} className="code">
                {code}
              </li>
            ))}
          </ul>
          <CopyText value={codes.join('\n')} label={words.codes} />
        </Dialog>
      )}
    </div>
  );
}
