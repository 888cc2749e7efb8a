/**
 * How a figure went over the last days, beside it; the days of a chart say it exactly. A day without
 * the figure is a gap, not a zero.
 */
export function Sparkline({ label, values }: SparklineProps) {
  const most = Math.max(...values.map((value) => value ?? 0), 0);
  // Its room stays, so that nothing moves when it comes.
  if (most === 0) return <span className="sparkline" />;
  const stepX = WIDTH / Math.max(1, values.length - 1);
  const heightOf = (value: number) => HEIGHT - 1 - (value / most) * (HEIGHT - 3);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {runsOf(values).map(({ first, run }) => {
        const xOf = (index: number) => ((first + index) * stepX).toFixed(1);
        const points = run.map((value, index) => `${xOf(index)},${heightOf(value).toFixed(1)}`);
        const ends = [`${xOf(0)},${HEIGHT}`, `${xOf(run.length - 1)},${HEIGHT}`] as const;
        return (
          <g key={first}>
            <polygon points={[ends[0], ...points, ends[1]].join(' ')} />
            {/* A day alone is drawn from itself to itself, as a dot. */}
            <polyline points={[...points, points.at(-1)].join(' ')} />
          </g>
        );
      })}
    </svg>
  );
}

interface SparklineProps {
  readonly label: string;
  /** One for each day, the oldest first. */
  readonly values: readonly (number | null)[];
}

interface Run {
  readonly first: number;
  readonly run: readonly number[];
}

/** The days in a row that have the figure, with the place of the first. */
function runsOf(values: readonly (number | null)[]): readonly Run[] {
  return values.reduce<readonly Run[]>((runs, value, index) => {
    if (value === null) return runs;
    const last = runs.at(-1);
    if (last === undefined || last.first + last.run.length !== index) {
      return [...runs, { first: index, run: [value] }];
    }
    return [...runs.slice(0, -1), { ...last, run: [...last.run, value] }];
  }, []);
}

const WIDTH = 120;
const HEIGHT = 28;
