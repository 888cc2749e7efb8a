/**
 * What would be accepted instead. A symbol, because the entries of `detail` are FastAPI's to the
 * letter: the answer has it beside them.
 */
export const ACCEPTED = Symbol('accepted');

/** One entry of a 422 body's `detail`, in FastAPI's form, with the members in FastAPI's order. */
export interface ValidationIssue {
  readonly type: IssueType;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
  readonly [ACCEPTED]?: readonly string[];
}

/** The names of Pydantic's issues that we have. */
export type IssueType =
  | 'bool_type'
  | 'extra_forbidden'
  | 'finite_number'
  | 'greater_than_equal'
  | 'int_from_float'
  | 'int_parsing'
  | 'int_parsing_size'
  | 'int_type'
  | 'json_invalid'
  | 'less_than_equal'
  | 'list_type'
  | 'literal_error'
  | 'missing'
  | 'model_attributes_type'
  | 'string_pattern_mismatch'
  | 'string_too_long'
  | 'string_too_short'
  | 'string_type'
  | 'string_unicode'
  | 'too_long'
  | 'too_short'
  | 'url_parsing'
  | 'url_scheme'
  | 'url_too_long'
  | 'url_type'
  | 'uuid_parsing'
  | 'uuid_type'
  | 'value_error';

/** A value that a check has accepted: anything that JSON can hold. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value };

/**
 * Returns the value to keep, or a refusal. It allocates nothing for a valid plain value, because it
 * runs for every field of every request.
 */
export type ValueCheck = (raw: unknown) => Value | RefusedValue;

/** A class, because a plain object could be mistaken for a value from a caller. */
export class RefusedValue {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    this.issues = issues;
  }
}

/** Refuses a value; the enclosing checks add the path to it. */
export function refuseValue(issue: Omit<ValidationIssue, 'loc'>): RefusedValue {
  const { type, msg, input, ...rest } = issue;
  return new RefusedValue([{ type, loc: [], msg, input, ...rest }]);
}

/** Refuses by a rule of our own, which Pydantic does not have. */
export function refuseByRule(rule: {
  readonly input: unknown;
  readonly error: string;
}): RefusedValue {
  return refuseValue({
    type: 'value_error',
    msg: `Value error, ${rule.error}`,
    input: rule.input,
    // FastAPI serialises an exception object here, and an exception is `{}` in JSON.
    ctx: { error: {} },
  });
}

export function under(
  key: string | number,
  issues: readonly ValidationIssue[],
): readonly ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, loc: [key, ...issue.loc] }));
}

/** A cursor that a list did not give out, or not so. */
export function cursorIssues(name: 'cursor' | 'before', input: string): readonly ValidationIssue[] {
  const error = `must be the next_${name} of the page before, unchanged; leave it out to begin`;
  return under('query', under(name, refuseByRule({ input, error }).issues));
}

export function ownApplicationIssues(input: string): readonly ValidationIssue[] {
  const error = 'must not be an application of the service itself';
  return under('body', under('application', refuseByRule({ input, error }).issues));
}

/** Both ends of a range are valid, but not together. */
export function reversedRangeIssues(input: string): readonly ValidationIssue[] {
  return under(
    'query',
    under('to', refuseByRule({ input, error: 'must not be before from' }).issues),
  );
}
