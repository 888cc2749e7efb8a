import { Link } from '@tanstack/react-router';
import { useAlerts } from '../api/reads.ts';
import type { Alert } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { type Column, Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { formatMsisdn, shortId } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** What the people on call are woken for, open and past. */
export function AlertsScreen() {
  const { alerts: words, empty, nav } = useWords();
  const { kind, subject, since, ended } = useColumns();
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <p className="soft">{words.about}</p>
      <Loaded query={useAlerts()} shape="cards" lines={2}>
        {({ open, past }) => (
          <>
            {open.length === 0 ? (
              <Empty mark="done" text={empty.alerts}>
                <Link to="/" className="quiet-button">
                  {empty.goTo(nav.home)}
                </Link>
              </Empty>
            ) : (
              <Section title={words.open}>
                <Table
                  label={words.open}
                  columns={[kind, subject, since]}
                  rows={open}
                  keyOf={({ id }) => id}
                />
              </Section>
            )}
            {past.length > 0 && (
              <Section title={words.past}>
                <Table
                  label={words.past}
                  columns={[kind, subject, since, ended]}
                  rows={past}
                  keyOf={({ id }) => id}
                />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function useColumns() {
  const { alerts: words } = useWords();
  return {
    kind: { head: words.what, cell: (alert) => words.kinds[alert.kind] },
    subject: { head: words.subject, cell: (alert) => <Subject alert={alert} /> },
    since: { head: words.since, from: 2, cell: ({ raised_at: at }) => <Time at={at} /> },
    ended: {
      head: words.ended,
      from: 2,
      cell: ({ cleared_at: at }) => at !== null && <Time at={at} />,
    },
  } as const satisfies Record<string, Column<Alert>>;
}

/** What it is about, with the way to the screen where it is dealt with. */
function Subject({ alert: { kind, subject } }: { readonly alert: Alert }) {
  const { states, nav } = useWords();
  const walletName = useWalletName();
  switch (kind) {
    case 'payouts_wait':
      return isState(subject, states) ? states[subject] : subject;
    case 'float_low':
      return walletName(subject);
    case 'line_silent':
    case 'line_burst':
      return (
        <Link to="/lines" search={{ line: subject }} className="note-link">
          {formatMsisdn(subject)}
        </Link>
      );
    case 'contradiction':
      return (
        <Link to="/contradictions" className="note-link" title={subject}>
          {shortId(subject)}
        </Link>
      );
    case 'policy_untrusted':
      return nav.rules;
    case 'seal_broken':
      return <SealedRow subject={subject} />;
  }
}

function isState<States extends object>(
  name: string,
  states: States,
): name is keyof States & string {
  return Object.hasOwn(states, name);
}

function SealedRow({ subject }: { readonly subject: string }) {
  const [table, id = ''] = subject.split(':');
  if (table !== 'transaction') return <span className="code">{subject}</span>;
  return (
    <Link to="/transactions/$id" params={{ id }} className="note-link" title={id}>
      {shortId(id)}
    </Link>
  );
}
