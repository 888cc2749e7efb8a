import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useAudit } from '../api/reads.ts';
import type { AuditRow } from '../api/types.ts';
import { Time } from '../ui/figures.tsx';
import { SearchField } from '../ui/lists/search-field.tsx';
import { Empty, LoadState, StaleNote } from '../ui/load-state.tsx';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/audit');

/** Who did what, newest first. It is loaded only on request, so rows need not be held in place. */
export function Audit() {
  const words = useWords();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useAudit(q ?? '');
  const lines = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <header className="screen-head">
        <h1>{words.actions.audit.title}</h1>
      </header>
      <div className="filters">
        <SearchField
          label={words.actions.audit.search}
          placeholder=""
          value={q ?? ''}
          onSearch={(text) =>
            void navigate({
              to: '/audit',
              search: text === '' ? {} : { q: text },
              replace: true,
            })
          }
        />
      </div>
      {lines === undefined ? (
        <LoadState query={query} />
      ) : (
        <>
          <StaleNote query={query} />
          {lines.length === 0 && <Empty text={words.empty.audit} />}
          <ul className="rows">
            {lines.map((line) => (
              <AuditListRow key={line.id} line={line} />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button variant="default" onClick={() => void query.fetchNextPage()}>
              {words.list.more}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function AuditListRow({ line }: { readonly line: AuditRow }) {
  const { audit } = useWords().actions;
  return (
    <li className="row">
      <details className="webhook">
        <summary className="webhook-head" data-row>
          <Time at={line.at} />
          <strong>{line.action}</strong>
          <span>{line.actor}</span>
          <span className="code long-text">{line.subject}</span>
          {line.reason !== null && <span className="soft long-text">{line.reason}</span>}
        </summary>
        {line.ip !== null && (
          <p className="soft">
            {audit.system} {line.ip}
          </p>
        )}
        <div className="beside">
          <Side title={audit.before} json={line.before} />
          <Side title={audit.after} json={line.after} />
        </div>
      </details>
    </li>
  );
}

function Side({ title, json }: { readonly title: string; readonly json: string | null }) {
  if (json === null) return null;
  return (
    <div>
      <h3>{title}</h3>
      <pre className="answer">{indent(json)}</pre>
    </div>
  );
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
