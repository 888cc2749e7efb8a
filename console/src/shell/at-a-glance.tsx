import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFigures } from '../api/reads.ts';
import type { Figures, Overview } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import { Age, Ahead } from '../ui/figures.tsx';
import { formatPercent, formatSeconds } from '../words/format.ts';
import { formatBalance, formatCount } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** The figures of the day at a glance, one large figure each, and how they went in two weeks. */
export function Tiles({ overview }: TilesProps) {
  const { home } = useWords();
  const { data } = useFigures('24h');
  return (
    <>
      <ul className="tiles">
        {data !== undefined && <MoneyTiles figures={data} />}
        <Tile name={home.underWay} value={formatCount(overview.under_way.count)}>
          {overview.under_way.oldest_at === null ? (
            home.nothing
          ) : (
            <Link to="/under-way" className="inline-link">
              {home.oldestIs} <Age since={overview.under_way.oldest_at} />
            </Link>
          )}
        </Tile>
      </ul>
      {data !== undefined && data.floats.length > 0 && <Floats floats={data.floats} />}
    </>
  );
}

interface TilesProps {
  readonly overview: Overview;
}

/** The exact balance of a line is the secret behind its texts: Finance and the line have it. */
function Floats({ floats }: Pick<Figures, 'floats'>) {
  const { home } = useWords();
  const walletName = useWalletName();
  return (
    <ul className="tiles">
      {floats.map(({ wallet, level, empty_at }) => (
        <Tile
          key={wallet}
          name={home.floatOf(walletName(wallet))}
          value={home.floatLevels[level]}
          isBad={level === 'low'}
        >
          {level === 'unknown' && home.floatUnknown}
          {level === 'low' && home.low}
          {level === 'enough' && empty_at === null && home.lasts}
          {empty_at !== null && (
            <>
              {home.emptyAt} <Ahead at={empty_at} />
            </>
          )}
        </Tile>
      ))}
    </ul>
  );
}

function MoneyTiles({ figures }: { readonly figures: Figures }) {
  const { home } = useWords();
  const { today, same_weekday: before } = figures;
  const rate = (value: number | null) => (value === null ? '–' : formatPercent(value));
  const seconds = (value: number | null) => (value === null ? '–' : formatSeconds(value));
  const days = useFigures('30d').data?.steps.slice(-DAYS) ?? [];
  const course = (name: string, key: 'in_xaf' | 'out_xaf' | 'success_rate' | 'median_s') => ({
    label: home.lastDays(name),
    values: days.map((day) => day[key]),
  });
  return (
    <>
      <Tile
        name={home.moneyIn}
        hint={home.moneyRule}
        value={formatBalance(today.in_xaf)}
        course={course(home.moneyIn, 'in_xaf')}
      >
        {home.weekdayBefore(formatBalance(before.in_xaf))}
      </Tile>
      <Tile
        name={home.moneyOut}
        hint={home.moneyRule}
        value={formatBalance(today.out_xaf)}
        course={course(home.moneyOut, 'out_xaf')}
      >
        {home.weekdayBefore(formatBalance(before.out_xaf))}
      </Tile>
      <Tile
        name={home.share}
        value={rate(today.success_rate)}
        hint={home.shareRule}
        course={course(home.share, 'success_rate')}
      >
        {before.success_rate === null
          ? home.noWeekdayBefore
          : home.weekdayBefore(rate(before.success_rate))}
      </Tile>
      <Tile
        name={home.confirm}
        value={seconds(today.median_s)}
        hint={home.confirmRule}
        course={course(home.confirm, 'median_s')}
      >
        {today.p95_s === null ? home.noData : home.p95(formatSeconds(today.p95_s))}
      </Tile>
    </>
  );
}

const DAYS = 14;

function Tile({ name, value, hint, course, isBad = false, children }: TileProps) {
  return (
    <li className="tile" data-bad={isBad || undefined} title={hint}>
      <span className="tile-name">{name}</span>
      <span className="tile-value">{value}</span>
      <span className="soft">{children}</span>
      {course !== undefined && <Sparkline {...course} />}
    </li>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  /** How the figure is counted. */
  readonly hint?: string;
  readonly course?: { readonly label: string; readonly values: readonly (number | null)[] };
  readonly isBad?: boolean;
  readonly children: ReactNode;
}
