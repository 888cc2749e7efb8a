import { medianOf } from '../../bench/load/median.ts';
import type { LoadResult } from '../../test/support/overload/load.ts';
import { least, leastTimes, most, mostMs, mostTimes, scenario } from '../scenario.ts';

const MAX_SHOWN = 20;

/** What comes in. */
export const REQUESTS = [
  scenario({
    name: 'request-fuzz',
    id: 'F31',
    what: 'requests made from the description of the interface, and mutated',
    asked: {
      failed_requests: most(0),
      ended_badly: most(0),
      findings: most(0),
      answers_200: least(51),
      answers_422: least(21),
    },
    holds: 'no 5xx but the 503 that is described; every answer is as described',
    sizes: { requests: [1_000_000, 400] },
    minutes: 40,
    run: async ({ size, seed }) => {
      const { call } = await import('../../test/support/call.ts');
      const { besieged } = await import('../findings.ts');
      const { fuzzContract } = await import('../../test/support/fuzz/fuzz-contract.ts');
      const figures = await besieged((url) =>
        fuzzContract({
          ...size,
          seed,
          send: ({ method, path, json }) => call(url, method, path, { json }),
        }),
      );
      const { statuses } = figures.report;
      return {
        ...figures,
        answers_200: statuses['200'] ?? 0,
        answers_422: statuses['422'] ?? 0,
      };
    },
  }),
  scenario({
    name: 'route-fuzz',
    what: 'every route that is registered, asked by every role, a gateway, two platforms and strangers',
    asked: {
      problems: most(0),
      failed_requests: most(0),
      findings: most(0),
      routes_done: least(40),
    },
    holds: 'no 500, no 5xx that docs/errors.md does not name, no answer that the asker may not see',
    sizes: { requests: [100_000, 1_500] },
    minutes: 30,
    run: async ({ size, seed }) => {
      const { startTestService } = await import('../../test/support/harness.ts');
      const { countFindings } = await import('../findings.ts');
      const { fuzzRoutes } = await import('../../test/support/fuzz/fuzz-routes.ts');
      const key = 'key-of-the-first-platform';
      const env = { SPORTSBOOK_API_KEY: key, LOG_LEVEL: 'warn' };
      const service = await startTestService(env, { headers: { 'x-api-key': key } });
      const report = await fuzzRoutes(service, key, { ...size, seed });
      const failed = service.logLines.filter((line) => line.includes('request failed'));
      for (const line of [...report.problems, ...failed].slice(0, MAX_SHOWN)) console.log(line);
      console.log(`nobody was served by: ${report.routesNotDone.join(', ')}`);
      return {
        problems: report.problems.length,
        failed_requests: failed.length,
        findings: await countFindings(service.database, { isStopped: true }),
        routes_done: report.routesDone,
        statuses: report.statuses,
      };
    },
  }),
  scenario({
    name: 'malformed-http',
    id: 'F32',
    what: 'malformed HTTP',
    asked: {
      failed_requests: most(0),
      ended_badly: most(0),
      findings: most(0),
      answers_400: least(51),
    },
    holds: 'each is a 4xx or closed, and nobody gets the answer of another',
    sizes: { messages: [100_000, 500] },
    minutes: 12,
    run: async ({ size, seed }) => {
      const { sendMalformed } = await import('../../test/support/fuzz/raw-messages.ts');
      const { besieged } = await import('../findings.ts');
      const figures = await besieged((url) => sendMalformed(url, { ...size, seed }));
      return { ...figures, answers_400: figures.report.statuses['400'] ?? 0 };
    },
  }),
  scenario({
    name: 'dripping-connections',
    id: 'F33',
    what: 'connections that drip their requests',
    asked: { p99_ratio: mostTimes(2), dropped_after_ms: mostMs(15_000), served: least(1) },
    sizes: { connections: [2_000, 200], requests: [8_000, 100] },
    minutes: 3,
    run: async ({ size }) => {
      const { dripConnections } = await import('../../test/support/drip-connections.ts');
      const dripped = await dripConnections(size);
      return {
        p99_ratio: dripped.busyP99Ms / dripped.quietP99Ms,
        dropped_after_ms: Math.round(dripped.droppedAfterMs),
        served: dripped.served,
      };
    },
  }),
  scenario({
    name: 'overload',
    id: 'F34',
    what: 'twice and four times what can be served; 1 500 and 5 000 connections that repeat at once',
    asked: {
      served_part: leastTimes(0.58),
      p99_ms: mostMs(500),
      part_of_1500: leastTimes(0.8),
      p99_ms_of_1500: mostMs(500),
      part_of_5000: leastTimes(0.6),
      p99_ms_of_5000: mostMs(500),
      strange_answers: most(0),
      shed: least(1),
      quiet_shed: most(0),
      memory_growth_mb: most(150),
      after_shed: most(0),
      after_p99_ms: mostMs(500),
    },
    // One round on a machine with neighbours says little: of several, the middle one counts.
    sizes: { seconds: [15, 3], rounds: [3, 1] },
    minutes: 8,
    run: async ({ size }) => {
      const { overload } = await import('../../test/support/overload/overload.ts');
      const found = await overload({ forMs: 1_000 * size.seconds, rounds: size.rounds });
      const { bestPerSecond, before, twice, fourTimes, many, tooMany, quiet, after } = found;
      const all = [before, twice, fourTimes, ...many, ...tooMany, ...quiet, after];
      return {
        served_part: twice.servedPerSecond / bestPerSecond,
        p99_ms: twice.p99Ms,
        part_of_1500: medianOf(many.map(({ part }) => part)),
        p99_ms_of_1500: medianOf(many.map(({ p99Ms }) => p99Ms)),
        part_of_5000: medianOf(tooMany.map(({ part }) => part)),
        p99_ms_of_5000: medianOf(tooMany.map(({ p99Ms }) => p99Ms)),
        parts: [...many, ...tooMany].map(({ part }) => part.toFixed(2)).join(' '),
        strange_answers:
          sumOf(all.map(countStrange)) +
          sumOf([before, ...quiet, after].map(({ unsent }) => unsent)),
        shed: sumOf([twice, ...many, ...tooMany].map((one) => one.shed)),
        quiet_shed: sumOf(quiet.map((one) => one.shed)),
        memory_growth_mb: Math.round(found.highestMb - found.usualMb),
        after_shed: after.shed,
        after_p99_ms: after.p99Ms,
        bestPerSecond,
      };
    },
  }),
  scenario({
    name: 'guessed-keys',
    id: 'F35',
    what: 'keys that are guessed, cut, revoked or of others',
    asked: {
      not_refused: most(0),
      foreign_reads: most(0),
      own_key_refused: most(0),
      welch_t: most(4.5),
      findings: most(0),
    },
    sizes: { guesses: [100_000, 600], timings: [40_000, 2_000] },
    minutes: 8,
    run: async ({ size }) => {
      const { guessKeys } = await import('../inject/keys.ts');
      return guessKeys(size);
    },
  }),
];

/** Neither served nor refused as described, cut off or forgotten. */
function countStrange({ statuses, reset, unanswered }: LoadResult): number {
  const strange = Object.entries(statuses).filter(([status]) => !/^(200|503)$/.test(status));
  return reset + unanswered + sumOf(strange.map(([, count]) => count));
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
