import type { WebhookRow } from '../api/types.ts';
import { useSentWebhook } from '../api/webhooks.ts';
import { CopyText } from '../ui/figures.tsx';
import { Unloaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';

/** The request as the receiver got it: address, body, headers of each attempt, folded. */
export function SentWebhook({ webhook }: { readonly webhook: WebhookRow }) {
  const { sentWebhook: words } = useWords();
  const query = useSentWebhook(webhook.id, webhook.attempts.length);
  if (query.data === undefined) return <Unloaded query={query} shape="short" lines={2} />;
  const { url, body, attempts } = query.data;
  return (
    <section aria-label={words.title}>
      <p>
        <strong>{words.title}</strong>
      </p>
      <p className="code long-text">POST {url}</p>
      <p>
        {words.body} <CopyText value={body} label={words.body} />
      </p>
      <pre className="answer">{body}</pre>
      {attempts.length === 0 && <p className="soft">{words.notYet}</p>}
      {attempts.map(({ number, headers }) => (
        // A signature has seven lines.
        <details key={number}>
          <summary>{words.headersOf(number)}</summary>
          {headers.length === 0 ? (
            <p className="soft">{words.noHeaders}</p>
          ) : (
            <pre className="answer">
              {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            </pre>
          )}
        </details>
      ))}
    </section>
  );
}
