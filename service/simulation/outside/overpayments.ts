import {
  listOverpayments,
  type OwedOverpayment,
} from '../../src/db/decisions/owed-overpayments.ts';
import { returnOverpayment } from '../../src/flows/decisions/refund-deposit.ts';
import type { VirtualProcess } from '../process.ts';
import type { Dice } from '../seeded.ts';
import type { Actor, World } from '../world-parts.ts';

const REASON = 'More was paid than was asked for.';

/** Sends back what was paid too much, from a list that may be old, and often presses twice. */
export function createReturner(
  world: World,
  { staffId, isOnLine }: { readonly staffId: string; readonly isOnLine: boolean },
): Actor {
  const actor = { actor: 'Edna', actorId: staffId, ip: null };
  let screen: readonly OwedOverpayment[] = [];
  /** What was transferred by hand, which no list shows before its text is there. */
  const byHand = new Set<string>();
  return {
    name: 'returner',
    weight: 6,
    act: (dice) => {
      const process = world.pickProcess(dice);
      return process === null ? null : work(dice, process);
    },
  };

  async function work(dice: Dice, process: VirtualProcess): Promise<unknown> {
    if (screen.length === 0 || !dice.chance(0.3)) {
      const { database } = process;
      const list = () => listOverpayments(database, { after: null, limit: 50 });
      screen = (await world.answerOf(process, list)) ?? [];
    }
    if (screen.length === 0) return null;
    const one = dice.pick(screen);
    if (isOnLine && !world.isCalm() && dice.chance(0.1)) return transfer(dice, one);
    return press(dice, process, one.depositId);
  }

  /** At times in two windows at once, which two processes answer. */
  async function press(dice: Dice, process: VirtualProcess, depositId: string): Promise<unknown> {
    const other = dice.chance(0.3) ? world.pickProcess(dice) : null;
    if (other !== null) world.faults.add('overpayment_pressed_twice');
    const pressed = [process, ...(other === null ? [] : [other])].map((one) =>
      world.answerOf(one, async () => {
        const deps = { ...one.creating, onDecided: () => {} };
        const returned = await returnOverpayment(deps, actor, { depositId, reason: REASON });
        if (returned.kind === 'created') world.faults.add('overpayment_returned');
      }),
    );
    return Promise.all(pressed);
  }

  /** By our SIM, once, although a withdrawal may be on its way: the books close the debt once. */
  async function transfer(dice: Dice, { depositId, msisdn, bookedXaf }: OwedOverpayment) {
    if (byHand.has(depositId)) return;
    byHand.add(depositId);
    world.faults.add('overpayment_by_hand');
    world.line.refund(dice, msisdn, bookedXaf);
  }
}

/** Now and then the operator takes a payment back that paid more than a deposit. */
export function createTaker(world: World): Actor {
  const { line } = world;
  return {
    name: 'taker',
    weight: 1,
    act: (dice) => {
      if (world.isCalm() || !dice.chance(0.3)) return null;
      const process = world.pickProcess(dice);
      return process === null ? null : world.answerOf(process, () => take(dice, process));
    },
  };

  async function take(dice: Dice, { database }: VirtualProcess): Promise<void> {
    const rows = await database.query<{ readonly id: string }>({
      text: `select r.operator_tx_id as id from receipt_uses u
             join receipts r on r.id = u.receipt_id
             join transactions t on t.id = u.transaction_id
             where t.operator = 'orange' and t.state = 'succeeded' and r.amount_xaf > t.amount_xaf
             order by r.id desc limit 10`,
    });
    const ids = new Set(rows.map(({ id }) => id));
    const left = line.payments.filter(
      ({ id }) => ids.has(id) && line.takenBack.every(({ paymentId }) => paymentId !== id),
    );
    if (left.length > 0) line.takeBack(dice, dice.pick(left));
  }
}
