import { least, most, mostMs, scenario } from '../scenario.ts';

const PAYOUTS_PER_KILL = 20;

/** What operators do, say, or do not say. */
export const PROVIDERS = [
  scenario({
    name: 'silent-provider',
    id: 'F10',
    what: 'a provider hangs, resets or fails in TLS',
    asked: {
      slowest_deposit_ms: mostMs(10_000),
      succeeded: most(0),
      other_answers: most(0),
      findings: most(0),
    },
    sizes: { ofEach: [1_000, 10] },
    minutes: 25,
    run: async ({ size }) => {
      const { leaveUnanswered } = await import('../inject/providers.ts');
      return leaveUnanswered(size);
    },
  }),
  scenario({
    name: 'payout-kills',
    id: 'F11',
    what: 'the answer to a payout is lost after the operator has taken it, and kills',
    asked: { paid_more_than_succeeded_or_held: most(0) },
    holds: 'nobody is paid twice or without a payout; momo audit all',
    sizes: { payouts: [2_000, 40] },
    minutes: 12,
    run: ({ size }) => killPayouts('mtn', size),
  }),
  scenario({
    name: 'aggregator-kills',
    what: 'the same with the payouts of an aggregator, which is asked by our reference',
    asked: { paid_more_than_succeeded_or_held: most(0) },
    holds: 'nobody is paid twice or without a payout; momo audit all',
    sizes: { payouts: [1_000, 40] },
    minutes: 8,
    run: ({ size }) => killPayouts('pawapay', size),
  }),
  scenario({
    name: 'provider-garbage',
    id: 'F12',
    what: 'broken answers of providers',
    asked: { memory_growth_mb: most(200) },
    holds: 'no answer that does not say so is a success',
    sizes: { answers: [40_000, 800] },
    minutes: 4,
    run: async ({ size, seed }) => {
      const { MTN_SUBJECT } = await import('../../test/support/providers/mtn-dialect.ts');
      const { ORANGE_SUBJECT } = await import('../../test/support/providers/orange-dialect.ts');
      const { proveGarbage } = await import('../../test/support/providers/provider-garbage.ts');
      const { BOTH } = await import('../../test/support/providers/provider-subject.ts');
      const { openWorld } = await import('../../test/support/providers/provider-transport.ts');
      const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
      const before = megabytes();
      for (const subject of [MTN_SUBJECT, ORANGE_SUBJECT]) {
        for (const direction of BOTH) {
          const { dialect } = subject;
          if (dialect === null) throw new Error('it has no dialect');
          const open = () => openWorld(subject, dialect, direction);
          // Each is an answer to a question and one to a request.
          await proveGarbage(open, dialect, { count: Math.ceil(size.answers / 8), seed });
        }
      }
      return { memory_growth_mb: Math.round(megabytes() - before) };
    },
  }),
  scenario({
    name: 'callback-copies',
    id: 'F13',
    what: 'callbacks one to five times each, at two services',
    asked: { callbacks: least(1) },
    holds: 'exactly one transition each; momo audit all',
    sizes: { deposits: [10_000, 60] },
    minutes: 6,
    run: async ({ size }) => {
      const { repeatCallbacks } = await import(
        '../../test/support/provider-requests/repeat-callbacks.ts'
      );
      return { callbacks: (await repeatCallbacks(size.deposits)).calls };
    },
  }),
  scenario({
    name: 'callback-order',
    id: 'F14',
    what: 'callbacks late, early and in any order',
    asked: { differences: most(0), findings: most(0) },
    sizes: { deposits: [10_000, 60] },
    minutes: 15,
    run: async ({ size, seed }) => {
      const { reorderCallbacks } = await import('../inject/providers.ts');
      return reorderCallbacks({ ...size, seed });
    },
  }),
  scenario({
    name: 'flapping-provider',
    id: 'F15',
    what: 'a provider goes off and on every five seconds',
    asked: { shown_after_ms: mostMs(10_000) },
    holds: 'the other provider is used meanwhile; without any it is a 503; back within 10 s',
    sizes: { switches: [36, 2] },
    minutes: 5,
    run: async ({ size }) => {
      const { flapProvider } = await import('../../test/support/providers/flap-provider.ts');
      return { shown_after_ms: Math.max(...(await flapProvider(size.switches))) };
    },
  }),
];

async function killPayouts(over: 'mtn' | 'pawapay', size: { readonly payouts: number }) {
  const { killDuringPayouts } = await import(
    '../../test/support/provider-requests/kill-payouts.ts'
  );
  const kills = Math.ceil(size.payouts / PAYOUTS_PER_KILL);
  const report = await killDuringPayouts({ kills, payoutsPerKill: PAYOUTS_PER_KILL, over });
  const { transfers, succeeded, held } = report;
  return { ...report, paid_more_than_succeeded_or_held: Math.max(0, transfers - succeeded - held) };
}
