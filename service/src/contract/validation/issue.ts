/** One entry of a 422 body's `detail`, in FastAPI's shape. The members stand in FastAPI's order. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A value that a check has accepted: what JSON can hold. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value };

/**
 * A check answers the value to keep, or a refusal. It allocates nothing when a plain value is
 * fine, because it runs for every field of every request.
 */
export type Check = (raw: unknown) => Value | Refusal;

/** A class, because any plain object could be mistaken for a value that a caller sent. */
export class Refusal {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    this.issues = issues;
  }
}

/** Refuses a value at the place where it stands; the enclosing checks put the path before it. */
export function refuse(issue: Omit<ValidationIssue, 'loc'>): Refusal {
  const { type, msg, input, ctx } = issue;
  return new Refusal([{ type, loc: [], msg, input, ...(ctx === undefined ? {} : { ctx }) }]);
}

/** Refuses by a rule of our own that Pydantic does not know. */
export function refuseByRule(rule: { readonly input: unknown; readonly error: string }): Refusal {
  return refuse({
    type: 'value_error',
    msg: `Value error, ${rule.error}`,
    input: rule.input,
    // FastAPI serialises the exception object that stands here, and an exception is `{}` in JSON.
    ctx: { error: {} },
  });
}

export function under(
  key: string | number,
  issues: readonly ValidationIssue[],
): readonly ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, loc: [key, ...issue.loc] }));
}
