import type { Finding } from '../../domain/upkeep/finding.ts';

/** A proof lists this many; beyond that only their number is reported. */
const MOST_LISTED = 1_000;

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
      if ((counts.get(finding.proof) ?? 0) <= MOST_LISTED) listed.push(finding);
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
