import type { Queryable } from '../../db/client.ts';
import { type LockedLine, lockLines } from '../../db/lines/lines.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import type { Step } from '../../domain/lines/balance-chain.ts';
import { type BalanceReading, NOTHING_READ } from '../../domain/lines/balance-reading.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { SmsReading } from '../../domain/receipts/sms/reading.ts';
import { wordsOf } from '../../domain/receipts/sms/tokens.ts';
import { stepsOf } from '../../domain/receipts/sms-steps.ts';
import type { BalanceProof } from '../../domain/receipts/sms-trust.ts';
import { type Followed, followChains } from '../lines/follow-chain.ts';

/** What the balances of its line say about a text. */
export interface BalanceCheck {
  readonly balance: BalanceProof;
  /** Why the line does not let the text pass yet, or `null` if it does. */
  readonly doubt: Message | null;
  /** Texts that waited and connect now. */
  readonly released: readonly string[];
  readonly reading: BalanceReading;
  /** So many texts of the line connect to nothing that a balance has to be read first. */
  readonly isInBurst: boolean;
  /** The person whose typed balance alone the line goes on from. */
  readonly typedBy: string | null;
}

/** A stored text and what it says. */
export interface ReadText<Reading extends SmsReading = SmsReading> {
  readonly sms: Sms;
  readonly reading: Reading;
}

export interface TextOnLine extends ReadText {
  readonly line: LockedLine | null;
}

/**
 * Locks the lines of texts from a trusted gateway; the line is `null` for any other. It locks
 * before any lookup: if two copies arrive at once, the second sees what became of the first.
 */
export async function lockLinesOf<Text extends ReadText>(
  connection: Queryable,
  texts: readonly Text[],
): Promise<readonly (Text & TextOnLine)[]> {
  const names = texts.flatMap(({ sms: { trust, line } }) =>
    trust === 'trusted' && line !== null ? [line] : [],
  );
  const locked = await lockLines(connection, [...new Set(names)]);
  const lines = new Map(locked.map((line) => [line.line, line]));
  return texts.map((text) => {
    const { trust, line } = text.sms;
    return { ...text, line: trust === 'trusted' ? (lines.get(line ?? '') ?? null) : null };
  });
}

/** One for each text, in order; `null` if it is left as it is, to be read alone. */
export async function checkBalances(
  connection: Queryable,
  texts: readonly TextOnLine[],
): Promise<readonly (BalanceCheck | null)[]> {
  const moving = texts.flatMap((text) => {
    const { line } = text;
    const steps = comparedSteps(text);
    return line === null || steps.length === 0 ? [] : [{ text, line, steps }];
  });
  const followed = await followChains(
    connection,
    moving.map(({ text, ...step }) => ({ ...step, content: fingerprintText(text.sms) })),
  );
  const found = new Map(moving.map(({ text }, index) => [text, followed[index]]));
  return texts.map((text) => balanceCheckFrom(text.line, found.get(text)));
}

/** None on a line whose texts name no balances. */
function comparedSteps({ sms, line, reading }: TextOnLine): readonly Step[] {
  if (line === null || !line.tellsBalances) return [];
  const isOfOther = reading.kind === 'nothing' || reading.operator !== sms.operator;
  return isOfOther ? [] : stepsOf(reading, sms);
}

function balanceCheckFrom(
  line: LockedLine | null,
  followed: Followed | undefined,
): BalanceCheck | null {
  const rest = { typedBy: line?.typedBy ?? null, reading: NOTHING_READ };
  switch (followed?.kind) {
    case 'left':
      return null;
    case 'waits':
    case 'believed': {
      const { kind, ...others } = followed;
      const isBelieved = kind === 'believed';
      const doubt = isBelieved ? null : followed.doubt;
      return { ...rest, ...others, balance: isBelieved ? 'proven' : 'waits', doubt };
    }
    case undefined: {
      const isCompared = line?.tellsBalances === true;
      const isUnopened = isCompared && line.openedAt === null;
      const doubt: Message | null = isUnopened ? { code: 'line_not_opened' } : null;
      const balance = isCompared ? 'missing' : 'not_compared';
      return { ...rest, balance, doubt, released: [], isInBurst: false };
    }
  }
}

/** Phones spell accents and spaces differently; it is still the same text. */
function fingerprintText({ body }: Sms): string {
  return wordsOf(body).join(' ');
}
