import { useId } from 'react';

/** A line in real axes: a zero line, the time before in grey, what is not over yet hatched. */
export function Chart(props: ChartProps) {
  const { label, times, values, before, format, formatTime, most, forecast = [] } = props;
  const axis = props.axis ?? format;
  const hatch = useId();
  const top = most ?? niceTop([...values, ...before, ...forecast]);
  const bottom = niceBottom(values);
  const yOf = (value: number) => heightOf(value, { top, bottom });
  const stepX = (WIDTH - LEFT) / Math.max(1, times.length + forecast.length);
  const toPoint = (value: number | null, index: number): Point | null =>
    value === null ? null : { x: LEFT + (index + 0.5) * stepX, y: yOf(value) };
  const points = values.map(toPoint);
  const last = times.length - 1;
  const everyLabel = Math.ceil(times.length / 6);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
        <path d="M0 6 6 0" className="chart-hatch" />
      </pattern>
      {[bottom === 0 ? top / 2 : bottom, 0, top].map((value) => (
        <g key={value}>
          <line
            x1={LEFT}
            x2={WIDTH}
            y1={yOf(value)}
            y2={yOf(value)}
            data-zero={value === 0 || undefined}
          />
          <text x={LEFT - 6} y={yOf(value) + 4} textAnchor="end">
            {axis(value)}
          </text>
        </g>
      ))}
      <rect
        x={LEFT + last * stepX}
        y={TOP}
        width={stepX}
        height={BOTTOM - TOP}
        fill={`url(#${hatch})`}
        data-unfinished
      />
      <path d={pathOf(before.map(toPoint))} className="chart-before" />
      <path d={pathOf(points.slice(0, last))} className="chart-line" />
      <path d={pathOf(points.slice(-2))} className="chart-line chart-unfinished" />
      <path
        d={pathOf([
          ...points.slice(-1),
          ...forecast.map((xaf, step) => toPoint(xaf, last + 1 + step)),
        ])}
        className="chart-line chart-forecast"
      />
      {times.map((time, index) => {
        const point = points[index] ?? null;
        return (
          <g key={time}>
            {point !== null && <circle cx={point.x} cy={point.y} r="2.5" className="chart-dot" />}
            {index % everyLabel === 0 && (
              <text x={LEFT + index * stepX} y={HEIGHT - 4}>
                {formatTime(time)}
              </text>
            )}
            <rect x={LEFT + index * stepX} y={TOP} width={stepX} height={BOTTOM - TOP} opacity="0">
              <title>{`${formatTime(time)}: ${describe(values[index] ?? null, format)}`}</title>
            </rect>
          </g>
        );
      })}
    </svg>
  );
}

interface ChartProps {
  readonly label: string;
  readonly times: readonly string[];
  readonly values: readonly (number | null)[];
  /** The same steps of the time before. */
  readonly before: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** In less room, if not the same. */
  readonly axis?: (value: number) => string;
  readonly formatTime: (at: string) => string;
  /** What the steps to come will bring if nothing changes. */
  readonly forecast?: readonly number[];
  /** The top of the axis; else what fits. */
  readonly most?: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const WIDTH = 480;
const HEIGHT = 150;
const LEFT = 58;
const TOP = 8;
const BOTTOM = 128;

export function describe(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}

function heightOf(value: number, axis: { readonly top: number; readonly bottom: number }): number {
  const { top, bottom } = axis;
  return BOTTOM - ((Math.min(value, top) - bottom) / (top - bottom)) * (BOTTOM - TOP);
}

/** Below zero only if something is. */
function niceBottom(values: readonly (number | null)[]): number {
  const debts = values.map((value) => -(value ?? 0));
  return debts.some((debt) => debt > 0) ? -niceTop(debts) : 0;
}

/** The next 1, 2 or 5 times a power of ten. */
export function niceTop(values: readonly (number | null)[]): number {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((one) => one * power >= most) ?? 10) * power;
}

/** Steps without a value leave a gap. */
function pathOf(points: readonly (Point | null)[]): string {
  return points
    .map((point, index) => {
      if (point === null) return '';
      const isFirst = index === 0 || points[index - 1] === null;
      return `${isFirst ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    })
    .join(' ');
}
