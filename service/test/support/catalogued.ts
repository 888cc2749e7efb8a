import assert from 'node:assert/strict';
import { ISSUE_REMEDIES } from '../../src/contract/error-catalogue.ts';
import { PUBLIC_PROBLEMS } from '../../src/contract/public-problems.ts';
import type { Answer } from './call.ts';

const KNOWN = Object.values(PUBLIC_PROBLEMS).map(({ status, detail }) => ({
  status,
  pattern: new RegExp(`^${RegExp.escape(detail).replaceAll(/\\\{\w+\\\}/g, '.+')}$`),
}));

/** Every error that any test gets from the public interface is in the catalogue of errors. */
export function assertCatalogued({ status, json }: Answer): void {
  // An answer to HEAD has no body.
  if (status < 400 || json === null) return;
  const { detail } = json as { readonly detail?: unknown };
  if (Array.isArray(detail)) {
    for (const { type } of detail as readonly { readonly type: string }[]) {
      assert.ok(Object.entries(ISSUE_REMEDIES).some(([name, it]) => name === type && it !== null));
    }
    return;
  }
  const isKnown = KNOWN.some((one) => one.status === status && one.pattern.test(String(detail)));
  assert.ok(isKnown, `docs/errors.md has no ${status} "${String(detail)}": public-problems.ts`);
}
