import type { Queryable } from '../../db/client.ts';
import { listOpenGaps, lockLine } from '../../db/lines/lines.ts';
import {
  listReceiptOutcomes,
  listWaitingReceipts,
  type ReceiptOutcomeRow,
} from '../../db/receipts/waiting-receipts.ts';
import { creditWaiting } from '../receipts/credit-receipt.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';
import { findAccepted } from './accept-line.ts';

export interface Foreseen {
  readonly payments: readonly ReceiptOutcomeRow[];
  /** Each balance that a person could name, with the balance from which the line would continue. */
  readonly balances: readonly { readonly namedCents: number; readonly becomesCents: number }[];
}

/**
 * What accepting a line would do, shown to the person who is asked. It is done and rolled back,
 * because only the matching itself shows which of several payments gets a deposit.
 */
export async function foreseeLine(
  deps: Pick<ReadSmsDeps, 'database' | 'lateWindowMs'>,
  line: string,
): Promise<Foreseen> {
  try {
    return await deps.database.atomically(async (connection) => {
      throw new TakenBack(await tryOut(deps, connection, line));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.foreseen;
    throw error;
  }
}

async function tryOut(
  deps: Pick<ReadSmsDeps, 'lateWindowMs'>,
  connection: Queryable,
  line: string,
): Promise<Foreseen> {
  const chain = await lockLine(connection, line);
  const breaks = await listOpenGaps(connection, line);
  const waiting = await listWaitingReceipts(connection, line);
  await creditWaiting(deps, connection, line);
  const told = [...breaks.map(({ balanceCents }) => balanceCents), chain.balanceCents];
  return {
    payments: await listReceiptOutcomes(connection, waiting),
    balances: [...new Set(told)].flatMap((namedCents) => {
      const accepted = namedCents === null ? null : findAccepted(chain, breaks, namedCents);
      if (namedCents === null || accepted === null) return [];
      return [{ namedCents, becomesCents: accepted.chain.balanceCents ?? namedCents }];
    }),
  };
}

/** Rolls back the trial and carries its result. */
class TakenBack extends Error {
  readonly foreseen: Foreseen;
  constructor(foreseen: Foreseen) {
    super('it was only tried');
    this.foreseen = foreseen;
  }
}
