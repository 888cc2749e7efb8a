import { FACTS_OF, forEachOperator, type Operator } from '../../operators/operator.ts';
import type { OperatorFacts } from '../../operators/operator-facts.ts';
import { OPERATOR_LIST } from '../../operators/operators.ts';
import type { SmsText } from './tokens.ts';
import { isGluedAfter, timeInDouala } from './values.ts';

/**
 * The id at this token, if it is written as this operator writes its ids. An id of any other form
 * belongs to no operator: a person has to check it.
 */
export function readOperatorId(
  text: SmsText,
  index: number,
  { operator, kinds }: { readonly operator: Operator; readonly kinds: readonly string[] },
): IdRead | null {
  const shape = FACTS_OF[operator].ids;
  const start = text.tokens[index]?.start;
  if (start === undefined) return null;
  const found = STARTING[operator].exec(text.raw.slice(start));
  if (found === null) return null;
  const { groups = {} } = found;
  if (shape.kinds !== null && kinds.length > 0 && !kinds.includes(groups['kind'] ?? ''))
    return null;
  const time = timeOf(groups);
  if (time === 'impossible') return null;

  const [id] = found;
  const end = start + id.length;
  let last = index;
  while ((text.tokens[last]?.end ?? end) < end) last += 1;
  // An id that does not begin and end with whole tokens is part of something longer.
  if (text.tokens[last]?.end !== end || isGluedAfter(text, last)) return null;
  const isBroken = !shape.hasFixedLength && text.tokens[last + 1]?.kind === 'digits';
  return isBroken ? null : { id, time, next: last + 1 };
}

export interface IdRead {
  readonly id: string;
  readonly time: Date | null;
  readonly next: number;
}

/** Whether the text has two ids of an unmistakable form, with or without a label. */
export function hasTwoPlainIds(text: SmsText): boolean {
  return new Set(plainIdsIn(text).map(({ index }) => index)).size > 1;
}

/** Whether the text has an id of an unmistakable form. */
export function hasPlainId(text: SmsText): boolean {
  return plainIdsIn(text).length > 0;
}

function plainIdsIn({ raw }: SmsText) {
  return UNMISTAKABLE.flatMap((form) => [...raw.matchAll(form)].map(({ index }) => ({ index })));
}

/** The operator's time in an id, or `null` if ids of this form have none. */
function timeOf(groups: Readonly<Record<string, string>>): Date | null | 'impossible' {
  const { year, month, day, hour, minute } = groups;
  if (year === undefined) return null;
  const parts = [2000 + Number(year), ...[month, day, hour, minute].map(Number), 0];
  return timeInDouala(parts) ?? 'impossible';
}

const STARTING = forEachOperator(({ ids }) => new RegExp(`^(?:${ids.form.source})`));

const FACTS: readonly OperatorFacts[] = OPERATOR_LIST;

const UNMISTAKABLE = FACTS.filter(({ ids }) => ids.isUnmistakable).map(
  ({ ids }) => new RegExp(ids.form, 'g'),
);
