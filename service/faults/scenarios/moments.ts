import { lacks } from '../lacks.ts';
import { least, most, mostMs, scenario } from '../scenario.ts';

/** What happens at the same moment, or at the wrong one. */
export const MOMENTS = [
  scenario({
    name: 'clock-jumps',
    id: 'F25',
    what: 'clocks that jump by hours and days under load',
    asked: {
      expired_early: most(0),
      wrong_token_times: most(0),
      strange_answers: most(0),
      findings: most(0),
    },
    sizes: { jumps: [18, 6], seconds: [10, 1] },
    minutes: 4,
    unlike: 'the clock of the services jumps, not that of PostgreSQL, which all deadlines follow',
    run: async ({ size, seed }) => {
      const { jumpClocks } = await import('../inject/clock-jumps.ts');
      return jumpClocks({ jumps: size.jumps, everyMs: 1_000 * size.seconds, seed });
    },
  }),
  scenario({
    name: 'reference-races',
    id: 'F26',
    what: 'the same reference at once, at four services',
    asked: {
      references_with_another_id: most(0),
      rows_too_many: most(0),
      answers_not_200: most(0),
      findings: most(0),
    },
    sizes: { references: [1_000, 20], posts: [50, 50], processes: [4, 2] },
    minutes: 4,
    run: async ({ size }) => {
      const { raceReferences } = await import('../inject/races.ts');
      return raceReferences(size);
    },
  }),
  scenario({
    name: 'decision-races',
    id: 'F27',
    what: 'four people approve and reject the same withdrawals, at two services',
    asked: {
      not_decided_once: most(0),
      losers_without_409: most(0),
      paid_twice: most(0),
      paid_or_rejected_otherwise: most(0),
      findings: most(0),
    },
    sizes: { withdrawals: [2_000, 40] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { raceDecisions } = await import('../inject/races.ts');
      return raceDecisions({ ...size, seed });
    },
  }),
  scenario({
    name: 'expiry-races',
    id: 'F28',
    what: 'deposits confirmed within 50 ms of their deadline',
    asked: { not_credited_once: most(0), other_answers: most(0), findings: most(0) },
    sizes: { deposits: [5_000, 100], processes: [4, 2] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { raceExpiry } = await import('../inject/races.ts');
      return raceExpiry({ ...size, seed });
    },
  }),
  scenario({
    name: 'mass-expiry',
    id: 'F29',
    what: 'ten thousand deposits due in one second',
    asked: { took_ms: mostMs(5_000), without_one_event: most(0), expired: least(1) },
    sizes: { deposits: [10_000, 700], processes: [4, 1] },
    minutes: 3,
    run: async ({ size }) => {
      const { expireAtOnce } = await import('../../test/support/transactions/mass-expiry.ts');
      const { deposits, processes } = size;
      const leadMs = Math.max(3_000, deposits);
      const report = await expireAtOnce({ deposits, processes, clients: 4, leadMs });
      const once = report.events.find(({ events }) => events === 1)?.deposits ?? 0;
      return {
        ...report,
        took_ms: report.tookMs,
        without_one_event: deposits - once,
        expired: once,
      };
    },
  }),
  scenario({
    name: 'rolling-restarts',
    id: 'F30',
    what: 'services restarted in turn behind a proxy, under load',
    asked: { failed_requests: most(0), requests: least(1) },
    sizes: { restarts: [20, 2] },
    minutes: 5,
    needs: lacks('haproxy'),
    unlike: 'no migration runs meanwhile',
    run: async ({ size }) => {
      const { restartInTurn } = await import('../../test/support/process/rolling-restarts.ts');
      const { failures, requests } = await restartInTurn(size.restarts);
      for (const failure of failures.slice(0, 20)) console.log(failure);
      return { failed_requests: failures.length, requests };
    },
  }),
  scenario({
    name: 'money-stories',
    what: 'random orders of events through the rules of the books, some through PostgreSQL',
    asked: {},
    holds: 'the wallet is what the operator has written',
    sizes: { stories: [100_000, 2_000], inDatabase: [500, 25] },
    minutes: 3,
    run: async ({ size }) => {
      const { checkInDatabase, checkOnPaper } = await import(
        '../../test/support/books/check-stories.ts'
      );
      const { openTestDatabase } = await import('../../test/support/database.ts');
      checkOnPaper(size.stories);
      const { database } = await openTestDatabase();
      await checkInDatabase(database, size.inDatabase);
      return {};
    },
  }),
];
