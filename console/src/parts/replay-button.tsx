import { Button } from '@mantine/core';
import { ApiError } from '../api/client.ts';
import { useReplayWebhook } from '../api/decisions.ts';
import type { TransactionDetail } from '../api/types.ts';
import { useWords } from '../words/words.tsx';
import { whyNot } from './actions.ts';
import { useMe } from './me.ts';
import { useAnnounce } from './result-line.tsx';

/** Sends the platform the same message once more; it knows such messages by their ids. */
export function ReplayButton({ transaction }: { readonly transaction: TransactionDetail }) {
  const words = useWords();
  const { staff } = useMe();
  const announce = useAnnounce();
  const replay = useReplayWebhook();
  const refusal = whyNot('replay_webhook', { transaction, me: staff, words });
  const { buttons, results } = words.actions;

  async function send() {
    try {
      await replay.mutateAsync(transaction.id);
      announce({ tone: 'good', text: results.replayed });
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : String(error);
      announce({ tone: 'bad', text: results.refused(detail) });
    }
  }

  return (
    <div>
      <Button
        variant="default"
        size="sm"
        disabled={refusal !== null}
        loading={replay.isPending}
        onClick={() => void send()}
      >
        {buttons.replay_webhook}
      </Button>
      {refusal !== null && <p className="why-not">{refusal}</p>}
    </div>
  );
}
