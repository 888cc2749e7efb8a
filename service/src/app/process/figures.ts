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

/** A process that counts. */
interface Counting {
  readonly readFigures: () => Promise<ProcessFigures>;
  /** What it said when it was last asked. */
  readonly lastFigures: () => ProcessFigures;
}

export interface FiguresOfAll {
  readonly read: () => Promise<string>;
  /** A process serves. */
  readonly add: (one: Counting) => void;
  /** A process has ended; what it counted stays in the sums. */
  readonly keep: (one: Counting) => void;
  readonly countCrash: () => void;
}

/**
 * Adds up what several processes count. A counter must never fall, or whoever reads it believes
 * that it began anew: so what an ended process last said is added to what the others say.
 */
export function createFiguresOfAll(): FiguresOfAll {
  const serving = new Set<Counting>();
  const own = new Registry();
  const crashes = new Counter({
    name: 'momo_process_crashes_total',
    help: 'Processes that ended without being told to.',
    registers: [own],
  });
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
      // Now, and not before: one that ended meanwhile is among the ended.
      const ofServing = [...serving].map((one) => one.lastFigures());
      return sumOf([...ofServing, ofEnded, ofOwn]).metrics();
    },
    add: (one) => serving.add(one),
    keep: (one) => {
      if (!serving.delete(one)) return;
      const sum = sumOf([ofEnded, one.lastFigures().filter(isGrowing)]);
      // A sum has its values at hand, although its type does not say so.
      ofEnded = sum.getMetricsAsArray().map((metric) => ({ values: [], ...metric }));
    },
    countCrash: () => crashes.inc(),
  };
}

function sumOf(all: readonly ProcessFigures[]): Registry {
  return AggregatorRegistry.aggregate([...all]);
}

/** What is as large as something is now ends with its process. */
function isGrowing({ type }: ProcessFigures[number]): boolean {
  return String(type) !== 'gauge';
}
