import { Link } from '@tanstack/react-router';
import { useMoneyByDay } from '../api/finance.ts';
import { Bars } from '../ui/charts/bars.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { formatDay, shortAmount } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** What came in, went out and was charged on each of the last thirty days. */
export function MoneyByDay() {
  const { finance: words } = useWords();
  return (
    <Section title={words.byDay}>
      <Loaded query={useMoneyByDay()} shape="short" lines={6}>
        {({ items }) => (
          <DayBars
            days={items.map(({ day, in_xaf, out_xaf, fees_xaf }) => ({
              day,
              in: in_xaf,
              out: 0 - out_xaf,
              fees: 0 - fees_xaf,
            }))}
          />
        )}
      </Loaded>
    </Section>
  );
}

interface MoneyDay {
  readonly day: string;
  readonly in: number;
  readonly out: number;
  readonly fees: number;
}

function DayBars({ days }: { readonly days: readonly MoneyDay[] }) {
  const { finance: words, language, home, colon } = useWords();
  const nameOf = (day: string) => formatDay(`${day}T12:00:00Z`, language);
  if (days.every((one) => one.in === 0 && one.out === 0 && one.fees === 0)) {
    return <Empty text={words.nothingMoved} />;
  }
  const say = (name: string, xaf: number) => `${name}${colon} ${formatBalance(xaf)}`;
  return (
    <>
      <p className="legend">
        <span>{words.cameIn}</span>
        <span className="legend-2">{words.wentOut}</span>
        <span className="legend-3">{words.fees}</span>
      </p>
      <figure className="chart-place">
        <Bars
          label={words.byDay}
          days={days.map((one) => ({
            day: one.day,
            // A correction of an earlier day may be more than what moved: then nothing is drawn.
            up: Math.max(0, one.in),
            down: [Math.max(0, one.out), Math.max(0, one.fees)],
            title: [
              nameOf(one.day),
              say(words.cameIn, one.in),
              say(words.wentOut, one.out),
              say(words.fees, one.fees),
            ].join('\n'),
          }))}
          format={shortAmount}
          formatDay={nameOf}
        />
      </figure>
      <details>
        <summary className="inline-link">{home.table}</summary>
        <Table
          label={words.byDay}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            {
              head: words.day,
              cell: ({ day }) => (
                <Link to="/finance/$day" params={{ day }} className="inline-link">
                  {nameOf(day)}
                </Link>
              ),
            },
            { head: words.cameIn, kind: 'figure', cell: (one) => formatBalance(one.in) },
            { head: words.wentOut, kind: 'figure', from: 2, cell: ({ out }) => formatBalance(out) },
            { head: words.fees, kind: 'figure', from: 2, cell: (one) => formatBalance(one.fees) },
          ]}
        />
      </details>
    </>
  );
}
