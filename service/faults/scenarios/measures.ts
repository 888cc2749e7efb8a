import { availableParallelism } from 'node:os';
import { leastTimes, most, mostMs, mostTimes, scenario } from '../scenario.ts';

/** How long it takes, and what it needs. */
export const MEASURES = [
  scenario({
    name: 'soak',
    id: 'F36',
    kind: 'measure',
    what: 'an hour at half of the capacity: memory, handles, dead rows and p99 stay as they were',
    asked: { problems: most(0) },
    holds: 'every webhook is delivered; momo audit all',
    sizes: { minutes: [60, 2] },
    minutes: 65,
    run: async ({ size }) => {
      const { judgeSoak, soak, tableOf } = await import('../../test/support/process/soak.ts');
      const samples = await soak(size);
      for (const line of tableOf(samples)) console.log(line);
      const { figures, problems } = judgeSoak(samples);
      return { problems: problems.length, ...figures, why: problems };
    },
  }),
  scenario({
    name: 'million-settled',
    kind: 'measure',
    what: 'the books of a million settled transactions are proved, and 50 changed rows named',
    asked: { verify_ms: mostMs(30_000), memory_mb: most(300), balance_ms: mostMs(5) },
    holds: 'each changed row is named, and no other',
    sizes: { transactions: [1_000_000, 2_000] },
    minutes: 8,
    run: async ({ size }) => {
      const { proveSettled } = await import('../measures/million-settled.ts');
      return proveSettled(size);
    },
  }),
  scenario({
    name: 'million-audited',
    kind: 'measure',
    what: '`momo audit all` of a million transactions with all that belongs to them',
    asked: { audit_ms: mostMs(60_000), memory_mb: most(300) },
    holds: 'each of a hundred changed rows is named, and no other',
    sizes: { transactions: [1_000_000, 2_000] },
    minutes: 10,
    run: async ({ size }) => {
      const { auditMany } = await import('../measures/million-audited.ts');
      return auditMany(size);
    },
  }),
  scenario({
    name: 'large-statement',
    kind: 'measure',
    what: 'a statement of 100 000 lines is imported and compared, and as many rows are reported',
    asked: {
      imported_ms: mostMs(15_000),
      memory_mb: most(300),
      reported_ms: mostMs(60_000),
    },
    sizes: { lines: [100_000, 1_000] },
    minutes: 4,
    run: async ({ size }) => {
      const { importLargeStatement } = await import('../measures/large-statement.ts');
      return importLargeStatement(size);
    },
  }),
  scenario({
    name: 'strangers',
    kind: 'measure',
    what: '100 clients that have not shown who they are ask as fast as they can; a platform goes on',
    asked: { p50_times: mostTimes(1.3), refused: most(0) },
    sizes: { clients: [100, 20], rounds: [5, 1], seconds: [6, 1] },
    minutes: 2,
    run: async ({ size }) => {
      const { measureStrangers } = await import('../measures/strangers.ts');
      return measureStrangers(size);
    },
  }),
  scenario({
    name: 'sim-settling',
    kind: 'measure',
    what: 'a queue of payouts of one SIM, from the screen or text that decides to the settlement',
    asked: { p95_after_screen_ms: mostMs(5_000), p95_after_text_ms: mostMs(5_000) },
    sizes: { payouts: [20, 6] },
    minutes: 4,
    run: async ({ size }) => {
      const { measureSettling } = await import('../measures/sim-settling.ts');
      return measureSettling(size);
    },
  }),
  scenario({
    name: 'staff-lists',
    kind: 'measure',
    what: 'every list and search of the console on a million payments',
    asked: { slowest_p95_ms: mostMs(200) },
    sizes: { payments: [1_000_000, 5_000], times: [30, 3] },
    minutes: 20,
    run: async ({ size }) => {
      const { measureStaffLists } = await import('../../test/support/transactions/staff-lists.ts');
      const lists = await measureStaffLists(size);
      console.log('   first  median     p95');
      for (const { name, firstMs, medianMs, p95Ms } of lists) {
        const times = [firstMs, medianMs, p95Ms].map((ms) => ms.toFixed(1).padStart(8));
        console.log(`${times.join('')}  ${name}`);
      }
      return { slowest_p95_ms: Math.max(...lists.map(({ p95Ms }) => p95Ms)), lists: lists.length };
    },
  }),
  scenario({
    name: 'settlement-cost',
    kind: 'measure',
    what: 'the statement of a settlement with its books and without, in alternating runs',
    asked: { booked_ratio: mostTimes(1.4) },
    sizes: { rounds: [400, 10] },
    minutes: 2,
    run: async ({ size }) => {
      const { measureSettlement } = await import('../measures/settlement-cost.ts');
      return measureSettlement(size);
    },
  }),
  scenario({
    name: 'all-cores',
    kind: 'measure',
    what: 'as many processes as there are cores, and one, loaded in turn',
    // What two equal runs may differ by on a machine that does nothing else.
    asked: { worst_ratio: leastTimes(0.95) },
    sizes: { rounds: [5, 1], seconds: [6, 1] },
    minutes: 6,
    run: async ({ size }) => {
      const { compareProcesses } = await import('../../test/support/process/compare-processes.ts');
      const caseNames = ['create deposit', 'read by id'];
      const compared = await compareProcesses({ ...size, caseNames });
      const worst_ratio = Math.min(...compared.map(({ ratio }) => ratio));
      return { worst_ratio, cores: availableParallelism(), compared };
    },
  }),
];
