import { useState } from 'react';
import type { WebhookRow } from '../api/types.ts';
import { Mark, WebhookBadge } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { asTechnical } from '../words/service/say.ts';
import { useWords } from '../words/words.tsx';
import { SentWebhook } from './sent-webhook.tsx';

/** One webhook of a transaction, with its attempts collapsed. */
export function WebhookItem({ webhook }: WebhookProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="webhook" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="webhook-head" data-row>
        <WebhookBadge state={webhook.state} />
        <WebhookEvent webhook={webhook} />
        <span className="soft">
          <Attempts webhook={webhook} />
        </span>
        <span className="soft long-text">{webhook.origin}</span>
        <Time at={webhook.created_at} />
      </summary>
      {isOpen && <WebhookDetails webhook={webhook} />}
    </details>
  );
}

export interface WebhookProps {
  readonly webhook: WebhookRow;
}

export function WebhookEvent({ webhook }: WebhookProps) {
  const { transaction: words } = useWords();
  return (
    <span>
      <span className="code">{webhook.event}</span>
      {webhook.is_replay && (
        <>
          {' '}
          <Mark tone="grey" text={words.replayMark} />
        </>
      )}
    </span>
  );
}

/** How often it was sent, and what came back last. */
export function Attempts({ webhook: { attempts } }: WebhookProps) {
  const { transaction: words } = useWords();
  const last = attempts.at(-1);
  return (
    <>
      {words.attempts(attempts.length)}
      {last !== undefined && <> · {last.status ?? words.noAnswer}</>}
    </>
  );
}

/** Each attempt with its answer, and what was sent to the letter. */
export function WebhookDetails({ webhook }: WebhookProps) {
  const { transaction: words, said } = useWords();
  return (
    <>
      <ol className="attempts">
        {webhook.attempts.map((attempt) => (
          <li key={attempt.number}>
            <Time at={attempt.at} /> · <strong>{attempt.status ?? words.noAnswer}</strong> ·{' '}
            {attempt.latency_ms} ms
            {attempt.error !== null && ` · ${said(asTechnical(attempt.error))}`}
            {attempt.answer !== null && <pre className="answer">{attempt.answer}</pre>}
          </li>
        ))}
      </ol>
      <SentWebhook webhook={webhook} />
    </>
  );
}
