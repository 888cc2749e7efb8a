import { PUBLIC_PROBLEMS } from './public-problems.ts';
import { ISSUE_REMEDIES } from './validation/issue-remedies.ts';

/** The text of `docs/errors.md`, made from the tables so that it cannot disagree. */
export function errorCatalogue(): string {
  return `${[
    '<!-- Generated from the table of problems by `npm run generate`. Do not edit by hand. -->',
    '',
    '# Errors, and what to do about each',
    '',
    'Every error is JSON with the member `detail`: a string, or for a `422` of validation an array.',
    'Branch on the status, and inside an array on `type`; the texts may change. How errors are made is',
    'in [interface.md](interface.md#errors), how to provoke them in [testing.md](testing.md).',
    '',
    'A `200` is no promise that money moved: a deposit that the operator refuses at once is a `200` with',
    '`status` `failed`, and its `state_reason` says why.',
    '',
    '## By status',
    '',
    'Words in `{braces}` are filled in. `429` and `503` have the header `Retry-After`; every answer has',
    '`X-Request-Id`.',
    '',
    ...markdownTable(['Status', '`detail`', 'What to do'], problemRows()),
    '',
    '## Types of a validation error',
    '',
    'All faulty fields are reported at once. `loc` says where, `msg` what, `input` repeats the value.',
    '',
    ...markdownTable(['`type`', 'What to do'], issueRows()),
  ].join('\n')}\n`;
}

function problemRows(): readonly (readonly string[])[] {
  return Object.values(PUBLIC_PROBLEMS).map(({ status, detail, remedy }) => [
    `\`${status}\``,
    detail === PUBLIC_PROBLEMS.request_invalid.detail ? 'an array' : detail,
    remedy,
  ]);
}

function issueRows(): readonly (readonly string[])[] {
  return Object.entries(ISSUE_REMEDIES)
    .filter(([, remedy]) => remedy !== null)
    .map(([type, remedy]) => [`\`${type}\``, remedy ?? '']);
}

/** Columns are of one width, as the formatter wants them. */
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
