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
