import type { WebhookRow } from '../api/types.ts';
import { useSentWebhook } from '../api/webhooks.ts';
import { CopyText } from '../ui/figures.tsx';
import { Unloaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';

/** The request as the receiver got it: address, headers of each attempt, body. */
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
      {attempts.length === 0 && <p className="soft">{words.notYet}</p>}
      {attempts.map(({ number, headers }) => (
        <div key={number}>
          <p>{words.headersOf(number)}</p>
          {headers.length === 0 ? (
            <p className="soft">{words.noHeaders}</p>
          ) : (
            <pre className="answer">
              {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            </pre>
          )}
        </div>
      ))}
      <p>
        {words.body} <CopyText value={body} label={words.body} />
      </p>
      <pre className="answer">{body}</pre>
    </section>
  );
}
