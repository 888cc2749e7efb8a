import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useFactors, useMakeRecoveryCodes } from '../../api/factors.ts';
import { Dialog } from '../../ui/confirm-dialog.tsx';
import { CopyText } from '../../ui/figures.tsx';
import { Unloaded } from '../../ui/states/loaded.tsx';
import { ignoreEnd, useAdminAction } from '../../ui/use-admin-action.ts';
import { useWords } from '../../words/words.tsx';

/** How many are left, and new ones, which are shown once. */
export function RecoveryCodes() {
  const { factors: words } = useWords();
  const query = useFactors();
  const { codes, isMaking, make, forget } = useNewCodes();
  if (query.data === undefined) return <Unloaded query={query} shape="short" lines={2} />;
  const { recovery_codes: left, totp, passkeys } = query.data;
  const hasFactor = totp || passkeys.length > 0;
  return (
    <div className="form">
      <p>{words.recoveryHint}</p>
      <p>
        <strong>{left === 0 ? words.none : words.left(left)}</strong>
      </p>
      {left > 0 && <p className="soft">{words.makeAgainHint}</p>}
      {!hasFactor && <p className="why-not">{words.needsFactor}</p>}
      <Button variant="default" disabled={!hasFactor} loading={isMaking} onClick={make}>
        {left === 0 ? words.make : words.makeAgain}
      </Button>
      {codes !== null && <CodesDialog codes={codes} onClose={forget} />}
    </div>
  );
}

/** Offers recovery codes on every screen to those who have a second factor and no codes. */
export function RecoveryOffer() {
  const { factors: words } = useWords();
  const { pathname } = useLocation();
  const { data } = useFactors();
  const { codes, isMaking, make, forget } = useNewCodes();
  const [isLater, setLater] = useState(isPutOff);
  const putOff = () => {
    setLater(true);
    localStorage.setItem(PUT_OFF, new Date().toISOString());
  };
  const hasFactor = data !== undefined && (data.totp || data.passkeys.length > 0);
  const isOffered = hasFactor && data.recovery_codes === 0 && !isLater && pathname !== '/account';
  return (
    <>
      {isOffered && (
        <aside className="news-question" aria-label={words.recovery}>
          <p>{words.offer}</p>
          <Button size="xs" loading={isMaking} onClick={make}>
            {words.make}
          </Button>
          <Button size="xs" variant="default" onClick={putOff}>
            {words.later}
          </Button>
        </aside>
      )}
      {codes !== null && <CodesDialog codes={codes} onClose={forget} />}
    </>
  );
}

/** When the person put it off; nothing else is kept, and nothing of who it was. */
const PUT_OFF = 'momo-recovery-put-off';
const DAY_MS = 86_400_000;

function isPutOff(): boolean {
  const at = Date.parse(localStorage.getItem(PUT_OFF) ?? '');
  return Math.abs(Date.now() - at) < DAY_MS;
}

function useNewCodes() {
  const making = useMakeRecoveryCodes();
  const carryOut = useAdminAction();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const start = async () => {
    const made = await carryOut(() => making.mutateAsync(undefined), null);
    if (made !== null) setCodes(made.codes);
  };
  return {
    codes,
    isMaking: making.isPending,
    make: () => void start().catch(ignoreEnd),
    forget: () => setCodes(null),
  };
}

/** On paper there are only the codes, and whose they are. */
function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { factors: words, actions } = useWords();
  return (
    <Dialog
      title={words.codes}
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
          <Button onClick={onClose}>{actions.keys.close}</Button>
        </>
      }
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
  );
}

interface CodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}
