/** Something that does not hold, by the name of the proof that it breaks. */
export interface Finding {
  readonly proof: string;
  /** What it is about: `transaction:<id>`, `webhook:<id>`, `audit:<line>`. */
  readonly subject: string;
  readonly problem: string;
}

/** What must hold in any database of ours, besides its books. */
export const PROOFS_OF_ROWS = {
  creates_are_kept: 'every transaction is there as it was created',
  seals_hold: 'what gives power is as the service wrote it',
  references_are_unique: 'one transaction per player, direction and reference',
  payouts_are_sent_once: 'a payout was handed to a provider at most once',
  histories_are_paths: 'a history is a path of the transition tables, without gaps',
  events_are_told_once: 'one event per outcome, in order and word for word',
  deadlines_are_kept: 'nothing is open long after its deadline',
  attempts_keep_their_pauses: 'a webhook is tried as often and as late as promised',
  events_go_to_their_address: 'a webhook goes where its transaction says',
  outbox_moves: 'what is due is sent',
  checkouts_count_successes: 'one success at most pays a checkout, and its state says so',
  checkouts_are_settled: 'what succeeded for a checkout is counted soon',
  texts_are_kept: 'a payment that a text reports has the amount of that text',
  archives_are_told: 'a month that is not here was archived by a person',
  decisions_are_logged: 'a decision about a payment has its line in the audit log, and the reverse',
  days_are_as_summed: 'what came to be on a day that is closed is there, as its sealed sum says',
  policy_is_as_decided: 'the money policy is what the audit log says that people made it',
  audit_log_is_whole: 'the log of what people did is as it was written',
} as const satisfies Record<string, string>;

/** What others have recorded, compared with what is stored. */
const PROOFS_OF_OTHERS = {
  clients_agree: 'what was acknowledged to a client is there, unchanged',
  receivers_agree: 'what receivers got was ours, and what counts as delivered arrived',
  operators_agree: 'what operators paid and what succeeded here is the same',
  logs_keep_secrets: 'no log has a key, a secret or a full phone number',
} as const satisfies Record<string, string>;

export type ProofOfRows = keyof typeof PROOFS_OF_ROWS;
export type ProofOfOthers = keyof typeof PROOFS_OF_OTHERS;

/** What is wrong with one thing, before the name of its report is known. */
export interface Broken<Proof extends string = ProofOfRows> {
  readonly proof: Proof;
  readonly problem: string;
}

/** A proof lists this many; beyond that only their number is reported. */
const MAX_LISTED = 1_000;

export interface Findings {
  readonly add: (finding: Finding) => void;
  /** For what was counted elsewhere and listed only in part. */
  readonly addAll: (proof: string, count: number, listed: readonly Finding[]) => void;
  /** A proof that was checked, even if nothing breaks it. */
  readonly looked: (proof: string) => void;
  readonly counts: () => readonly { readonly name: string; readonly count: number }[];
  /** Proof after proof, in whatever order they were found. */
  readonly listed: () => readonly Finding[];
}

/** Counts what does not hold, and keeps the first ones of each proof. */
export function createFindings(): Findings {
  const counts = new Map<string, number>();
  const listed: Finding[] = [];
  const count = (proof: string, by: number) => counts.set(proof, (counts.get(proof) ?? 0) + by);
  return {
    add: (finding) => {
      count(finding.proof, 1);
      if ((counts.get(finding.proof) ?? 0) <= MAX_LISTED) listed.push(finding);
    },
    addAll: (proof, total, some) => {
      count(proof, total);
      listed.push(...some);
    },
    looked: (proof) => count(proof, 0),
    counts: () => [...counts].map(([name, found]) => ({ name, count: found })),
    listed: () => {
      const order = [...counts.keys()];
      return listed.toSorted((a, b) => order.indexOf(a.proof) - order.indexOf(b.proof));
    },
  };
}
