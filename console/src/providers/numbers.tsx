import { useNumbers } from '../api/reads.ts';
import type { ComparedPrefix } from '../api/types.ts';
import { Mark, OperatorMark } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { formatPrefix } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** Which operator the table gives each prefix to, and what the payments of the last months say. */
export function Numbers() {
  const { numbers: words } = useWords();
  const query = useNumbers();
  return (
    <>
      <Head />
      <Loaded query={query} shape="cards" lines={1}>
        {({ prefixes, proposal, days }) => (
          <>
            {proposal !== null && (
              <Section title={words.proposalTitle}>
                <p>{words.proposalHint}</p>
                <p>
                  <code className="long-text">operator_prefixes={proposal}</code>
                </p>
              </Section>
            )}
            <Section title={words.compared(days)}>
              {prefixes.length === 0 ? (
                <Empty text={words.nothing} />
              ) : (
                <PrefixTable prefixes={prefixes} />
              )}
            </Section>
          </>
        )}
      </Loaded>
    </>
  );
}

function Head() {
  const { numbers: words } = useWords();
  return (
    <header className="screen-head">
      <h1>{words.title}</h1>
      <p className="soft">{words.hint}</p>
    </header>
  );
}

const TONES = { contradicted: 'red', unnamed: 'amber', confirmed: 'green' } as const;

function PrefixTable({ prefixes }: { readonly prefixes: readonly ComparedPrefix[] }) {
  const { numbers: words } = useWords();
  return (
    <Table
      label={words.title}
      rows={prefixes}
      keyOf={({ prefix }) => prefix}
      columns={[
        { head: words.prefix, cell: ({ prefix }) => formatPrefix(prefix) },
        {
          head: words.tableSays,
          cell: ({ table_says: operator }) =>
            operator === null ? words.nobody : <OperatorMark operator={operator} />,
        },
        {
          head: words.verdict,
          cell: ({ verdict }) => <Mark tone={TONES[verdict]} text={words.verdicts[verdict]} />,
        },
        {
          head: words.seen,
          from: 2,
          cell: ({ seen }) => (
            <div>
              {seen.map(({ operator, texts, transactions, last_at }) => (
                <p key={operator}>
                  <OperatorMark operator={operator} /> {words.counts(texts, transactions)} ·{' '}
                  <Time at={last_at} />
                </p>
              ))}
            </div>
          ),
        },
      ]}
    />
  );
}
