import { SECOND_PERSON_XAF } from '../process.ts';
import type { Dice } from '../seeded.ts';
import { now } from '../virtual-time.ts';
import type { Actor, World } from '../world-parts.ts';
import type { Forgery } from './line.ts';

// They write texts in the operator's name. None of them can move the money that they write about.

/** Knows nothing: writes about deposits of others, with balances far from what the line has. */
export function createForger(world: World): Actor {
  return forgerOf(world, { name: 'forger', weight: 0.5 }, (dice) => {
    const waiting = world.asked.filter(({ id, operator }) => id !== null && operator === 'orange');
    const one = waiting.at(-1 - dice.below(Math.min(5, waiting.length)));
    if (one === undefined) return null;
    const { msisdn: payer, amountXaf } = one;
    const beforeXaf = 3_000_001 + 1_000 * dice.below(1_000);
    return world.line.forge(dice, { payer, amountXaf, beforeXaf, kind: 'guess' });
  });
}

const WAITS_MS = 2 * 3_600_000;

/**
 * Guesses balances that the line has only hours later. What would come true once in thousands of
 * guesses comes true here: an accomplice pays what is missing.
 */
export function createPatientForger(world: World): Actor {
  const { line } = world;
  const guesses: { readonly beforeXaf: number; readonly at: number }[] = [];
  return forgerOf(world, { name: 'patient forger', weight: 1.5 }, (dice) => {
    const due = guesses.findIndex(
      ({ beforeXaf, at }) => at + WAITS_MS < now() && beforeXaf > line.balanceXaf(),
    );
    const [guess] = due < 0 ? [] : guesses.splice(due, 1);
    if (guess !== undefined) return comeTrue(world, dice, guess.beforeXaf);
    const deposit = guesses.length > 5 ? null : pickUnpaid(world, dice, { aboveXaf: 2_000 });
    if (deposit === null) return null;
    const beforeXaf = guessAbove(world, dice, 40_000);
    guesses.push({ beforeXaf, at: now() });
    return line.forge(dice, { ...deposit, beforeXaf, kind: 'guess' });
  });
}

/** More than true texts ever are that connect to nothing within an hour. */
const BURST = 14;

/** Guesses many balances at once, each for another payer, and one of them comes true soon. */
export function createBurstForger(world: World): Actor {
  const { line } = world;
  let lucky: number | null = null;
  return forgerOf(world, { name: 'burst forger', weight: 0.6 }, (dice) => {
    if (lucky !== null) {
      if (line.hasForgedUnderWay()) return null;
      const beforeXaf = lucky;
      lucky = null;
      return comeTrue(world, dice, beforeXaf);
    }
    const deposit = pickUnpaid(world, dice, { aboveXaf: 2_000 });
    if (deposit === null) return null;
    world.faults.add('text_burst');
    lucky = guessAbove(world, dice, GUESS_EVERY_XAF);
    for (let one = 0; one < BURST; one += 1) {
      const payer = one === 0 ? deposit.payer : `+2376910000${10 + one}`;
      const beforeXaf = lucky + 20_000 * one;
      line.forge(dice, { payer, amountXaf: deposit.amountXaf + one, beforeXaf, kind: 'burst' });
    }
    return;
  });
}

/** Has seen the balance that the line has now, and writes about large payments from it. */
export function createInsider(world: World): Actor {
  return forgerOf(world, { name: 'insider', weight: 1 }, (dice) => {
    const deposit = pickUnpaid(world, dice, { aboveXaf: SECOND_PERSON_XAF });
    if (deposit === null) return null;
    world.faults.add('text_with_leaked_balance');
    return world.line.forge(dice, {
      ...deposit,
      beforeXaf: world.line.balanceXaf(),
      kind: 'leak',
    });
  });
}

/** An act that returns `null` had nothing to do. */
function forgerOf(
  world: World,
  actor: Pick<Actor, 'name' | 'weight'>,
  act: (dice: Dice) => void | null,
): Actor {
  return {
    ...actor,
    act: (dice) => (world.isCalm() || act(dice) === null ? null : Promise.resolve()),
  };
}

/**
 * A deposit of a forger's own, which is never paid, or `null` if they have just asked for one. No
 * other deposit has its amount: if a true payment moved the line as a forged text says, no balance
 * could tell the two apart.
 */
function pickUnpaid(
  { asked }: World,
  dice: Dice,
  { aboveXaf }: { readonly aboveXaf: number },
): Pick<Forgery, 'payer' | 'amountXaf'> | null {
  const own = asked.filter((one) => one.isNeverPaid && one.amountXaf > aboveXaf);
  const one = own.findLast(({ id }) => id !== null);
  if (one !== undefined && dice.chance(0.7)) {
    return { payer: one.msisdn, amountXaf: one.amountXaf };
  }
  if (own.some(({ id }) => id === null)) return null;
  asked.push({
    refundOf: null,
    direction: 'deposit',
    operator: 'orange',
    reference: `order-${asked.length + 1}`,
    playerId: '00000000-0000-4000-8000-000000000009',
    msisdn: '+237691000009',
    amountXaf: aboveXaf + 13 + 74 * dice.below(90),
    isNeverPaid: true,
    id: null,
    isUnderWay: false,
    isGivenUp: false,
  });
  return null;
}

const GUESS_EVERY_XAF = 500;

function guessAbove({ line }: World, dice: Dice, aheadXaf: number): number {
  const least = Math.ceil((line.balanceXaf() + aheadXaf) / GUESS_EVERY_XAF);
  return GUESS_EVERY_XAF * (least + dice.below(60));
}

const ACCOMPLICE = '+237691000099';

function comeTrue(world: World, dice: Dice, balanceXaf: number): void | null {
  const missingXaf = balanceXaf - world.line.balanceXaf();
  if (missingXaf <= 0) return null;
  world.faults.add('guess_came_true');
  return world.line.pay(dice, ACCOMPLICE, missingXaf);
}
