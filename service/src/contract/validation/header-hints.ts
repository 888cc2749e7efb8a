import type { ValidationIssue } from './issue.ts';

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
