import type { Queryable } from '../../db/client.ts';
import { type LockedLine, lockLine } from '../../db/lines/lines.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import type { SmsReading } from '../../domain/receipts/sms/reading.ts';
import { wordsOf } from '../../domain/receipts/sms/tokens.ts';
import { stepsOf } from '../../domain/receipts/sms-steps.ts';
import type { BalanceProof } from '../../domain/receipts/sms-trust.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import { followChain } from '../lines/follow-chain.ts';

/** What the balances of its line say about a text. */
export interface Stand {
  readonly balance: BalanceProof;
  /** Why the line does not let the text pass yet; null when it does. */
  readonly doubt: Remark | null;
  /** Texts that waited for this one. */
  readonly released: readonly string[];
}

const NOT_COMPARED: Stand = { balance: 'not_compared', doubt: null, released: [] };

/**
 * Locks the line of a text that a gateway vouches for; null for any other. Locked before anything
 * is looked up: if two copies arrive at once, the second sees what became of the first.
 */
export async function lockLineOf(connection: Queryable, sms: Sms): Promise<LockedLine | null> {
  const { trust, line } = sms;
  return trust === 'trusted' && line !== null ? lockLine(connection, line) : null;
}

export async function standOf(
  connection: Queryable,
  { sms, line, reading }: TextOnLine,
): Promise<Stand> {
  if (line === null || !line.tellsBalances) return NOT_COMPARED;
  const isOfOther = reading.kind === 'nothing' || reading.operator !== sms.operator;
  const steps = isOfOther ? [] : stepsOf(reading, sms);
  if (steps.length === 0) {
    const doubt = line.openedAt === null ? ({ code: 'line_not_opened' } as const) : null;
    return { balance: 'missing', doubt, released: [] };
  }
  const followed = await followChain(connection, line, { steps, sameness: samenessOf(sms) });
  if (followed.kind === 'waits') return { balance: 'waits', doubt: followed.doubt, released: [] };
  return { balance: 'proven', doubt: null, released: followed.released };
}

/** Phones spell accents and spaces as they like; it is still the same text. */
export function samenessOf({ body }: Sms): string {
  return wordsOf(body).join(' ');
}

interface TextOnLine {
  readonly sms: Sms;
  readonly line: LockedLine | null;
  readonly reading: SmsReading;
}
