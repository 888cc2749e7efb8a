import { Button } from '@mantine/core';
import { useReplayWebhook } from '../api/decisions.ts';
import type { DetailAnswer, WebhookRow } from '../api/types.ts';
import { whyNot } from '../transactions/actions.ts';
import { ignoreEnd, useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

/** Sends the platform the same message again; the platform recognises messages by their ids. */
export function ReplayButton({ transactionId, refusal }: ReplayButtonProps) {
  const { buttons, results } = useWords().actions;
  const replay = useReplayWebhook();
  const carryOut = useAdminAction();
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        disabled={refusal !== null}
        loading={replay.isPending}
        onClick={() =>
          carryOut(() => replay.mutateAsync(transactionId), results.replayed).catch(ignoreEnd)
        }
      >
        {buttons.replay_webhook}
      </Button>
      {refusal !== null && <p className="why-not">{refusal}</p>}
    </div>
  );
}

interface ReplayButtonProps {
  readonly transactionId: string;
  /** Why it cannot be sent again now. */
  readonly refusal: string | null;
}

/** Why the webhook of a transaction cannot be sent again, or `null` if it can. */
export function useReplayRefusal({ transaction, webhooks }: ReplayedDetail): string | null {
  const words = useWords();
  const refusal = whyNot('replay_webhook', transaction, words);
  const isUnderWay = webhooks.some(({ is_replay, state }) => is_replay && state === 'pending');
  return refusal ?? (isUnderWay ? words.actions.whyNot.replayPending : null);
}

type ReplayedDetail = Pick<DetailAnswer, 'transaction' | 'webhooks'>;

/** Whether sending it again would help: it was given up, and its state is final. */
export function isWorthReplaying({ state, event }: WebhookRow): boolean {
  return state === 'undelivered' && event !== 'payment.expired';
}
