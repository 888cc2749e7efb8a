import { Gauge } from 'prom-client';
import type { Database } from './db/client.ts';
import { type WriteWatch, watchWrites } from './flows/watch-writes.ts';
import type { Metrics } from './http/metrics.ts';
import type { Logger } from './log.ts';

/** Makes visible whether the database takes what is written. */
export function reportDatabase(deps: {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
}): WriteWatch {
  const { log, database } = deps;
  const registers = [deps.metrics.registry];
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
    registers,
    async collect() {
      this.set(Number(await writes.takesWrites()));
    },
  });
  new Gauge({
    name: 'momo_database_given_up',
    help: 'Connections on which the server is still at work for somebody who has given up.',
    registers,
    collect() {
      this.set(database.givenUp());
    },
  });
  return writes;
}
