import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useOverview } from '../api/reads.ts';
import type { Resent } from '../api/types.ts';
import { queuedOf, type Resending, useResendAll } from '../api/webhooks.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ignoreEnd, useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

/** Everything that was given up goes out again, and a bar shows how far it is. */
export function ResendAll() {
  const { resendAll } = useWords();
  const { resending, stands: resent, start } = useResendAll();
  const [isAsked, setIsAsked] = useState(false);
  const carryOut = useAdminAction();
  const queues = useOverview().data?.queues ?? [];
  const count = queues.find(({ name }) => name === 'undelivered_webhooks')?.count ?? 0;
  return (
    <>
      {count > 0 && resending.kind !== 'queueing' && (
        <Button className="resend-all" variant="default" size="sm" onClick={() => setIsAsked(true)}>
          {resendAll.button(count)}
        </Button>
      )}
      {resending.kind !== 'idle' && resent !== undefined && (
        <HowFar resending={resending} resent={resent} />
      )}
      {isAsked && (
        <ConfirmDialog
          title={resendAll.question(count)}
          consequence={resendAll.means}
          tone="go"
          confirmLabel={resendAll.confirm}
          asksReason={false}
          onConfirm={async () => {
            setIsAsked(false);
            await carryOut(start, null).catch(ignoreEnd);
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

function HowFar({ resending, resent }: HowFarProps) {
  const { resendAll } = useWords();
  const queued = queuedOf(resent);
  const { total, kind } = resending;
  const ended = resent.delivered + resent.undelivered;
  return (
    <div className="resend-progress" role="status" aria-label={resendAll.progress}>
      <Progress value={total === 0 ? 100 : (100 * ended) / total} aria-label={resendAll.progress} />
      <p>
        <strong>{resendAll.stands(queued, total)}</strong> · {resendAll.delivered(resent.delivered)}
        {resent.pending > 0 && ` · ${resendAll.underWay(resent.pending)}`}
        {resent.undelivered > 0 && ` · ${resendAll.again(resent.undelivered)}`}
        {kind === 'queued' && resent.left > 0 && ` · ${resendAll.stays(resent.left)}`}
      </p>
      {kind === 'queueing' && <p className="soft">{resendAll.keepOpen}</p>}
      {kind === 'stopped' && <p className="why-not">{resendAll.stopped}</p>}
    </div>
  );
}

interface HowFarProps {
  readonly resending: Exclude<Resending, { readonly kind: 'idle' }>;
  readonly resent: Resent;
}
