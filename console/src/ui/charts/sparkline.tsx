/** How a figure went over the last days, beside it; the days of a chart say it exactly. */
export function Sparkline({ label, values }: SparklineProps) {
  const most = Math.max(...values, 0);
  // Its room stays, so that nothing moves when it comes.
  if (most === 0) return <span className="sparkline" />;
  const stepX = WIDTH / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) =>
      `${(index * stepX).toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 3)).toFixed(1)}`,
  );
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}

interface SparklineProps {
  readonly label: string;
  /** One for each day, the oldest first. */
  readonly values: readonly number[];
}

const WIDTH = 120;
const HEIGHT = 28;
