import { Counter, type Histogram } from 'prom-client';
import type { Queryable } from '../db/client.ts';
import { type EndedPayments, listEndedPayments, listProviders } from '../db/providers/channels.ts';
import { DIRECTIONS, REASON_CODES } from '../domain/payment-kinds.ts';
import { SETTLED_WITHIN_SECONDS } from '../domain/providers/provider-health.ts';
import type { Metrics } from './metrics.ts';

/** What became of payments, and how long it took: counted by the one writer, in the database. */
export function reportOutcomes({
  metrics,
  database,
}: {
  readonly metrics: Metrics;
  readonly database: Queryable;
}): void {
  const registers = [metrics.common];
  new Counter({
    name: 'momo_payments_total',
    help: 'Payments that have ended: each once, when it first ends or its provider gives no answer.',
    labelNames: ['provider', 'direction', 'outcome', 'reason_code'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { count, ...labels } of await countOutcomes(database).catch(() => [])) {
        this.inc(labels, count);
      }
    },
  });
  metrics.common.registerMetric(storedHistogram(database));
}

interface Outcome {
  readonly provider: string;
  readonly direction: string;
  readonly outcome: 'succeeded' | 'failed' | 'neither';
  readonly reason_code: string;
  readonly count: number;
}

/** Outcomes that have not been seen count 0, so that the first one of a kind is an increase. */
async function countOutcomes(database: Queryable): Promise<readonly Outcome[]> {
  const [ended, providers] = await Promise.all([
    listEndedPayments(database),
    listProviders(database),
  ]);
  const unseen = providers.flatMap(({ id: provider }) =>
    DIRECTIONS.flatMap((direction) => [
      { provider, direction, outcome: 'succeeded', reason_code: '', count: 0 } as const,
      ...REASON_CODES.flatMap((reason_code) =>
        (['failed', 'neither'] as const).map((outcome) => {
          return { provider, direction, outcome, reason_code, count: 0 };
        }),
      ),
    ]),
  );
  return [...unseen, ...ended.flatMap(outcomesOf)];
}

function outcomesOf(row: EndedPayments): readonly Outcome[] {
  const { providerId: provider, direction, reasonCode } = row;
  return (['succeeded', 'failed', 'neither'] as const)
    .map((outcome) => {
      const count = row[outcome];
      return { provider, direction, outcome, reason_code: reasonCode ?? '', count };
    })
    .filter(({ count }) => count > 0);
}

const SETTLED = 'momo_payment_settled_seconds';

/** A histogram whose observations are in the database, so that a restart forgets none. */
function storedHistogram(database: Queryable): Histogram {
  const help = 'Time from the creation of a payment to its end.';
  const get = async () => {
    const ended = await listEndedPayments(database).catch(() => []);
    const groups = Map.groupBy(ended, ({ providerId, direction, succeeded }) =>
      JSON.stringify([providerId, direction, succeeded > 0]),
    );
    const values = [...groups.values()].flatMap(bucketsOf);
    return { name: SETTLED, help, type: 'histogram', aggregator: 'sum', values };
  };
  // The registry asks a metric for nothing else; one of its own takes no counts from outside.
  return { name: SETTLED, get } as unknown as Histogram;
}

/** The values of a histogram, of payments of one provider, direction and outcome. */
function bucketsOf(rows: readonly EndedPayments[]) {
  const [first] = rows;
  if (first === undefined) return [];
  const { providerId: provider, direction } = first;
  const labels = { provider, direction, succeeded: String(first.succeeded > 0) };
  const countUpTo = (bound: number) =>
    rows
      .filter(({ withinSeconds }) => (withinSeconds ?? Number.POSITIVE_INFINITY) <= bound)
      .reduce((sum, { succeeded, failed, neither }) => sum + succeeded + failed + neither, 0);
  const whole = countUpTo(Number.POSITIVE_INFINITY);
  return [
    ...SETTLED_WITHIN_SECONDS.map((le) => {
      return { metricName: `${SETTLED}_bucket`, labels: { ...labels, le }, value: countUpTo(le) };
    }),
    { metricName: `${SETTLED}_bucket`, labels: { ...labels, le: '+Inf' as const }, value: whole },
    {
      metricName: `${SETTLED}_sum`,
      labels,
      value: rows.reduce((sum, row) => sum + row.seconds, 0),
    },
    { metricName: `${SETTLED}_count`, labels, value: whole },
  ];
}
