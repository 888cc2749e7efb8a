import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** What a process has counted and measured, in the form that can be sent and added up. */
export type ProcessFigures = MetricObjectWithValues<MetricValue<string>>[];

interface Counting {
  readonly readFigures: () => Promise<ProcessFigures>;
  /** Its last answer. */
  readonly lastFigures: () => ProcessFigures;
}

export interface FiguresOfAll {
  readonly read: () => Promise<string>;
  /** A process has begun to serve. */
  readonly add: (one: Counting) => void;
  /** A process has ended; what it counted stays in the sums. */
  readonly keep: (one: Counting) => void;
  readonly countCrash: (cause: CrashCause) => void;
}

/** It ended by itself or by another program, or answered nothing and was killed. */
export type CrashCause = 'ended' | 'frozen';

/**
 * Adds up what several processes count. A reader takes a counter that falls for one that began
 * anew, so the last figures of an ended process stay in the sum.
 */
export function createFiguresOfAll(): FiguresOfAll {
  const serving = new Set<Counting>();
  const own = new Registry();
  const crashes = new Counter({
    name: 'momo_process_crashes_total',
    help: 'Processes that ended without being asked to, or answered nothing and were killed.',
    labelNames: ['cause'],
    registers: [own],
  });
  for (const cause of ['ended', 'frozen']) crashes.inc({ cause }, 0);
  new Gauge({
    name: 'momo_processes',
    help: 'Processes that serve.',
    registers: [own],
    collect() {
      this.set(serving.size);
    },
  });
  let ofEnded: ProcessFigures = [];

  return {
    read: async () => {
      await Promise.all([...serving].map((one) => one.readFigures()));
      const ofOwn = await own.getMetricsAsJSON();
      // Read only now: a process that ended meanwhile is among the ended.
      const ofServing = [...serving].map((one) => one.lastFigures());
      return sumOf([...ofServing, ofEnded, ofOwn]).metrics();
    },
    add: (one) => serving.add(one),
    keep: (one) => {
      if (!serving.delete(one)) return;
      const sum = sumOf([ofEnded, one.lastFigures().filter(isGrowing)]);
      // A sum has its values at hand, although its type does not show it.
      ofEnded = sum.getMetricsAsArray().map((metric) => ({ values: [], ...metric }));
    },
    countCrash: (cause) => crashes.inc({ cause }),
  };
}

function sumOf(all: readonly ProcessFigures[]): Registry {
  return AggregatorRegistry.aggregate([...all]);
}

/** A gauge ends with its process. */
function isGrowing({ type }: ProcessFigures[number]): boolean {
  return String(type) !== 'gauge';
}
