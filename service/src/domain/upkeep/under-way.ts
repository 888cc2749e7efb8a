/** What is not finished about a number, by kind. */
export interface OpenAboutNumber {
  readonly transactions: number;
  readonly payments: number;
  readonly texts: number;
  readonly contradictions: number;
  readonly jobs: number;
}

const SENTENCES = {
  transactions: 'of its deposits and withdrawals are open or on hold',
  payments: 'of its payments wait for a deposit or a decision',
  texts: 'of the texts that name it are unread or wait to be looked at',
  contradictions: 'of its contradictions are open',
  jobs: 'of its SIM jobs have not ended',
} as const satisfies Record<keyof OpenAboutNumber, string>;

/** Why nothing about a number may be erased yet; none: it may. */
export function whyNotErased(underWay: OpenAboutNumber): readonly string[] {
  const kinds = Object.keys(SENTENCES) as readonly (keyof OpenAboutNumber)[];
  return kinds
    .filter((kind) => underWay[kind] > 0)
    .map((kind) => `${underWay[kind]} ${SENTENCES[kind]}`);
}
