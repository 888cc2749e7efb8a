import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { Overview } from '../api/types.ts';
import { Section } from '../ui/section.tsx';
import { formatHour, formatPercent } from '../words/format.ts';
import { formatCount, formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

type Hours = Overview['hours'];

const HEIGHT_PX = 190;
const THOUSAND = 1_000;

/** Volume and success of the last day, each chart beside its figures. */
export function Charts({ hours }: { readonly hours: Hours }) {
  const { home, directions } = useWords();
  const times = hours.map(({ hour }) => Date.parse(hour) / THOUSAND);
  return (
    <div className="charts">
      <Section title={home.volume}>
        <Chart
          label={home.volume}
          data={[
            times,
            hours.map(({ deposit_xaf }) => deposit_xaf),
            hours.map(({ withdrawal_xaf }) => withdrawal_xaf),
          ]}
          lines={[
            { label: directions.deposit, colour: '--chart-1' },
            { label: directions.withdrawal, colour: '--chart-2' },
          ]}
          format={(value) => `${formatCount(value / THOUSAND)}k`}
        />
        <Legend
          entries={[
            { label: directions.deposit, tone: 1 },
            { label: directions.withdrawal, tone: 2 },
          ]}
        />
        <Figures
          label={home.volume}
          heads={[home.hour, directions.deposit, directions.withdrawal]}
          rows={hours.map((line) => [
            formatHour(line.hour),
            formatMoney(line.deposit_xaf),
            formatMoney(line.withdrawal_xaf),
          ])}
        />
      </Section>
      <Section title={home.success}>
        <Chart
          label={home.success}
          data={[times, hours.map(shareOf)]}
          lines={[{ label: home.share, colour: '--chart-1' }]}
          format={(value) => formatPercent(value)}
          range={[0, 1]}
        />
        <Figures
          label={home.success}
          heads={[home.hour, home.succeeded, home.failed, home.share]}
          rows={hours.map((line) => [
            formatHour(line.hour),
            formatCount(line.succeeded),
            formatCount(line.failed),
            describeShare(shareOf(line)),
          ])}
        />
      </Section>
    </div>
  );
}

/** An hour without an outcome has no share; the line has a gap there. */
function shareOf({ succeeded, failed }: Hours[number]): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}

function describeShare(share: number | null): string {
  return share === null ? '–' : formatPercent(share);
}

function Chart({ label, data, lines, format, range }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const { language } = useWords();
  // The chart is drawn again when its figures change, not when a parent renders.
  const drawn = JSON.stringify([data, scheme, language]);
  useEffect(() => {
    const element = place.current;
    if (element === null || drawn === '') return;
    const style = getComputedStyle(element);
    const axis = {
      stroke: style.getPropertyValue('--soft'),
      grid: { stroke: style.getPropertyValue('--line'), width: 1 },
      ticks: { stroke: style.getPropertyValue('--line'), width: 1 },
    };
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * THOUSAND), 'Africa/Douala'),
        scales: range === undefined ? {} : { y: { range: [range[0], range[1]] } },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map(toHour) },
          { ...axis, size: 56, values: (_, ticks) => ticks.map(format) },
        ],
        series: [
          {},
          ...lines.map(({ label: name, colour }) => ({
            label: name,
            stroke: style.getPropertyValue(colour),
            width: 2,
            points: { show: true, size: 5 },
          })),
        ],
      },
      data,
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drawn]);
  return <div ref={place} className="chart" role="img" aria-label={label} />;
}

interface ChartProps {
  readonly label: string;
  readonly data: [number[], ...(number | null)[][]];
  readonly lines: readonly { readonly label: string; readonly colour: string }[];
  readonly range?: readonly [number, number];
  readonly format: (value: number) => string;
}

function toHour(seconds: number): string {
  return formatHour(new Date(seconds * THOUSAND).toISOString());
}

function Legend({ entries }: LegendProps) {
  return (
    <p className="legend" aria-hidden="true">
      {entries.map(({ label, tone }) => (
        <span key={label} className={`legend-${tone}`}>
          {label}
        </span>
      ))}
    </p>
  );
}

interface LegendProps {
  readonly entries: readonly { readonly label: string; readonly tone: 1 | 2 }[];
}

function Figures({ label, heads, rows }: FiguresProps) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-place figures" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(([hour, ...cells]) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {cells.map((cell, column) => (
                <td key={heads[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FiguresProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
