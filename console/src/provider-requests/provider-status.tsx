import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAskProvider } from '../api/decisions.ts';
import { transactionOptions } from '../api/reads.ts';
import type { DetailAnswer, ProviderRequest, TransactionDetail } from '../api/types.ts';
import { Mark, type Tone } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';

const LOOK_EVERY_MS = 700;
/** Longer than a worker waits for a provider. */
const PATIENCE_MS = 20_000;

/** What the provider said last, and when it was asked. */
export function ProviderStatus({ request }: { readonly request: ProviderRequest }) {
  const { providerStatus: words } = useWords();
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
    </div>
  );
}

/** How to ask the provider now, or `null` if this person may not or there is nothing to ask. */
export function useAskNow({ transaction, submission: request }: DetailAnswer): AskNow | null {
  const { id } = transaction;
  const ask = useAskProvider();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const askedAt = request?.asked_at ?? null;
  const isWaiting =
    waiting !== null && waiting.askedAt === askedAt && Date.now() - waiting.since < PATIENCE_MS;
  // While the answer is under way the page asks for it more often than usual.
  useQuery({
    ...transactionOptions(id),
    refetchInterval: isWaiting ? LOOK_EVERY_MS : false,
  });
  if (request === null || !mayAsk(transaction)) return null;
  return {
    isUnderWay: isWaiting || ask.isPending,
    hasFailed: ask.isError,
    ask: () => {
      setWaiting({ askedAt, since: Date.now() });
      ask.mutate(id, { onError: () => setWaiting(null) });
    },
  };
}

interface AskNow {
  readonly isUnderWay: boolean;
  readonly hasFailed: boolean;
  readonly ask: () => void;
}

function mayAsk({ actions }: TransactionDetail): boolean {
  return actions.some(({ action, refusal }) => action === 'ask_provider' && refusal === null);
}

export function AskButton({ now, size, variant }: AskButtonProps) {
  const { providerStatus: words } = useWords();
  return (
    <Button size={size} variant={variant} loading={now.isUnderWay} onClick={now.ask}>
      {words.askNow}
    </Button>
  );
}

interface AskButtonProps {
  readonly now: AskNow;
  readonly size: 'sm' | 'md';
  readonly variant: 'filled' | 'default';
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
