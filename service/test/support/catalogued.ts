import assert from 'node:assert/strict';
import { ISSUE_REMEDIES } from '../../src/contract/error-catalogue.ts';
import { PUBLIC_PROBLEMS } from '../../src/contract/public-problems.ts';
import type { Answer } from './call.ts';

const KNOWN = new Map(
  Object.entries(PUBLIC_PROBLEMS).map(([code, { status, detail }]) => {
    const sentence = RegExp.escape(detail).replaceAll(/\\\{\w+\\\}/g, '.+');
    return [code, { status, sentence: new RegExp(`^${sentence}$`) }];
  }),
);

/** Every error that any test gets from the public interface is in the catalogue of errors. */
export function assertCatalogued({ status, json }: Pick<Answer, 'status' | 'json'>): void {
  // An answer to HEAD has no body.
  if (status < 400 || json === null) return;
  const { detail, code } = json as { readonly detail?: unknown; readonly code?: unknown };
  const known = KNOWN.get(String(code));
  const message = `docs/errors.md has no ${status} "${String(detail)}", ${String(code)}`;
  assert.equal(known?.status, status, message);
  if (Array.isArray(detail)) {
    assert.equal(code, 'request_invalid');
    for (const { type } of detail as readonly { readonly type: string }[]) {
      assert.ok(Object.entries(ISSUE_REMEDIES).some(([name, it]) => name === type && it !== null));
    }
    return;
  }
  assert.match(String(detail), known?.sentence ?? /^$/, message);
}

/** The error is this one; what else the answer has is an addition that the rule is not about. */
export function assertProblem(
  { json }: Pick<Answer, 'json'>,
  problem: { readonly detail: string; readonly code: string },
): void {
  assert.partialDeepStrictEqual(json, problem);
}
