import type { OperatorFacts } from './operator-facts.ts';
import { OPERATOR_LIST } from './operators.ts';

export type Operator = (typeof OPERATOR_LIST)[number]['name'];

export const OPERATORS: readonly Operator[] = OPERATOR_LIST.map(({ name }) => name);

/** A table with a row for every operator, made of its facts. */
export function forEachOperator<T>(make: (facts: OperatorFacts) => T): ByOperator<T> {
  // The list has every name once, so the table lacks none.
  return Object.fromEntries(
    OPERATOR_LIST.map((facts) => [facts.name, make(facts)]),
  ) as ByOperator<T>;
}

export type ByOperator<T> = Readonly<Record<Operator, T>>;

export const FACTS_OF: ByOperator<OperatorFacts> = forEachOperator((facts) => facts);
