import { recordBalance } from '../../src/flows/decisions/trust-balance.ts';
import { receiveSms } from '../../src/flows/receipts/receive-sms.ts';
import { GATEWAY, signedRequest } from '../../test/support/receipts/sms.ts';
import type { VirtualProcess } from '../process.ts';
import { createDice } from '../seeded.ts';
import { databaseNow, now } from '../virtual-time.ts';
import type { Actor, World } from '../world-parts.ts';
import { LINE } from './line.ts';

interface Planned {
  readonly at: number;
  readonly amountXaf: number;
  /** Some see no answer, and pay again. */
  readonly again?: Planned | null;
}

/** Players dial their code, some with another amount, some late, some never, some twice. */
export function createPlayers(world: World): Actor {
  const planned = new Map<string, Planned | null>();
  return {
    name: 'players',
    weight: 25,
    act: (dice) => {
      for (const { id, operator, msisdn, amountXaf, isNeverPaid } of world.asked) {
        if (id === null || operator !== 'orange' || isNeverPaid) continue;
        if (!planned.has(id)) planned.set(id, plan(id, amountXaf));
        const payment = planned.get(id) ?? null;
        if (payment === null || payment.at > now()) continue;
        planned.set(id, payment.again ?? null);
        world.line.pay(dice, msisdn, payment.amountXaf);
        return Promise.resolve();
      }
      return null;
    },
  };

  function plan(id: string, amountXaf: number): Planned | null {
    const dice = createDice(world.seed, `player ${id}`);
    if (world.isCalm()) return { at: now() + dice.below(120_000), amountXaf };
    const what = dice.weighted({ soon: 66, late: 14, too_late: 10, never: 10 });
    if (what === 'never') return null;
    const delayMs = { soon: 120_000, late: 4_000_000, too_late: 190_000_000 }[what];
    const at = now() + dice.below(delayMs);
    // Some pay for two, and of some less is left than can be sent back.
    const tooMuch = dice.chance(0.3) ? dice.pick([60, 500, 500, amountXaf]) : 0;
    const one = { at, amountXaf: amountXaf + tooMuch };
    const again = dice.chance(what === 'soon' ? 0.1 : 0.8)
      ? { ...one, at: at + dice.below(delayMs) }
      : null;
    return { ...one, again };
  }
}

/** The gateway phone, which forwards the operator's texts. */
export function createGateway(world: World): Actor {
  return {
    name: 'gateway',
    weight: 20,
    isReporter: true,
    act: (dice) => {
      const process = world.pickProcess(dice);
      if (process === null) return null;
      const text = world.line.takeArrived();
      if (text !== null) return send(process, text);
      return dice.chance(0.05) ? send(process, null) : null;
    },
  };

  async function send(process: VirtualProcess, text: string | null): Promise<void> {
    const message =
      text === null ? { type: 'ping' } : { type: 'sms', sim: 'sim-1', sender: 'OrangeMoney', text };
    const reportedAt = now();
    const { headers, body } = signedRequest(message, { at: databaseNow() });
    const { payments, clock, lanes } = process;
    const answer = await world.answerOf(process, () =>
      receiveSms(
        {
          ...payments.sms,
          vault: payments.vault,
          clock,
          lanes,
          strangers: payments.sms.database,
          forgeries: NO_FORGERIES,
        },
        {
          gatewayId: GATEWAY,
          contentType: 'application/json',
          query: {},
          raw: Buffer.from(body),
          signature: headers['x-signature'],
          timestamp: headers['x-timestamp'],
        },
      ),
    );
    const isTooLate = now() - reportedAt > GATEWAY_PATIENCE_MS;
    // A process that was frozen takes the signature for an old one; the gateway signs again.
    const isRefused = isTooLate && answer?.kind === 'clock_wrong';
    if (!isRefused && answer !== null && answer.kind !== 'stored' && answer.kind !== 'alive') {
      world.report(`a text of our gateway was ${answer.kind}`);
    }
    if (text === null) return;
    if (answer === null || isTooLate) world.line.requeue(text);
    else world.line.acknowledge(text);
  }
}

/** Our SIM asks the operator for its balance from time to time. */
export function createQuestions(world: World): Actor {
  return {
    name: 'questions',
    weight: 1,
    isReporter: true,
    act: (dice) => {
      if (world.isCalm() && world.line.isQuiet()) return null;
      const process = world.pickProcess(dice);
      if (process === null) return null;
      const balanceCents = world.line.balanceXaf() * 100;
      const answer = { gatewayId: GATEWAY, line: LINE, balanceCents, readAt: { agoMs: 0 } };
      const reading = world.line.noteReading('question');
      const note = async () => {
        const sent = world.answerOf(process, () => recordBalance(process.payments.sms, answer));
        if ((await sent) === null) return;
        reading.takenAt = databaseNow();
        world.line.noteAsked(reading);
      };
      return note();
    },
  };
}

/** After that it sends the text again, with a new signature. */
const GATEWAY_PATIENCE_MS = 30_000;
const NO_FORGERIES = { take: async () => 0 } as never;
