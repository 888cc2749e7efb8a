import { operatorOf, type PrefixTable } from '../msisdn.ts';
import { forEachOperator, OPERATORS, type Operator } from '../operators/operator.ts';

/** What is known of the numbers that begin with a prefix, at one operator. */
export interface SeenPrefix {
  /** Three digits, without the country code. */
  readonly prefix: string;
  readonly operator: Operator;
  /** Payments to our lines that the operator's texts reported. */
  readonly texts: number;
  /** Transactions that succeeded at the operator. */
  readonly transactions: number;
  readonly lastAt: Date;
}

export interface ComparedPrefix {
  readonly prefix: string;
  /** `null` if the table names no operator. */
  readonly tableSays: Operator | null;
  /** `contradicted`: at another operator than the table says. `unnamed`: not in the table. */
  readonly verdict: 'contradicted' | 'unnamed' | 'confirmed';
  /** The operator with the most evidence first. */
  readonly seen: readonly SeenPrefix[];
}

const ORDER = ['contradicted', 'unnamed', 'confirmed'] as const;

/** Compares the prefix table with what was seen; what a person should check comes first. */
export function comparePrefixes(
  table: PrefixTable,
  seen: readonly SeenPrefix[],
): readonly ComparedPrefix[] {
  return [...Map.groupBy(seen, ({ prefix }) => prefix)]
    .map(([prefix, rows]) => {
      const tableSays = operatorOf(table, `+237${prefix}000000`);
      const isContradicted = rows.some(({ operator }) => operator !== tableSays);
      const verdict =
        tableSays === null ? 'unnamed' : isContradicted ? 'contradicted' : 'confirmed';
      return { prefix, tableSays, verdict, seen: rows.toSorted(mostFirst) } as const;
    })
    .toSorted(
      (one, other) =>
        ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict) ||
        one.prefix.localeCompare(other.prefix),
    );
}

/**
 * Money can also come from a wallet of the other network, and numbers are ported, so single
 * payments prove nothing: a proposal needs this many, and nearly all that were seen.
 */
const ENOUGH = 20;
const NEARLY_ALL = 0.95;

/** The table that the evidence supports, or `null` if it is the present one. */
export function proposeTable(
  table: PrefixTable,
  compared: readonly ComparedPrefix[],
): PrefixTable | null {
  const moved = new Map(
    compared.flatMap(({ prefix, tableSays, seen }) => {
      const [most] = seen;
      const all = seen.reduce((sum, one) => sum + weightOf(one), 0);
      if (most === undefined || most.operator === tableSays) return [];
      const isClear = weightOf(most) >= ENOUGH && weightOf(most) >= NEARLY_ALL * all;
      return isClear ? [[prefix, most.operator] as const] : [];
    }),
  );
  if (moved.size === 0) return null;
  return forEachOperator(({ name }) => {
    const operator = OPERATORS.find((one) => one === name);
    const kept = operator === undefined ? [] : table[operator].filter((it) => !moved.has(it));
    const added = [...moved].filter(([, owner]) => owner === name).map(([prefix]) => prefix);
    return [...kept, ...added].toSorted();
  });
}

function weightOf({ texts, transactions }: SeenPrefix): number {
  return texts + transactions;
}

function mostFirst(one: SeenPrefix, other: SeenPrefix): number {
  return weightOf(other) - weightOf(one) || one.operator.localeCompare(other.operator);
}
