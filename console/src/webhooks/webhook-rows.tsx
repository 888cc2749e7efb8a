import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookRow } from '../api/types.ts';
import { Mark, WebhookBadge } from '../ui/badges.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { shortId } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { SentWebhook } from './sent-webhook.tsx';

/** One webhook with its attempts collapsed. */
export function WebhookItem({ webhook, withTransaction = false }: WebhookItemProps) {
  const { transaction: words } = useWords();
  const last = webhook.attempts.at(-1);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="webhook" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary
        className={withTransaction ? 'webhook-head webhook-columns' : 'webhook-head'}
        data-row
      >
        <WebhookBadge state={webhook.state} />
        {withTransaction && (
          <>
            <strong>
              <Money xaf={webhook.amount_xaf} />
            </strong>
            <span className="long-text">{webhook.reference}</span>
          </>
        )}
        <span>
          <span className="code">{webhook.event}</span>
          {webhook.is_replay && (
            <>
              {' '}
              <Mark tone="grey" text={words.replayMark} />
            </>
          )}
        </span>
        <span className="soft">
          {words.attempts(webhook.attempts.length)}
          {last !== undefined && <> · {last.status ?? words.noAnswer}</>}
        </span>
        <span className="soft long-text">{webhook.origin}</span>
        <Time at={webhook.created_at} />
      </summary>
      {withTransaction && (
        <p>
          <Link
            to="/transactions/$id"
            params={{ id: webhook.transaction_id }}
            className="inline-link"
          >
            {words.title} {shortId(webhook.transaction_id)}
          </Link>
        </p>
      )}
      <ol className="attempts">
        {webhook.attempts.map((attempt) => (
          <li key={attempt.number}>
            <Time at={attempt.at} /> · <strong>{attempt.status ?? words.noAnswer}</strong> ·{' '}
            {attempt.latency_ms} ms
            {attempt.error !== null && ` · ${attempt.error}`}
            {attempt.answer !== null && <pre className="answer">{attempt.answer}</pre>}
          </li>
        ))}
      </ol>
      <SentWebhook webhook={webhook} isOpen={isOpen} />
    </details>
  );
}

interface WebhookItemProps {
  readonly webhook: WebhookRow;
  readonly withTransaction?: boolean;
}
