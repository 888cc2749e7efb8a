import { niceTop } from './chart.tsx';

/** Bars by day: what came in above the zero line, what went out below it, one on the other. */
export function Bars({ label, days, format, formatDay }: BarsProps) {
  const top = niceTop(days.map(({ up }) => up));
  const bottom = niceTop(days.map(({ down }) => sumOf(down)));
  const scale = (BOTTOM - TOP) / (top + bottom);
  const zero = TOP + top * scale;
  const stepX = (WIDTH - LEFT) / Math.max(1, days.length);
  const width = Math.max(2, stepX * 0.6);
  const everyLabel = Math.ceil(days.length / 6);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {[top, 0, -bottom].map((value) => (
        <g key={value}>
          <line
            x1={LEFT}
            x2={WIDTH}
            y1={zero - value * scale}
            y2={zero - value * scale}
            data-zero={value === 0 || undefined}
          />
          <text x={LEFT - 6} y={zero - value * scale + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {days.map(({ day, up, down, title }, index) => {
        const x = LEFT + index * stepX + (stepX - width) / 2;
        return (
          <g key={day}>
            <title>{title}</title>
            <rect x={x} y={zero - up * scale} width={width} height={up * scale} className="bar-1" />
            {down.map((value, part) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
                key={part}
                x={x}
                y={zero + sumOf(down.slice(0, part)) * scale}
                width={width}
                height={value * scale}
                className={`bar-${part + 2}`}
              />
            ))}
            {index % everyLabel === 0 && (
              <text x={LEFT + index * stepX} y={HEIGHT - 4}>
                {formatDay(day)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface BarsProps {
  readonly label: string;
  readonly days: readonly {
    readonly day: string;
    readonly up: number;
    readonly down: readonly number[];
    /** All of it in words, for the hover. */
    readonly title: string;
  }[];
  readonly format: (value: number) => string;
  readonly formatDay: (day: string) => string;
}

const WIDTH = 960;
const HEIGHT = 200;
const LEFT = 58;
const TOP = 8;
const BOTTOM = 178;

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
