import type { Step } from '../lines/balance-chain.ts';
import type { SmsReading } from './sms/reading.ts';

/**
 * How a text moved the balance of its line: a step for each balance that it names, since the payer
 * may have written one of them, and for both directions if the text does not say. Empty for a text
 * without an amount or a balance.
 */
export function stepsOf(
  reading: SmsReading,
  sms: { readonly id: string; readonly at: Date },
): readonly Step[] {
  if (reading.kind === 'nothing' || reading.kind === 'balance') return [];
  // Anyone can send such words from a phone; once staff accept the sender, the text is read again.
  if (reading.kind === 'review' && reading.reason === 'unknown_sender') return [];
  const { amountXaf, feeCents, balancesCents, operatorTime } = reading;
  if (amountXaf === null || amountXaf === 0) return [];
  const [amount, fee] = [amountXaf * 100, feeCents ?? 0];
  const changes = { in: [amount - fee], out: [-amount - fee], null: [amount - fee, -amount - fee] };
  // A text cannot be about what happens after it came.
  const time = operatorTime === null || operatorTime > sms.at ? sms.at : operatorTime;
  const steps = changes[`${movesOf(reading)}`].flatMap((change) =>
    balancesCents.map((afterCents) => ({
      smsId: sms.id,
      beforeCents: afterCents - change,
      afterCents,
      time,
      tellsTime: operatorTime !== null,
      cameAt: sms.at,
      about: aboutOf(reading),
    })),
  );
  // A line's balance is never negative: staff need not see that reading of the text.
  const possible = steps.filter(({ beforeCents }) => beforeCents >= 0);
  return possible.length > 0 ? possible : steps;
}

type MoneyReading = Exclude<SmsReading, { kind: 'nothing' | 'balance' }>;

/** A number of 31 bits that texts about one number, amount and direction share. */
function aboutOf(reading: MoneyReading): number {
  const moves = movesOf(reading);
  const party = moves === 'out' ? reading.payee : reading.payer;
  let hash = 0;
  for (const letter of `${moves} ${party} ${reading.amountXaf}`) {
    hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  }
  return hash & 0x7f_ff_ff_ff;
}

function movesOf(reading: MoneyReading) {
  if (reading.kind === 'review') return reading.moves;
  return reading.kind === 'payment' ? 'in' : 'out';
}
