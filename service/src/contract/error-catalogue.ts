import type { ReasonCode } from '../domain/payment-kinds.ts';
import { PUBLIC_PROBLEMS } from './public-problems.ts';
import type { IssueType } from './validation/issue.ts';

/**
 * What a platform's developer does about each kind of issue, or `null` if only requests of the
 * console can have it. `docs/errors.md` is made from this table.
 */
export const ISSUE_REMEDIES = {
  missing: 'Add this member; if it is `body` itself, send a JSON object.',
  model_attributes_type:
    'Send a JSON object with `Content-Type: application/json`. `ctx.hint` names the header that made the body unreadable.',
  json_invalid:
    'Let a library write the JSON, in UTF-8. `loc` has the character where reading stopped, `ctx.error` what was expected there, `ctx.hint` the header if it is one that is at fault.',
  string_type: 'Send a string: `"order-7"`, not `7`.',
  string_unicode: 'The text has half of a surrogate pair: cut texts between characters.',
  string_too_short: 'Send at least `ctx.min_length` characters.',
  string_too_long: 'Send at most `ctx.max_length` characters.',
  int_type: 'Send a number without quotes: `500`, not `"500"`.',
  int_from_float: 'Send whole francs: XAF has no sub-unit.',
  finite_number: 'Send a smaller number: this one is out of range.',
  int_parsing: 'Write the query parameter in digits.',
  int_parsing_size: 'Write the query parameter in fewer digits.',
  greater_than_equal: 'Send at least `ctx.ge`.',
  less_than_equal: 'Send at most `ctx.le`; for an amount this may be the limit of the operator.',
  uuid_type:
    'Send the UUID as a string. If your ids are not UUIDs, derive a version 5 UUID from them.',
  uuid_parsing: 'Send a UUID. If your ids are not UUIDs, derive a version 5 UUID from them.',
  literal_error: 'Send one of the values in `accepted`, beside `detail`.',
  url_type: 'Send the URL as a string, or null.',
  url_parsing: 'Send an absolute URL, with scheme and host.',
  url_scheme: 'Use `https`. A sandbox takes `http` too, live only where its staff allow it.',
  url_too_long:
    'Shorten the URL to `ctx.max_length` characters: what varies belongs to `reference`.',
  value_error:
    'Follow the rule in `msg`: the accepted forms of a number, a day as `2026-03-01`, no user info or private address in a URL, no U+0000, a cursor as it was sent.',
  extra_forbidden: 'Leave it out, or use one of the names in `accepted`, beside `detail`.',
  bool_type: null,
  list_type: null,
  string_pattern_mismatch: 'Write it in the form of `ctx.pattern`.',
  too_long: null,
  too_short: null,
} as const satisfies Record<IssueType, string | null>;

/** Who can say each reason of a payment, and what a platform says to its player. */
const REASON_WORDS = {
  insufficient_funds: [
    'MTN and Orange, about a deposit',
    'Your account does not have enough money. Top it up, or choose a smaller amount.',
  ],
  insufficient_funds_or_limit: [
    'MTN, about a deposit',
    'Your account does not have enough money, or has reached a limit. Check it, or choose a smaller amount.',
  ],
  limit: [
    'MTN; Orange about a deposit; the limits of the channel',
    'Your account has reached a limit. Choose a smaller amount, or try again tomorrow.',
  ],
  blocked: [
    'MTN; Orange about a deposit',
    'Your account cannot be used for this payment. Ask your operator.',
  ],
  not_registered: ['MTN and Orange', 'This number has no Mobile Money account. Check the number.'],
  refused_by_player: ['MTN and Orange, about a deposit', 'You refused the payment.'],
  no_answer: [
    'deposit: MTN, Orange, or the deadline; withdrawal: MTN and Orange, or an hour without an answer',
    'Deposit: you did not confirm in time; try again. Withdrawal: the operator has not answered; wait.',
  ],
  same_again_too_soon: [
    'Orange',
    'The operator takes the same amount only once in five minutes. Try again later.',
  ],
  provider_down: [
    'the service, MTN and Orange',
    'The operator does not answer at the moment. Try again later.',
  ],
  not_sent: [
    'the service: something about its own account or SIM',
    'The payment could not be started. Nothing was taken. Try again later.',
  ],
  rejected_by_staff: [
    'staff who reject, cancel or resolve; `state_reason` is theirs if they send it',
    'The payment was not accepted. Contact us.',
  ],
  lapsed: [
    'the service: an approved withdrawal was not sent in time',
    'Your withdrawal is being looked at. Wait.',
  ],
  unknown: [
    'everything else, payments on hold, and what ended before release 0.3 without a code',
    'Failed: the payment did not succeed; try again. On hold: it is being looked at; wait.',
  ],
} as const satisfies Record<ReasonCode, readonly [saidBy: string, tellPlayer: string]>;

/** The text of `docs/errors.md`, made from the tables so that it cannot disagree. */
export function errorCatalogue(): string {
  return `${[
    '<!-- Generated from the table of problems by `npm run generate`. Do not edit by hand. -->',
    '',
    '# Errors, and what to do about each',
    '',
    'Every error is JSON with the members `detail`, a string or for a `422` of validation an array, and',
    '`code` (extension). Branch on `code` or on the status, and inside an array on',
    '`type`; the texts may change. A code keeps its meaning. More codes may come: treat one that you do',
    'not know by its status. How errors are made is in [interface.md](interface.md#errors), how to',
    'provoke them in [testing.md](testing.md).',
    '',
    'A `200` is no promise that money moved: a deposit that the operator refuses at once is a `200` with',
    '`status` `failed`, and the transaction says why in `state_reason` and `reason_code`.',
    '',
    '## By code',
    '',
    'Words in `{braces}` are filled in. `429` and `503` have the header `Retry-After`; every answer has',
    '`X-Request-Id`.',
    '',
    ...markdownTable(['Status', '`code`', '`detail`', 'What to do'], problemRows()),
    '',
    '## Types of a validation error',
    '',
    'All faulty fields are reported at once. `loc` says where, `msg` what, `input` repeats the value.',
    '',
    ...markdownTable(['`type`', 'What to do'], issueRows()),
    '',
    '## Why a payment failed, expired or is held',
    '',
    '`reason_code` of a transaction, of `payment.failed` and of `payment.expired` (extension).',
    'No operator reports a wrong PIN, so there is no code for it. What concerns the account or SIM',
    'of the service itself is `not_sent`. More codes may come: treat an unknown one as `unknown`. A held',
    'payment is not final, so offer no second try for it. [testing.md](testing.md) has a number for each.',
    '',
    ...markdownTable(['`reason_code`', 'Who says it', 'What to tell the player'], reasonRows()),
  ].join('\n')}\n`;
}

function problemRows(): readonly (readonly string[])[] {
  return Object.entries(PUBLIC_PROBLEMS).map(([code, { status, detail, remedy }]) => [
    `\`${status}\``,
    `\`${code}\``,
    detail === PUBLIC_PROBLEMS.request_invalid.detail ? 'an array' : detail,
    remedy,
  ]);
}

function issueRows(): readonly (readonly string[])[] {
  return Object.entries(ISSUE_REMEDIES)
    .filter(([, remedy]) => remedy !== null)
    .map(([type, remedy]) => [`\`${type}\``, remedy ?? '']);
}

function reasonRows(): readonly (readonly string[])[] {
  return Object.entries(REASON_WORDS).map(([code, words]) => [`\`${code}\``, ...words]);
}

/** Pads columns to one width, as the formatter does. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const lines = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines.map((cells, row) => {
    const fill = row === 1 ? '-' : ' ';
    return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  });
}
