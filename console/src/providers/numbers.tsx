import { useNumbers } from '../api/reads.ts';
import type { ComparedPrefix } from '../api/types.ts';
import { Mark, OperatorMark } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
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
    <ScrollingTable label={words.title}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.prefix}</th>
            <th scope="col">{words.tableSays}</th>
            <th scope="col">{words.verdict}</th>
            <th scope="col">{words.seen}</th>
          </tr>
        </thead>
        <tbody>
          {prefixes.map(({ prefix, table_says, verdict, seen }) => (
            <tr key={prefix}>
              <td>{prefix}</td>
              <td>{table_says === null ? words.nobody : <OperatorMark operator={table_says} />}</td>
              <td>
                <Mark tone={TONES[verdict]} text={words.verdicts[verdict]} />
              </td>
              <td>
                {seen.map(({ operator, texts, transactions, last_at }) => (
                  <p key={operator}>
                    <OperatorMark operator={operator} /> {words.counts(texts, transactions)} ·{' '}
                    <Time at={last_at} />
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}
