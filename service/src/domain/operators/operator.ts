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

/**
 * An id in the letters in which its operator writes it in texts: a statement, another system or a
 * person may write them small or large, and means the same payment.
 */
export function spellId(operator: Operator, shown: string): string {
  const spellings = [shown, shown.toUpperCase(), shown.toLowerCase()];
  return spellings.find((one) => WHOLE_ID[operator].test(one)) ?? shown;
}

const WHOLE_ID = forEachOperator(({ ids }) => new RegExp(`^(?:${ids.form.source})$`));
