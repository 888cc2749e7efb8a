import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useStatementLines } from '../../api/finance.ts';
import type { StatementLine, StatementPage } from '../../api/types.ts';
import { useWalletName } from '../../hooks/use-wallet-name.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/figures.tsx';
import { Choice } from '../../ui/lists/choice.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { sayNumber } from '../../words/format.ts';
import { formatCount } from '../../words/money.ts';
import { sayMovement } from '../../words/movement.ts';
import { useWords } from '../../words/words.tsx';
import { feeColumn } from './statement-preview.tsx';

const route = getRouteApi('/finance/statements/$id');

/** An imported statement line by line, with what came of comparing each. */
export function StatementScreen() {
  const { finance: words, list } = useWords();
  const { id } = route.useParams();
  const { only } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useStatementLines({ id, only });
  return (
    <Loaded query={query} shape="short" lines={10}>
      {({ pages }) => (
        <>
          {pages[0] !== undefined && <Head statement={pages[0].statement} />}
          <Section title={words.lines}>
            <div className="filters">
              <Choice
                label={words.shown}
                values={['differences'] as const}
                names={{ differences: words.onlyDifferent }}
                value={only}
                onChoose={(chosen) =>
                  void navigate({ to: '.', search: { only: chosen }, replace: true })
                }
              />
            </div>
            <Lines
              lines={pages.flatMap(({ items }) => items)}
              nothing={only === undefined ? words.allKnownBefore : words.noneDiffers}
            />
            {query.hasNextPage && (
              <Button variant="default" onClick={() => void query.fetchNextPage()}>
                {list.more}
              </Button>
            )}
          </Section>
        </>
      )}
    </Loaded>
  );
}

function Head({ statement }: Pick<StatementPage, 'statement'>) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  const before = statement.lines - statement.fresh;
  return (
    <>
      <header className="screen-head">
        <h1 className="long-text">{statement.file_name}</h1>
      </header>
      <Facts>
        <Fact name={words.wallet}>{walletName(statement.wallet)}</Fact>
        <Fact name={words.period}>
          <Time at={statement.first_at} /> – <Time at={statement.last_at} />
        </Fact>
        <Fact name={words.lines}>
          {formatCount(statement.lines)}
          {before > 0 && ` (${words.knownBefore(before)})`}
        </Fact>
        <Fact name={words.mapping}>{statement.mapping}</Fact>
        <Fact name={words.importedBy}>
          {statement.imported_by} · <Time at={statement.imported_at} />
        </Fact>
      </Facts>
    </>
  );
}

function Lines({
  lines,
  nothing,
}: {
  readonly lines: readonly StatementLine[];
  readonly nothing: string;
}) {
  const { finance: words } = useWords();
  if (lines.length === 0) return <Empty text={nothing} />;
  return (
    <Table
      label={words.lines}
      rows={lines}
      keyOf={({ row }) => String(row)}
      columns={[
        { head: words.fileRow, cell: ({ row }) => row },
        { head: words.when, from: 2, cell: ({ at }) => <Time at={at} /> },
        {
          head: words.other,
          from: 2,
          cell: ({ other }) => (other === null ? '–' : sayNumber(other)),
        },
        {
          head: words.operatorId,
          kind: 'id',
          from: 3,
          cell: ({ operator_tx_id: id }) => <span className="code">{id}</span>,
        },
        { head: words.amount, kind: 'figure', cell: (line) => sayMovement(line, words) },
        ...feeColumn(lines, words),
        { head: words.withUs, from: 2, cell: (line) => <WithUs line={line} /> },
      ]}
    />
  );
}

/** What differs, or the payment that the line agrees with. */
function WithUs({
  line: { differences, transaction_id: transactionId },
}: {
  readonly line: StatementLine;
}) {
  const { finance: words } = useWords();
  return (
    <>
      {differences.map((kind) => (
        <div key={kind}>{words.kinds[kind]}</div>
      ))}
      {transactionId !== null && (
        <Link to="/transactions/$id" params={{ id: transactionId }} className="note-link">
          {words.acts.open}
        </Link>
      )}
      {differences.length === 0 && transactionId === null && words.noDifference}
    </>
  );
}
