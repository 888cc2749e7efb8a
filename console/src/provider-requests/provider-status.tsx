import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useAskProvider } from '../api/decisions.ts';
import { isSignedOut } from '../api/query-client.ts';
import { useFreshTransaction } from '../api/reads.ts';
import type { DetailAnswer, ProviderRequest, TransactionDetail } from '../api/types.ts';
import { Mark, type Tone } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import type { Result } from '../ui/result-message.tsx';
import { useWords } from '../words/words.tsx';
import { type ProviderAnswered, sayProviderAnswer } from './say-provider-answer.ts';

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

/**
 * How to ask the provider now, or `null` if this person may not or there is nothing to ask. What came
 * of it is shown also when the list has moved on to the next transaction meanwhile.
 */
export function useAskNow(
  { transaction, submission: request }: DetailAnswer,
  show: (result: Result | null) => void,
): AskNow | null {
  const { id } = transaction;
  const words = useWords();
  const readFresh = useFreshTransaction();
  const { mutateAsync: begin } = useAskProvider();
  const [isUnderWay, setUnderWay] = useState(false);
  if (request === null || !mayAsk(transaction)) return null;
  const ask = async () => {
    setUnderWay(true);
    show(null);
    try {
      await begin(id);
      show(sayProviderAnswer(await waitForAnswer(() => readFresh(id), request.asked_at), words));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isSignedOut(error)) show({ tone: 'bad', text: words.providerStatus.notAsked });
    } finally {
      setUnderWay(false);
    }
  };
  return { isUnderWay, ask: () => void ask() };
}

/** The transaction as the answer left it; without an answer, as it is when patience ends. */
async function waitForAnswer(
  read: () => Promise<DetailAnswer>,
  askedBefore: string | null,
): Promise<ProviderAnswered> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const detail = await read();
    const isAsked = (detail.submission?.asked_at ?? null) !== askedBefore;
    if (isAsked || Date.now() >= until) return { detail, isAsked };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

interface AskNow {
  readonly isUnderWay: boolean;
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

const TONES: Readonly<Record<NonNullable<ProviderRequest['said']>, Tone>> = {
  pending: 'blue',
  succeeded: 'green',
  failed: 'red',
  not_found: 'amber',
};
