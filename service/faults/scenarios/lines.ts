import { lacks } from '../lacks.ts';
import { least, leastTimes, most, scenario } from '../scenario.ts';

/** The modem agent, and what the modem says. */
export const LINES = [
  scenario({
    name: 'sim-kills',
    what: 'kill -9 of the modem agent while transfers run and texts arrive',
    asked: { not_settled_once: most(0), memory_mb: most(90), succeeded_part: leastTimes(0.5) },
    holds: 'no transfer is confirmed twice; succeeded was paid, failed was not; momo audit all',
    sizes: { payouts: [200, 6], kills: [100, 4], texts: [1_000, 8] },
    minutes: 12,
    needs: lacks('socat'),
    run: async ({ size }) => {
      const { killDuringPayouts } = await import('../../test/support/lines/kill-payouts.ts');
      const { unpackModem } = await import('../../test/support/lines/unpack-modem.ts');
      const counts = await killDuringPayouts({ ...size, copy: { main: unpackModem() } });
      const { succeeded, failed, open, mostMemoryMb } = counts;
      return {
        not_settled_once: Math.abs(size.payouts - succeeded - failed - open),
        memory_mb: mostMemoryMb,
        succeeded_part: succeeded / size.payouts,
        ...counts,
      };
    },
  }),
  scenario({
    name: 'modem-kills',
    what: 'kill -9 of the modem agent while texts arrive',
    asked: {
      texts_not_stored_once: most(0),
      texts_without_one_receipt: most(0),
      lost: most(0),
      kills: least(1),
    },
    sizes: { texts: [1_000, 20], kills: [100, 4] },
    minutes: 6,
    needs: lacks('socat'),
    run: async ({ size }) => {
      const { killWhileReading } = await import('../inject/modem-kills.ts');
      return killWhileReading(size);
    },
  }),
  scenario({
    name: 'modem-noise',
    what: 'garbled lines of a modem, and changed screens',
    asked: { read: least(1) },
    holds: 'nothing false is read, and no screen of another payment is confirmed',
    sizes: { lines: [100_000, 500], screens: [20_000, 500] },
    minutes: 3,
    run: async ({ size, seed }) => {
      const { checkChangedScreens } = await import(
        '../../../gateways/modem/test/support/changed-screens.ts'
      );
      const { readThroughNoise } = await import(
        '../../../gateways/modem/test/support/noisy-modem.ts'
      );
      const { loadScenario } = await import('../../../gateways/modem/test/support/scenarios.ts');
      const read = await readThroughNoise(size.lines, seed);
      checkChangedScreens(loadScenario('mtn-transfer'), size.screens);
      return { read };
    },
  }),
];
