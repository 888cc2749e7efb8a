import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../db/client.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import { advanceDeadlines, SANDBOX_ACTOR } from '../../db/transactions/transitions.ts';
import type { Message } from '../../domain/messages/message.ts';
import { FACTS_OF } from '../../domain/operators/operator.ts';
import { findMagicNumber, outcomesOf } from '../../domain/sandbox/magic-numbers.ts';
import {
  planSimulation,
  SIMULATION_LATE_WINDOW_MS,
  type SimulatedOutcome,
  sandboxProviderTxId,
} from '../../domain/sandbox/simulation.ts';
import {
  isOpenDeposit,
  type State,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import type { Play } from '../transactions/create-transaction.ts';
import type { Ledger } from '../transactions/ledger.ts';
import {
  changeTransaction,
  type Outcome,
  type Proposal,
} from '../transactions/record-transition.ts';

/**
 * Applies a simulated outcome: ordinary triggers through the one state machine. `because` is what
 * the operator would say.
 */
export async function simulateOutcome(
  ledger: Ledger,
  found: TimedTransaction,
  outcome: SimulatedOutcome,
  because?: (system: string) => Message,
): Promise<Outcome<State>> {
  const current = await closeWindowWhenDue(ledger, found);
  return changeTransaction(ledger, current, (found) => propose(found, outcome, because));
}

function propose(
  { transaction, now }: TimedTransaction,
  outcome: SimulatedOutcome,
  because: ((system: string) => Message) | undefined,
): Proposal<State> {
  const refused: Proposal<State> = { kind: 'refused', refusal: transaction.state };
  const plan = planSimulation(transaction, outcome);
  if (plan.kind === 'unreachable') return refused;
  const decision = decideSequence(transaction, plan.triggers, {
    at: now,
    lateWindowMs: SIMULATION_LATE_WINDOW_MS,
    reason: because?.(FACTS_OF[transaction.operator].words.en) ?? {
      code: 'simulated',
      params: { outcome },
    },
  });
  if (decision.kind === 'refused') return refused;
  return {
    kind: 'change',
    change: {
      transaction,
      moves: decision.moves,
      actor: SANDBOX_ACTOR,
      providerTxId:
        decision.transaction.state === 'succeeded' ? sandboxProviderTxId(transaction) : null,
    },
  };
}

/** A deposit past its deadline has expired, even if the worker has not expired it yet. */
async function closeWindowWhenDue(
  ledger: Ledger,
  found: TimedTransaction,
): Promise<TimedTransaction> {
  const { transaction, now } = found;
  const due =
    isOpenDeposit(transaction) && transaction.expiresAt !== null && transaction.expiresAt <= now;
  if (!due) return found;
  const decision = decideSequence(transaction, ['window_closed'], { at: now, lateWindowMs: 0 });
  if (decision.kind === 'moved') {
    const { moves } = decision;
    await ledger.record({ transaction, moves, actor: 'clock', providerTxId: null });
  }
  return (await ledger.find(transaction.id)) ?? found;
}

interface ClockDeps {
  readonly database: Queryable;
}

/** Advances time for the open transactions of one application; workers find what is due. */
export function advanceClock(
  { database }: ClockDeps,
  asked: { readonly applicationId: string; readonly seconds: number },
): Promise<number> {
  return advanceDeadlines(database, asked);
}

export function createPlay(ledger: Ledger): Play {
  return {
    begin: async (msisdn) => {
      const magic = findMagicNumber(msisdn);
      if (magic?.delayMs !== undefined) await pause(magic.delayMs, undefined, { ref: false });
      return magic?.isUnavailable === true ? 'unavailable' : 'available';
    },
    finish: (created) => playNumber(ledger, created),
  };
}

/**
 * Plays the outcome that the number of a new payment stands for, and returns the payment as the
 * platform sees it: as created, unless a provider reports that outcome at once.
 */
async function playNumber(ledger: Ledger, created: Transaction): Promise<Transaction> {
  const magic = findMagicNumber(created.msisdn);
  if (magic === null) return created;
  for (const outcome of outcomesOf(magic, created)) {
    const found = await ledger.find(created.id);
    if (found === null) break;
    const because = magic.because?.[created.direction];
    const played = await simulateOutcome(ledger, found, outcome, because);
    if (played.kind === 'refused') break;
  }
  if (magic.isAtOnce !== true || created.direction === 'withdrawal') return created;
  return (await ledger.find(created.id))?.transaction ?? created;
}
