import { simulateOutcome } from '../../src/flows/sandbox/simulate-outcome.ts';
import type { Actor, World } from '../world-parts.ts';

/** Simulates a failed payment by code, as the sandbox allows; only a tester can. */
export function createTester(world: World): Actor {
  return {
    name: 'tester',
    weight: 1.5,
    act: (dice) => {
      const process = world.pickProcess(dice);
      const known = world.asked.filter(({ id, operator }) => id !== null && operator === 'orange');
      const one = known.at(-1 - dice.below(4));
      if (world.isCalm() || process === null || one === undefined) return null;
      const { ledger } = process.payments;
      return world.answerOf(process, async () => {
        const found = await ledger.find(one.id ?? '');
        return found === null ? null : simulateOutcome(ledger, found, 'failed');
      });
    },
  };
}
