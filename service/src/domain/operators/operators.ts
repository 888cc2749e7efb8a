import { MTN } from './mtn/facts.ts';
import type { OperatorFacts } from './operator-facts.ts';
import { ORANGE } from './orange/facts.ts';

/**
 * Every operator, in the order in which platforms and people see them. To add one, add its folder
 * and its entry here (docs/adding-an-operator.md).
 */
export const OPERATOR_LIST = [MTN, ORANGE] as const satisfies readonly OperatorFacts[];
