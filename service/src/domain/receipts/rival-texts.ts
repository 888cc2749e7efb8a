/** What is known about the text that a receipt was made from. */
export interface KnownText {
  readonly state: 'unmatched' | 'used' | 'dismissed';
  /** A trusted gateway brought it, or a person has recorded it. */
  readonly isVouched: boolean;
  /** It connects to a trusted balance of its line. */
  readonly isBelieved: boolean;
}

export type RivalRuling =
  /** What was credited stays; a person has to see the other text. */
  | 'contradiction'
  /** The new text is true, so the receipt gets its facts. */
  | 'replaces'
  /** The new text is probably forged. */
  | 'known_stands'
  /** It is unknown which one is true. */
  | 'both_held';

/**
 * Whether two texts with one operator's id report different payments. What the known one left open,
 * its empty number or amount, contradicts nothing.
 */
export function areRivals(known: ReportedFacts, reported: ReportedFacts): boolean {
  const { payer, amountXaf } = known;
  const isOtherPayer = payer !== '' && payer !== reported.payer;
  return isOtherPayer || (amountXaf !== 0 && amountXaf !== reported.amountXaf);
}

interface ReportedFacts {
  readonly payer: string;
  readonly amountXaf: number;
}

/**
 * Which of two such texts is true: the one that connects to a trusted balance. The first one proves
 * nothing by coming first, since a forger can be faster than the operator.
 */
export function judgeRivals(
  known: KnownText,
  reported: Pick<KnownText, 'isVouched' | 'isBelieved'>,
): RivalRuling {
  if (known.state === 'used') return 'contradiction';
  if (known.state === 'dismissed' || !reported.isVouched) return 'known_stands';
  if (!known.isVouched) return 'replaces';
  if (known.isBelieved === reported.isBelieved) return 'both_held';
  return reported.isBelieved ? 'replaces' : 'known_stands';
}
