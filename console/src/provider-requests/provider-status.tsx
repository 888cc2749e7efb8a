import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAskProvider } from '../api/decisions.ts';
import { transactionOptions } from '../api/reads.ts';
import type { ProviderRequest, TransactionDetail } from '../api/types.ts';
import { Mark, type Tone } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';

const LOOK_EVERY_MS = 700;
/** Longer than a worker waits for a provider. */
const PATIENCE_MS = 20_000;

/** What the provider said last, when it was asked, and a button that asks it now. */
export function ProviderStatusNote({ transaction, request }: ProviderStatusNoteProps) {
  const { providerStatus: words } = useWords();
  const transactionId = transaction.id;
  const mayAsk = transaction.actions.some(
    ({ action, refusal }) => action === 'ask_provider' && refusal === null,
  );
  const ask = useAskProvider();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const isWaiting =
    waiting !== null &&
    waiting.askedAt === request.asked_at &&
    Date.now() - waiting.since < PATIENCE_MS;
  // While the answer is under way the page asks for it more often than usual.
  useQuery({
    ...transactionOptions(transactionId),
    refetchInterval: isWaiting ? LOOK_EVERY_MS : false,
  });
  const { said, said_at: saidAt, asked_at: askedAt } = request;
  return (
    <div className="provider-word">
      <p>
        {words.title}{' '}
        <Mark tone={said === null ? 'grey' : TONES[said]} text={words.said[said ?? 'nothing']} />{' '}
        {saidAt !== null && (
          <span className="soft">
            {words.since} <Time at={saidAt} />
          </span>
        )}
      </p>
      <p className="soft">
        {askedAt === null ? words.neverAsked : words.askedAt}{' '}
        {askedAt !== null && <Time at={askedAt} />}
      </p>
      {mayAsk && (
        <Button
          variant="default"
          size="sm"
          loading={isWaiting || ask.isPending}
          onClick={() => {
            setWaiting({ askedAt, since: Date.now() });
            ask.mutate(transactionId, { onError: () => setWaiting(null) });
          }}
        >
          {words.askNow}
        </Button>
      )}
      {ask.isError && <p role="alert">{words.notAsked}</p>}
    </div>
  );
}

interface ProviderStatusNoteProps {
  readonly transaction: TransactionDetail;
  readonly request: ProviderRequest;
}

interface Waiting {
  /** When it had been asked last before the click; the answer brings another time. */
  readonly askedAt: string | null;
  readonly since: number;
}

const TONES: Readonly<Record<NonNullable<ProviderRequest['said']>, Tone>> = {
  pending: 'blue',
  succeeded: 'green',
  failed: 'red',
  not_found: 'amber',
};
