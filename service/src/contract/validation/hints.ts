import { nearestOf } from '../../domain/nearest-name.ts';
import { ISSUE_REMEDIES } from '../error-catalogue.ts';
import { withoutMarks } from '../public-problems.ts';
import { ACCEPTED, type ValidationIssue } from './issue.ts';

/** A request may have hundreds of issues; the first few show what kind of mistake it is. */
const MAX_HINTS = 5;

/** What to do about a request that is not valid, and what its first unknown word could be. */
export function hintsFor(issues: readonly ValidationIssue[]): {
  readonly hint: string;
  readonly accepted?: readonly string[];
} {
  const sentences = issues
    .slice(0, MAX_HINTS)
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

/**
 * Adds to the issues of an unreadable body which header is at fault, if any: as `ctx.hint`, so that
 * everything else stays as in FastAPI.
 */
export function withHint(
  issues: readonly ValidationIssue[],
  headers: BodyHeaders,
): readonly ValidationIssue[] {
  const hint = findHint(headers);
  if (hint === null) return issues;
  return issues.map((issue) => ({ ...issue, ctx: { ...issue.ctx, hint } }));
}

interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

function findHint(headers: BodyHeaders): string | null {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    return 'Content-Encoding: compressed bodies are not read; send the JSON as it is, without this header';
  }
  const type = headers['content-type'];
  if (type === undefined) return `Content-Type is missing or malformed: ${EXPECTED}`;
  if (!JSON_TYPE.test(type)) return `Content-Type is not a JSON type: ${EXPECTED}`;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  return /^(?:utf-?8|us-ascii)$/i.test(charset) ? null : 'Content-Type: the body is read as UTF-8';
}

/** The content types of a JSON body. */
export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;
const EXPECTED = 'send Content-Type: application/json';
