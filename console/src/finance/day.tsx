import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useDayReport } from '../api/finance.ts';
import { apiPath, withQuery } from '../api/path.ts';
import type { DayReport } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { formatDate } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** One day for a finance manager: on the screen, on paper, and as a file. */
export function Day() {
  const { finance: words, language } = useWords();
  const { day } = useParams({ strict: false }) as { readonly day: string };
  const query = useDayReport(day);
  const file = withQuery(apiPath`/closings/${day}/file`, { language });
  return (
    <>
      <header className="screen-head">
        <h1>{words.dayOf(formatDate(`${day}T12:00:00Z`, language))}</h1>
        <p className="change-buttons not-on-paper">
          <Button size="sm" variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
          <a className="inline-link" href={file} download>
            {words.download('XLSX')}
          </a>
        </p>
      </header>
      <div className="stack">
        <Loaded query={query} shape="cards" lines={3}>
          {(report) => <DayParts report={report} />}
        </Loaded>
      </div>
    </>
  );
}

function DayParts({ report }: { readonly report: DayReport }) {
  const { finance: words, colon } = useWords();
  const walletName = useWalletName();
  const { signed_off: signedOff } = report;
  return (
    <>
      <p>
        {signedOff === null ? (
          words.notSignedOff
        ) : (
          <>
            {words.signedOff(signedOff.by === 'clock' ? words.closedByClock : signedOff.by)} ·{' '}
            <Time at={signedOff.at} /> · {words.fingerprint}
            {colon} <code className="long-text">{signedOff.hash}</code>
          </>
        )}
      </p>
      <Figures
        title={words.wallet}
        head={words.account}
        part={report.wallets}
        nameOf={walletName}
      />
      <Figures
        title={words.owed}
        head={words.platform}
        part={report.applications}
        nameOf={(name) => name}
      />
      <Unexplained report={report} />
      <Payouts report={report} />
    </>
  );
}

function Figures({
  title,
  head,
  part: { items, total },
  nameOf,
}: {
  readonly title: string;
  /** Of the column of names. */
  readonly head: string;
  readonly part: DayReport['wallets'];
  readonly nameOf: (name: string) => string;
}) {
  const { finance: words } = useWords();
  const figures = [
    'opening_xaf',
    'in_xaf',
    'out_xaf',
    'fees_xaf',
    'settled_xaf',
    'other_xaf',
    'closing_xaf',
  ] as const;
  return (
    <Section title={title}>
      <Table
        label={title}
        rows={[
          ...items.map((one) => ({ ...one, name: nameOf(one.name), isTotal: false })),
          { ...total, name: words.total, isTotal: true },
        ]}
        keyOf={({ name }) => name}
        isTotal={({ isTotal }) => isTotal}
        columns={[
          { head, cell: ({ name }) => name },
          ...figures.map((figure, index) => ({
            head: words.dayColumns[index] ?? '',
            kind: 'figure' as const,
            from: figure === 'closing_xaf' ? (1 as const) : (2 as const),
            cell: (one: typeof total) => formatBalance(one[figure] ?? 0),
          })),
        ]}
      />
    </Section>
  );
}

const AGES = ['day', 'week', 'month', 'older'] as const;

function Unexplained({ report }: { readonly report: DayReport }) {
  const { finance: words, language, colon } = useWords();
  const walletName = useWalletName();
  const rows = [
    ...report.wallet_differences.map((one) => ({
      key: `wallet ${one.wallet}`,
      what: `${walletName(one.wallet)}${colon} ${words.causes[one.cause]}`,
      xaf: one.xaf,
      since: formatDate(`${one.since}T12:00:00Z`, language),
    })),
    ...report.statement_differences.map((one) => ({
      key: `${one.wallet} ${one.kind} ${one.operator_tx_id}`,
      what: `${walletName(one.wallet)}${colon} ${words.kinds[one.kind]}, ${one.operator_tx_id}`,
      xaf: one.xaf,
      since: formatDate(one.since, language),
    })),
    ...(['unmatched', 'disputed'] as const).flatMap((kind) =>
      AGES.filter((age) => report[kind][age] !== 0).map((age) => ({
        key: `${kind} ${age}`,
        what: words[kind],
        xaf: report[kind][age],
        since: words.ages[age],
      })),
    ),
  ];
  return (
    <Section title={words.unexplained}>
      {rows.length === 0 ? (
        <Empty text={words.allExplained} />
      ) : (
        <Table
          label={words.unexplained}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { head: words.what, cell: ({ what }) => what },
            { head: words.since, from: 2, cell: ({ since }) => since },
            { head: words.amount, kind: 'figure', cell: ({ xaf }) => formatBalance(xaf) },
          ]}
        />
      )}
      <Cut shown={report.statement_differences.length} of={report.statement_differences_count} />
    </Section>
  );
}

/** Says of a list that is not whole how much of it is there. */
function Cut({ shown, of }: { readonly shown: number; readonly of: number }) {
  const { finance: words } = useWords();
  return shown < of && <p>{words.listIsCut(shown, of)}</p>;
}

function Payouts({ report }: { readonly report: DayReport }) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  const { payouts, payouts_count: count } = report;
  return (
    <Section title={words.payoutsOfDay(count)}>
      <Cut shown={payouts.length} of={count} />
      <Table
        label={words.payoutsOfDay(count)}
        rows={[...payouts, null]}
        keyOf={(payout) => payout?.id ?? ''}
        isTotal={(payout) => payout === null}
        columns={[
          {
            head: words.when,
            cell: (payout) =>
              payout === null ? (
                words.total
              ) : (
                <>
                  <Time at={payout.at} />
                  {payout.is_failed && ` (${words.countsAsFailed})`}
                </>
              ),
          },
          { head: words.platform, from: 3, cell: (payout) => payout?.application },
          { head: words.reference, kind: 'id', from: 2, cell: (payout) => payout?.reference },
          {
            head: words.wallet,
            from: 3,
            cell: (payout) => payout !== null && walletName(payout.wallet),
          },
          {
            head: words.operatorId,
            kind: 'id',
            from: 2,
            cell: (payout) => payout !== null && (payout.operator_tx_id ?? '–'),
          },
          {
            head: words.amount,
            kind: 'figure',
            cell: (payout) => formatBalance(payout?.xaf ?? report.payouts_xaf),
          },
          {
            head: words.fee,
            kind: 'figure',
            from: 2,
            cell: (payout) => formatBalance(payout?.fee_xaf ?? report.payout_fees_xaf),
          },
        ]}
      />
    </Section>
  );
}
