import { Link } from '@tanstack/react-router';
import type { Wallet } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Mark } from '../ui/badges.tsx';
import { Chart } from '../ui/chart.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { formatDay } from '../words/format.ts';
import { formatBalance, formatCount } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

export function WalletCard({ wallet }: { readonly wallet: Wallet }) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  const { told: reported } = wallet;
  const mark = wallet.float_level === 'low' ? <Mark tone="red" text={words.low} /> : null;
  return (
    <Section title={walletName(wallet.wallet)} tools={mark}>
      <Facts>
        <Fact name={words.book}>{formatBalance(wallet.book_xaf)}</Fact>
        <Fact name={words.told}>
          {reported === null ? (
            words.notReported
          ) : (
            <>
              {formatBalance(reported.xaf)} · <Time at={reported.at} />
            </>
          )}
        </Fact>
        {reported !== null && reported.cause !== 'none' && (
          <Fact name={words.difference}>
            {formatBalance(reported.difference_xaf)} · {words.causes[reported.cause]}
          </Fact>
        )}
        {reported !== null && reported.cause !== 'none' && reported.between.length > 0 && (
          <Fact name={words.between}>
            {reported.between.map(({ subject, xaf }) => (
              <div key={subject}>
                <MovementLink subject={subject} /> · {formatBalance(xaf)}
              </div>
            ))}
          </Fact>
        )}
        <Fact name={words.promised}>{formatBalance(wallet.promised_xaf)}</Fact>
        <Fact name={words.free}>
          {wallet.free_xaf === null ? words.unknown : formatBalance(wallet.free_xaf)}
        </Fact>
        <Fact name={words.perHour}>{formatBalance(wallet.per_hour_xaf)}</Fact>
        <Fact name={words.emptyAt}>
          <Forecast wallet={wallet} />
        </Fact>
      </Facts>
      <BalanceChart days={wallet.days} label={words.chart} />
    </Section>
  );
}

function Forecast({ wallet }: { readonly wallet: Wallet }) {
  const { finance: words } = useWords();
  if (wallet.float_level === 'unknown') return words.unknown;
  return wallet.empty_at === null ? words.notEmpty : <Time at={wallet.empty_at} />;
}

function MovementLink({ subject }: { readonly subject: string }) {
  const [kind, id = ''] = subject.split(':');
  if (kind !== 'transaction') return subject.slice(subject.lastIndexOf(':') + 1);
  return (
    <Link to="/transactions/$id" params={{ id }} className="inline-link">
      {id}
    </Link>
  );
}

/** What was in the wallet at the end of each day; a table on demand says the same. */
function BalanceChart({ days, label }: { readonly days: Wallet['days']; readonly label: string }) {
  const { language, home, finance } = useWords();
  if (days.length < 2) return null;
  const formatTime = (day: string) => formatDay(`${day}T12:00:00Z`, language);
  return (
    <figure className="chart-place wallet-chart">
      <figcaption>{label}</figcaption>
      <Chart
        label={label}
        times={days.map(({ day }) => day)}
        values={days.map(({ xaf }) => xaf)}
        before={[]}
        format={shortAmount}
        formatTime={formatTime}
      />
      <details>
        <summary className="inline-link">{home.table}</summary>
        <Table
          label={label}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { head: finance.day, cell: ({ day }) => formatTime(day) },
            { head: finance.book, kind: 'figure', cell: ({ xaf }) => formatBalance(xaf) },
          ]}
        />
      </details>
    </figure>
  );
}

const THOUSAND = 1_000;

/** 250k: an axis has little room. */
function shortAmount(xaf: number): string {
  const isLarge = Math.abs(xaf) >= THOUSAND;
  const count = formatCount(Math.abs(isLarge ? xaf / THOUSAND : xaf));
  return `${xaf < 0 ? '\u2212' : ''}${count}${isLarge ? 'k' : ''}`;
}
