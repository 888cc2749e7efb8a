import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { createRefund } from '../../src/flows/transactions/create-refund.ts';
import {
  type Created,
  createDeposit,
  createWithdrawal,
} from '../../src/flows/transactions/create-transaction.ts';
import type { VirtualProcess } from '../process.ts';
import type { Dice } from '../seeded.ts';
import type { Actor, Asked, World } from '../world-parts.ts';

const PLAYERS = 6;
/** Of one deposit, so that there are other payments too. */
const MAX_REFUNDS = 4;

/** Asks for payments and refunds; repeats unanswered requests, and sometimes others. */
export function createPlatform(world: World): Actor {
  const { asked } = world;
  return {
    name: 'platform',
    weight: 30,
    act: (dice) => {
      const one = choose(dice);
      const process = world.pickProcess(dice);
      return one === null || process === null ? null : ask(dice, one, process);
    },
  };

  function choose(dice: Dice): Asked | null {
    const open = asked.filter((one) => one.id === null && !one.isUnderWay && !one.isGivenUp);
    if (open.length > 0 && (world.isCalm() || dice.chance(0.7))) return dice.pick(open);
    const known = asked.filter(({ id }) => id !== null);
    if (known.length > 0 && dice.chance(0.08)) return dice.pick(known);
    if (world.isCalm()) return null;
    return (dice.chance(0.35) ? newRefund(dice) : null) ?? newRequest(dice);
  }

  /** Now and then two at once of one deposit, each of them of all of it. */
  function newRefund(dice: Dice): Asked | null {
    const reported = world.receivers.reported.filter(({ event }) => event === 'payment.succeeded');
    const paid = new Set(reported.map(({ id }) => id));
    const deposits = asked.filter(
      ({ direction, operator, id }) =>
        direction === 'deposit' &&
        operator === 'mtn' &&
        id !== null &&
        paid.has(id) &&
        asked.filter(({ refundOf }) => refundOf === id).length < MAX_REFUNDS,
    );
    if (deposits.length === 0) return null;
    const deposit = dice.pick(deposits);
    const part = dice.chance(0.5) ? deposit.amountXaf : Math.ceil(deposit.amountXaf / 2);
    const refund = (): Asked => ({
      ...deposit,
      direction: 'withdrawal',
      reference: `order-${asked.length + 1}`,
      amountXaf: part,
      refundOf: deposit.id,
      id: null,
      isUnderWay: false,
    });
    asked.push(refund());
    const last = refund();
    asked.push(last);
    return last;
  }

  function newRequest(dice: Dice): Asked {
    const number = dice.below(PLAYERS);
    // Payments cannot distinguish two players with one phone.
    const player = dice.chance(0.1) ? dice.below(PLAYERS) : number;
    const direction = dice.chance(0.6) ? 'deposit' : 'withdrawal';
    const operator = direction === 'deposit' && dice.chance(0.5) ? 'orange' : 'mtn';
    const identity = {
      direction,
      playerId: `00000000-0000-4000-8000-00000000000${player}`,
      reference: `order-${asked.length + 1}`,
    } as const;
    const one: Asked = {
      ...identity,
      reference: dice.chance(0.1) ? borrowReference(dice, identity) : identity.reference,
      operator,
      msisdn: `+237${operator === 'mtn' ? '67' : '69'}000000${number}`,
      // Few amounts, so payments are easily confused, and some unique ones.
      amountXaf: dice.chance(0.5) ? 1_000 * (1 + dice.below(10)) : 1_001 + 37 * dice.below(250),
      refundOf: null,
      isNeverPaid: false,
      id: null,
      isUnderWay: false,
      isGivenUp: false,
    };
    const twin = dice.chance(0.12) ? twinOf(one) : one;
    asked.push(twin);
    return twin;
  }

  /** Another player on the same phone pays the same amount at the same time. */
  function twinOf(one: Asked): Asked {
    const first = asked.findLast((other) => other.operator === 'orange' && !other.isNeverPaid);
    if (first === undefined || first.playerId === one.playerId) return one;
    const { direction, operator, msisdn, amountXaf } = first;
    const reference = `order-${asked.length + 1}`;
    return { ...one, direction, operator, msisdn, amountXaf, reference };
  }

  /** A reference of another player or direction is another payment. */
  function borrowReference(
    dice: Dice,
    one: Pick<Asked, 'direction' | 'playerId' | 'reference'>,
  ): string {
    if (asked.length === 0) return one.reference;
    const { reference } = dice.pick(asked);
    const isTaken = asked.some(
      (other) =>
        other.reference === reference &&
        other.playerId === one.playerId &&
        other.direction === one.direction,
    );
    return isTaken ? one.reference : reference;
  }

  async function ask(dice: Dice, one: Asked, process: VirtualProcess): Promise<void> {
    one.isUnderWay = true;
    const request = {
      applicationId: DEFAULT_APPLICATION_ID,
      playerId: one.playerId,
      msisdn: one.msisdn,
      amountXaf: one.amountXaf,
      operator: one.operator,
      reference: one.reference,
      callbackUrl: 'https://platform.example/hook',
      actor: 'api',
      isOverRate: false,
      lang: 'en' as const,
    };
    const { refundOf } = one;
    const answer = await world.answerOf(process, () => {
      if (refundOf !== null) {
        const refund = { ...request, depositId: refundOf, reason: null };
        return createRefund(process.creating, refund);
      }
      const create = one.direction === 'deposit' ? createDeposit : createWithdrawal;
      return create(process.creating, request);
    });
    one.isUnderWay = false;
    if (answer !== null) settle(dice, one, answer);
  }

  function settle(dice: Dice, one: Asked, created: Created): void {
    if (created.kind !== 'created' && created.kind !== 'existing') {
      // After a 503, or a refund of too much, it may try again or give up.
      one.isGivenUp = one.id === null && dice.chance(0.5);
      return;
    }
    const { id } = created.transaction;
    if (one.id !== null && one.id !== id) {
      world.report(`${one.reference} was answered with two ids: ${one.id} and ${id}`);
    }
    one.id = id;
    if (one.refundOf !== null) world.faults.add('refund');
  }
}
