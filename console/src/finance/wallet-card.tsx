import type { Wallet } from '../api/types.ts';
import { Mark } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

export function WalletCard({ wallet }: { readonly wallet: Wallet }) {
  const { finance: words } = useWords();
  const { told } = wallet;
  const mark = wallet.is_low ? <Mark tone="red" text={words.low} /> : null;
  return (
    <Section title={wallet.wallet} tools={mark}>
      <Facts>
        <Fact name={words.book}>{formatBalance(wallet.book_xaf)}</Fact>
        <Fact name={words.told}>
          {told === null ? (
            words.notTold
          ) : (
            <>
              {formatBalance(told.xaf)} · <Time at={told.at} />
            </>
          )}
        </Fact>
        {told !== null && told.cause !== 'none' && (
          <Fact name={words.difference}>
            {formatBalance(told.difference_xaf)} · {words.causes[told.cause]}
          </Fact>
        )}
        <Fact name={words.promised}>{formatBalance(wallet.promised_xaf)}</Fact>
        <Fact name={words.free}>{formatBalance(wallet.free_xaf)}</Fact>
        <Fact name={words.perHour}>{formatBalance(wallet.per_hour_xaf)}</Fact>
        <Fact name={words.emptyAt}>
          {wallet.empty_at === null ? words.notEmpty : <Time at={wallet.empty_at} />}
        </Fact>
      </Facts>
      <BalanceChart days={wallet.days} label={words.chart} />
    </Section>
  );
}

const WIDTH = 600;
const HEIGHT = 80;

/** What was in the wallet at the end of each day; a table says the same to who cannot see it. */
function BalanceChart({ days, label }: { readonly days: Wallet['days']; readonly label: string }) {
  if (days.length < 2) return null;
  const values = days.map(({ xaf }) => xaf);
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const points = values.map((xaf, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - ((xaf - least) / (most - least)) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={points.join(' ')} fill="none" stroke="var(--chart-1)" strokeWidth="2" />
      </svg>
      <details>
        <summary>{label}</summary>
        <ul>
          {days.map(({ day, xaf }) => (
            <li key={day}>
              {day} · {formatBalance(xaf)}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
