import { listLines } from '../../db/lines/lines.ts';
import { MOST_BALANCE_AGE_MS } from '../../domain/lines/balance-due.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';
import { trustBalance } from './trust-balance.ts';

export interface ToldBalance {
  readonly gatewayId: string;
  readonly line: string;
  readonly balanceCents: number;
  /** How long ago the question was begun. */
  readonly ageMs: number;
}

/**
 * The operator has told in a session of ours what a line has. A balance that the chain has reached
 * already changes nothing, and neither does one that is old, or one of a line whose balances are
 * not compared. Tells whether the line goes on from it.
 */
export async function hearBalance(deps: ReadSmsDeps, told: ToldBalance): Promise<boolean> {
  const { line, balanceCents, gatewayId, ageMs } = told;
  const known = (await listLines(deps.database)).find((one) => one.line === line);
  if (known === undefined || !known.tellsBalances || ageMs > MOST_BALANCE_AGE_MS) return false;
  const { isOpened, isInGap, waiting } = known;
  const isKnown = isOpened && !isInGap && waiting === 0 && known.balanceCents === balanceCents;
  if (isKnown) return false;
  const actor = { actor: `gateway:${gatewayId}`, actorId: null, ip: null };
  const reason = 'Told by the operator in a USSD session of ours';
  return (await trustBalance(deps, actor, { line, balanceCents, source: 'ussd', reason })) !== null;
}
