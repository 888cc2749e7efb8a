import type { IssueType } from './issue.ts';

/**
 * What the developer of a platform does about each kind of issue; null for those that only the
 * console's requests can have. `docs/errors.md` is made from this table.
 */
export const ISSUE_REMEDIES = {
  missing: 'Add the field that `loc` names; for `["body"]` send a body.',
  model_attributes_type:
    'Send a JSON object. `ctx.hint` names the header when it is one that made the body unreadable.',
  json_invalid:
    'Let a library write the JSON, in UTF-8. `loc` has the character where reading stopped, `ctx.error` what was expected there, `ctx.hint` the header if it is one that is at fault.',
  string_type: 'Send a string: `"order-7"`, not `7`.',
  string_unicode: 'The text has half of a surrogate pair: cut texts between characters.',
  string_too_short: 'Send at least `ctx.min_length` characters.',
  string_too_long: 'Send at most `ctx.max_length` characters.',
  int_type: 'Send a number without quotes: `500`, not `"500"`.',
  int_from_float: 'Send whole francs: XAF has no sub-unit.',
  finite_number: 'The number is too large to be one.',
  int_parsing: 'Write the query parameter in digits.',
  int_parsing_size: 'Write the query parameter in fewer digits.',
  greater_than_equal: 'Send at least `ctx.ge`.',
  less_than_equal: 'Send at most `ctx.le`; for an amount this may be the limit of the operator.',
  uuid_type: 'Send the UUID as a string.',
  uuid_parsing: 'Send a UUID. If your own ids are none, derive one from them (UUID version 5).',
  literal_error: 'Send one of `ctx.expected`.',
  url_type: 'Send the URL as a string, or null.',
  url_parsing: 'Send an absolute URL, with scheme and host.',
  url_scheme: 'Use `https`, in a sandbox also `http`.',
  url_too_long:
    'Shorten the URL to `ctx.max_length` characters: what varies belongs to `reference`.',
  value_error:
    'The rest of `msg` is the rule: the accepted forms of a number, no user info or private address in a URL, no U+0000.',
  bool_type: null,
  list_type: null,
  string_pattern_mismatch: 'Write it in the form of `ctx.pattern`: a day as `2026-03-01`.',
  too_long: null,
  too_short: null,
} as const satisfies Record<IssueType, string | null>;
