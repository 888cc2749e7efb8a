import { Gauge } from 'prom-client';
import type { Database, Queryable } from '../db/client.ts';
import type { DatabaseClock } from '../db/clock.ts';
import { findStandbys } from '../db/nodes/replica.ts';
import { describeDifference } from '../domain/server-checks.ts';
import { type WriteWatch, watchWrites } from '../flows/watch-writes.ts';
import type { Logger } from '../settings/log.ts';
import type { Metrics } from './metrics.ts';

interface ReportDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
}

/** Shows whether the database takes writes. */
export function reportWrites({ log, metrics, database }: ReportDeps): WriteWatch {
  const registers = [metrics.registry];
  const writes = watchWrites({
    database,
    onChange: ({ takesWrites, reason }) => {
      if (takesWrites) log.info('the database takes writes again');
      else log.error({ reason }, 'the database takes no writes');
    },
  });
  new Gauge({
    name: 'momo_database_takes_writes',
    help: '1 when something could be written just now, else 0.',
    // One process of several that cannot write is enough to report.
    aggregator: 'min',
    registers: [metrics.common],
    async collect() {
      this.set(Number(await writes.takesWrites()));
    },
  });
  new Gauge({
    name: 'momo_database_given_up',
    help: 'Connections on which the server is still at work for a client that has given up.',
    registers,
    collect() {
      this.set(database.givenUp());
    },
  });
  return writes;
}

/** Shows whether the standbys of the database are there, and how far behind they are. */
export function reportStandbys({
  metrics,
  database,
}: {
  readonly metrics: Metrics;
  readonly database: Queryable;
}): void {
  const registers = [metrics.common];
  const read = () => findStandbys(database).catch(() => null);
  new Gauge({
    name: 'momo_database_standbys',
    help: 'Standbys that follow the database now.',
    registers,
    async collect() {
      this.set((await read())?.count ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'momo_database_standby_behind_bytes',
    help: 'How much of the log the slowest standby has not applied; NaN when nobody may know.',
    registers,
    async collect() {
      this.set((await read())?.behindBytes ?? Number.NaN);
    },
  });
}

/** While a clock is wrong, the log says so this often. */
const SAY_EVERY_MS = 60_000;

/** Shows a clock that is far off; returns the problem, or `null` while the clock is right. */
export function reportClock(
  deps: Pick<ReportDeps, 'log' | 'metrics'> & { readonly clock: DatabaseClock },
): () => Promise<string | null> {
  const read = () => deps.clock.differenceMs().catch(() => Number.NaN);
  const say = async () => {
    const aheadMs = await read();
    if (describeDifference(aheadMs) === null) return;
    deps.log.error({ aheadMs: Math.round(aheadMs) }, 'the clock of this machine is wrong');
  };
  void say();
  setInterval(() => void say(), SAY_EVERY_MS).unref();
  new Gauge({
    name: 'momo_clock_ahead_seconds',
    help: 'How far the clock of this machine is ahead of the database.',
    // The processes of one start share one clock.
    aggregator: 'first',
    registers: [deps.metrics.common],
    async collect() {
      this.set((await read()) / 1_000);
    },
  });
  return async () => describeDifference(await read());
}
