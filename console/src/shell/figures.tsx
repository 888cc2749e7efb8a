import { getRouteApi } from '@tanstack/react-router';
import { FIGURE_RANGES, type FigureRange, useFigures } from '../api/reads.ts';
import type { Figures as FiguresAnswer } from '../api/types.ts';
import { Chart, describe } from '../ui/charts/chart.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import {
  formatDay,
  formatHour,
  formatPercent,
  formatSeconds,
  shortAmount,
} from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/');

/** How it went: four small charts with the time before behind them, and a table on demand. */
export function Figures() {
  const { home } = useWords();
  const { range = '24h' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useFigures(range);
  return (
    <Section
      title={home.figures}
      tools={
        <div className="switch" role="group" aria-label={home.range}>
          {FIGURE_RANGES.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === range}
              onClick={() => void navigate({ to: '/', search: { range: one }, replace: true })}
            >
              {home.ranges[one]}
            </button>
          ))}
        </div>
      }
    >
      <Loaded query={query} shape="charts">
        {(data) => (
          <>
            <Charts figures={data} range={range} />
            <p className="soft">{home.compared}</p>
            <FigureTable figures={data} range={range} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The same figures, for the charts and for the table. */
function useColumns(): readonly Column[] {
  const { home, finance } = useWords();
  const amount = (value: number) => formatMoney(value);
  return [
    { key: 'in_xaf', label: finance.cameIn, format: amount, axis: shortAmount },
    { key: 'out_xaf', label: finance.wentOut, format: amount, axis: shortAmount },
    { key: 'success_rate', label: home.share, format: formatPercent, axis: formatPercent, most: 1 },
    { key: 'median_s', label: home.confirmMedian, format: formatSeconds, axis: formatSeconds },
  ];
}

interface Column {
  readonly key: 'in_xaf' | 'out_xaf' | 'success_rate' | 'median_s';
  readonly label: string;
  readonly format: (value: number) => string;
  readonly axis: (value: number) => string;
  readonly most?: number;
}

function Charts({ figures, range }: ChartsProps) {
  const columns = useColumns();
  const formatTime = useStepTime(range);
  return (
    <div className="charts">
      {columns.map(({ key, label, ...rest }) => (
        <figure key={key} className="chart-place">
          <figcaption>{label}</figcaption>
          <ChartOrNothing
            label={label}
            times={figures.steps.map(({ at }) => at)}
            values={figures.steps.map((step) => step[key])}
            before={figures.before.map((step) => step[key])}
            formatTime={formatTime}
            {...rest}
          />
        </figure>
      ))}
    </div>
  );
}

/** Without a value the axes would be of nothing. */
function ChartOrNothing(props: Parameters<typeof Chart>[0]) {
  const { home } = useWords();
  const isEmpty = [...props.values, ...props.before].every((value) => (value ?? 0) === 0);
  return isEmpty ? <p className="chart-empty">{home.noData}</p> : <Chart {...props} />;
}

interface ChartsProps {
  readonly figures: FiguresAnswer;
  readonly range: FigureRange;
}

function useStepTime(range: FigureRange): (at: string) => string {
  const { language } = useWords();
  return (at) => (range === '24h' ? formatHour(at) : formatDay(at, language));
}

function FigureTable({ figures, range }: ChartsProps) {
  const { home } = useWords();
  const columns = useColumns();
  const formatTime = useStepTime(range);
  const last = figures.steps.at(-1)?.at;
  return (
    <details>
      <summary className="inline-link">{home.table}</summary>
      <Table
        label={home.table}
        rows={figures.steps.toReversed()}
        keyOf={({ at }) => at}
        columns={[
          {
            head: home.hour,
            cell: ({ at }) =>
              at === last ? `${formatTime(at)} ${home.unfinished}` : formatTime(at),
          },
          ...columns.map(({ key, label, format }, index) => ({
            head: label,
            kind: 'figure' as const,
            from: index === 0 ? (1 as const) : (2 as const),
            cell: (step: FiguresAnswer['steps'][number]) => describe(step[key], format),
          })),
        ]}
      />
    </details>
  );
}
