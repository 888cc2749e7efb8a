import { nearestOf } from '../../domain/nearest-name.ts';
import { ISSUE_REMEDIES } from '../error-catalogue.ts';
import { withoutMarks } from '../public-problems.ts';
import { ACCEPTED, type ValidationIssue } from './issue.ts';

/** A request may have hundreds of issues; the first few show what kind of mistake it is. */
const MOST_HINTS = 5;

/** What to do about a request that is not valid, and what its first unknown word could be. */
export function hintsFor(issues: readonly ValidationIssue[]): {
  readonly hint: string;
  readonly accepted?: readonly string[];
} {
  const sentences = issues
    .slice(0, MOST_HINTS)
    .map((issue) => `${placeOf(issue)}: ${adviceOn(issue)}`);
  const accepted = issues.find((issue) => issue[ACCEPTED] !== undefined)?.[ACCEPTED];
  return { hint: sentences.join(' '), ...(accepted === undefined ? {} : { accepted }) };
}

function placeOf({ loc: [part = '', ...names] }: ValidationIssue): string {
  return names.length === 0 ? String(part) : names.join('.');
}

/** An id of the platform's own is sent where the service's id is wanted. */
const FIND_BY_REFERENCE =
  'Send the service_tx_id that the service answered. GET /api/v1/transactions?reference= finds a transaction by your reference.';

function adviceOn({ type, loc, input, ctx = {}, ...issue }: ValidationIssue): string {
  const { hint } = ctx;
  if (typeof hint === 'string') return `${hint}.`;
  if (loc.join('.') === 'path.service_tx_id') return FIND_BY_REFERENCE;
  const accepted = issue[ACCEPTED];
  if (accepted === undefined) return withValues(ISSUE_REMEDIES[type] ?? '', ctx);
  if (accepted.length === 0) return 'Leave it out: this endpoint has no query.';
  const given = type === 'extra_forbidden' ? String(loc.at(-1)) : String(input);
  const nearest = nearestOf(given.toLowerCase(), accepted);
  const question = nearest === null ? '' : `Did you mean ${nearest}? `;
  return `${question}Accepted: ${accepted.join(', ')}.`;
}

/** A remedy names the members of `ctx`; a hint has their values. */
function withValues(remedy: string, ctx: Readonly<Record<string, unknown>>): string {
  const filled = remedy.replaceAll(/`ctx\.(\w+)`/g, (_, name: string) => {
    const value = ctx[name];
    return typeof value === 'number' || typeof value === 'string' ? String(value) : name;
  });
  return withoutMarks(filled);
}
