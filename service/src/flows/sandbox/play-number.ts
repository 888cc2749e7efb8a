import { setTimeout as pause } from 'node:timers/promises';
import { findMagicNumber, outcomesOf } from '../../domain/sandbox/magic-numbers.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Play } from '../transactions/create-transaction.ts';
import type { Ledger } from '../transactions/ledger.ts';
import { simulateOutcome } from './simulate-outcome.ts';

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
