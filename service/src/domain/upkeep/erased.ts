/** An end may be contradicted for some days, and then the number is needed. */
export const ERASABLE_AFTER_MS = 7 * 86_400_000;

/**
 * How statements and texts may write a number: with and without its plus sign and country. Each
 * contains the last one.
 */
export function spellingsOf(msisdn: string): readonly string[] {
  const digits = msisdn.slice(1);
  const shortest = digits.startsWith('237') ? digits.slice(3) : digits;
  return [...new Set([msisdn, `00${digits}`, digits, shortest])];
}

/** What is erased after some time, and the policy value that says when. */
export const WORDS_KEPT = {
  texts: 'keepTextMonths',
  evidence: 'keepEvidenceMonths',
  webhooks: 'keepWebhookMonths',
  sessions: 'keepSessionMonths',
} as const satisfies Record<string, string>;

export type KeptWords = keyof typeof WORDS_KEPT;

/** Months for each kind, or `null` for ever. */
export type Periods = Readonly<
  Record<(typeof WORDS_KEPT)[KeptWords] | 'archiveAfterMonths', number | null>
>;

/** What is before it is older than so many whole months of UTC. */
export function keptFrom(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1));
}
