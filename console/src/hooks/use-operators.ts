import type { Operator, Session } from '../api/types.ts';
import { useWords } from '../words/words.tsx';
import { useMe } from './use-me.ts';

export interface KnownOperator {
  readonly name: Operator;
  /** In the language of the screen. */
  readonly label: string;
  readonly colours: Session['operators'][number]['colours'];
  readonly sampleNumber: string;
}

/** The operators that the service knows, in its order: the console itself knows none. */
export function useOperators(): readonly KnownOperator[] {
  const { operators } = useMe();
  const { language } = useWords();
  return operators.map(({ name, words, colours, sample_number: sampleNumber }) => ({
    name,
    label: words[language],
    colours,
    sampleNumber,
  }));
}

/** What staff call an operator; one that is not known here keeps its name. */
export function useOperatorLabel(): (operator: string) => string {
  const operators = useOperators();
  return (operator) => operators.find(({ name }) => name === operator)?.label ?? operator;
}
