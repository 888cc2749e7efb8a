import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useDayReport } from '../api/finance.ts';
import { apiPath, withQuery } from '../api/path.ts';
import type { DayReport } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
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
  const { finance: words } = useWords();
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
            <Time at={signedOff.at} /> · <code className="break-anywhere">{signedOff.hash}</code>
          </>
        )}
      </p>
      <Figures title={words.wallet} part={report.wallets} nameOf={walletName} />
      <Figures title={words.owed} part={report.applications} nameOf={(name) => name} />
      <Unexplained report={report} />
      <Payouts report={report} />
    </>
  );
}

function Figures({
  title,
  part: { items, total },
  nameOf,
}: {
  readonly title: string;
  readonly part: DayReport['wallets'];
  readonly nameOf: (name: string) => string;
}) {
  const { finance: words } = useWords();
  const cells = (one: typeof total) =>
    [one.opening_xaf, one.in_xaf, one.out_xaf, one.fees_xaf, one.other_xaf, one.closing_xaf].map(
      (xaf, index) => <td key={words.dayColumns[index]}>{formatBalance(xaf)}</td>,
    );
  return (
    <Section title={title}>
      <ScrollingTable label={title}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {words.dayColumns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.name}>
                <th scope="row">{nameOf(one.name)}</th>
                {cells(one)}
              </tr>
            ))}
            <tr>
              <th scope="row">{words.total}</th>
              {cells(total)}
            </tr>
          </tbody>
        </table>
      </ScrollingTable>
    </Section>
  );
}

const AGES = ['day', 'week', 'month', 'older'] as const;

function Unexplained({ report }: { readonly report: DayReport }) {
  const { finance: words, language } = useWords();
  const walletName = useWalletName();
  const rows = [
    ...report.wallet_differences.map((one) => ({
      key: `wallet ${one.wallet}`,
      what: `${walletName(one.wallet)}: ${words.causes[one.cause]}`,
      xaf: one.xaf,
      since: formatDate(`${one.since}T12:00:00Z`, language),
    })),
    ...report.statement_differences.map((one) => ({
      key: `${one.wallet} ${one.kind} ${one.operator_tx_id}`,
      what: `${walletName(one.wallet)}: ${words.kinds[one.kind]}, ${one.operator_tx_id}`,
      xaf: one.xaf,
      since: formatDate(one.since, language),
    })),
    ...(['unmatched', 'disputed'] as const).flatMap((kind) =>
      AGES.map((age) => ({
        key: `${kind} ${age}`,
        what: words[kind],
        xaf: report[kind][age],
        since: words.ages[age],
      })),
    ),
  ].filter(({ xaf }) => xaf !== 0);
  return (
    <Section title={words.unexplained}>
      {rows.length === 0 ? (
        <Empty text={words.allExplained} />
      ) : (
        <ScrollingTable label={words.unexplained}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.what}</th>
                <th scope="col">XAF</th>
                <th scope="col">{words.since}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, what, xaf, since }) => (
                <tr key={key}>
                  <th scope="row">{what}</th>
                  <td>{formatBalance(xaf)}</td>
                  <td>{since}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollingTable>
      )}
    </Section>
  );
}

function Payouts({ report }: { readonly report: DayReport }) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  const { payouts } = report;
  return (
    <Section title={words.payoutsOfDay(payouts.length)}>
      <ScrollingTable label={words.payoutsOfDay(payouts.length)}>
        <table className="table">
          <thead>
            <tr>
              {words.payoutColumns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {payouts.map((payout) => (
              <tr key={payout.id}>
                <th scope="row">
                  <Time at={payout.at} />
                </th>
                <td>{payout.application}</td>
                <td>{payout.reference}</td>
                <td>{walletName(payout.wallet)}</td>
                <td>{payout.operator_tx_id ?? '—'}</td>
                <td>{formatBalance(payout.xaf)}</td>
                <td>{formatBalance(payout.fee_xaf)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={5}>
                {words.total}
              </th>
              <td>{formatBalance(report.payouts_xaf)}</td>
              <td>{formatBalance(report.payout_fees_xaf)}</td>
            </tr>
          </tbody>
        </table>
      </ScrollingTable>
    </Section>
  );
}
