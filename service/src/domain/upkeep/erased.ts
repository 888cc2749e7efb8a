/** Stands where a number was; no country has it. */
export const ERASED_NUMBER = '+99900000000';

/** How a text begins whose words are gone. */
export const ERASED_TEXT = '(erased)';

/** What a seal covers in place of a number that is gone. */
export function sealedNumber(digest: string): string {
  return `erased:${digest}`;
}

/**
 * How statements and texts may write a number: with and without its plus sign and country. Each
 * contains the last one.
 */
export function spellingsOf(msisdn: string): readonly string[] {
  const digits = msisdn.slice(1);
  const shortest = digits.startsWith('237') ? digits.slice(3) : digits;
  return [...new Set([msisdn, `00${digits}`, digits, shortest])];
}

/** What goes after a time, and which value of the policy says after which. */
export const WORDS_KEPT = {
  texts: 'keepTextMonths',
  evidence: 'keepEvidenceMonths',
  webhooks: 'keepWebhookMonths',
  sessions: 'keepSessionMonths',
} as const satisfies Record<string, string>;

export type KeptWords = keyof typeof WORDS_KEPT;

/** Months for each kind; null: for ever. */
export type Periods = Readonly<
  Record<(typeof WORDS_KEPT)[KeptWords] | 'archiveAfterMonths', number | null>
>;

/** What is older than so many whole months, which end with a month of UTC. */
export function keptFrom(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1));
}
