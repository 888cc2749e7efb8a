import type { Queryable } from '../../db/client.ts';
import { isKnownLine } from '../../db/lines/lines.ts';
import {
  listReceiptOutcomes,
  listWaitingReceipts,
  type ReceiptOutcomeRow,
} from '../../db/receipts/waiting-receipts.ts';
import { creditRules } from '../../domain/access/policy.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';
import { applyBalance, type SaidBalance, type Trusted } from './trust-balance.ts';

export interface LinePreview extends Pick<Trusted, 'becomesCents' | 'gap' | 'left'> {
  readonly payments: readonly ReceiptOutcomeRow[];
}

interface TypedBalance extends Pick<SaidBalance, 'line' | 'balanceCents' | 'readAt'> {
  readonly typist: string | null;
}

/**
 * What trusting a balance would do, for the person who types it. It is done and rolled back,
 * because only the matching itself shows which of several payments gets a deposit. Returns `null`
 * if there is no such line.
 */
export async function previewLine(
  deps: Pick<ReadSmsDeps, 'database' | 'policy' | 'templates'>,
  said: TypedBalance,
): Promise<LinePreview | null> {
  if (!(await isKnownLine(deps.database, said.line))) return null;
  try {
    return await deps.database.atomically(async (connection) => {
      throw new RolledBack(await tryOut(deps, connection, said));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.expected;
    throw error;
  }
}

async function tryOut(
  deps: Pick<ReadSmsDeps, 'policy' | 'templates'>,
  connection: Queryable,
  said: TypedBalance,
): Promise<LinePreview> {
  const waiting = await listWaitingReceipts(connection, said.line);
  const trial = { ...said, source: 'staff', by: 'trial', reason: null } as const;
  const rules = { ...deps, ...creditRules(await deps.policy.within(connection)) };
  const { becomesCents, gap, left } = await applyBalance(rules, connection, trial);
  const payments = await listReceiptOutcomes(connection, waiting);
  return { payments, becomesCents, gap, left };
}

/** Rolls back the trial and carries its result. */
class RolledBack extends Error {
  readonly expected: LinePreview;
  constructor(expected: LinePreview) {
    super('it was only tried');
    this.expected = expected;
  }
}
