import { findPolicyRow, type NewestPolicyRow } from '../../db/access/policy.ts';
import type { Queryable } from '../../db/client.ts';
import {
  fromContent,
  type Policy,
  type PolicyValues,
  readPolicy,
  sealedPolicy,
  unsetPolicy,
} from '../../domain/access/policy.ts';
import { mustHave, type SealRow } from '../../domain/seals/seal.ts';

/** Where a process gets the money policy. */
export interface PolicySource {
  /** Less than a second old, for thousands of calls a second. */
  readonly recent: () => Policy | Promise<Policy>;
  /** As the caller's database transaction sees it, for decisions. */
  readonly within: (connection: Queryable) => Promise<Policy>;
  /** Why the last good row is used and not the stored one, or `null` if the stored one is used. */
  readonly trouble: () => string | null;
}

export interface PolicyDeps {
  readonly database: Queryable;
  readonly environment: 'sandbox' | 'live';
  /** Seals rows, and proves that a row is as it was written. */
  readonly seal: SealRow;
}

/** This service did not write the policy in the database, and there is no other. */
export class PolicyRefused extends Error {
  override readonly name = 'PolicyRefused';
  constructor(problem: string) {
    super(
      `The policy in the database cannot be used: ${problem}. Look at "momo policy history" and ` +
        '"momo audit all"; "momo policy apply FILE" with every value replaces it.',
    );
  }
}

/**
 * For `momo` on the machine, which makes a change alone whatever the policy says: it works even
 * while the stored policy cannot be used.
 */
export const ONE_PERSON: Pick<PolicySource, 'within'> = {
  within: async () => readPolicy(unsetPolicy('sandbox'), 'sandbox'),
};

/** With the time of a read, less than the second within which a change holds everywhere. */
const FRESH_MS = 900;

/** A frozen server answers after seconds, and the request's own queries need those. */
const PATIENCE_MS = 250;

export function createPolicySource(
  deps: PolicyDeps & { readonly onTrouble?: (problem: string) => void },
  freshMs = FRESH_MS,
): PolicySource {
  let known: Known | null = null;
  let trouble: string | null = null;
  let freshUntil = 0;
  let awaited: Promise<Policy> | null = null;

  const read = async (connection: Queryable): Promise<Known> => {
    const row = await findPolicyRow(connection);
    const problem = findPolicyProblem(row, deps.seal);
    if (problem !== null && trouble === null) deps.onTrouble?.(problem);
    trouble = problem;
    if (row !== null && trouble === null) {
      if (row.revision === known?.revision) return known;
      const policy = readPolicy(fromContent(row.content), deps.environment);
      return { revision: row.revision, policy };
    }
    if (known === null) throw new PolicyRefused(trouble ?? 'it is missing');
    return known;
  };

  const load = async (): Promise<Policy> => {
    const startedAt = performance.now();
    try {
      known = await read(deps.database);
    } catch (error) {
      // Other queries of the request fail by themselves.
      if (known === null || error instanceof PolicyRefused) throw error;
    }
    freshUntil = startedAt + freshMs;
    return known.policy;
  };

  /** The load under way, or the last policy once the load takes too long. */
  const loadWithin = (patienceMs: number): Promise<Policy> => {
    const { promise, resolve, reject } = Promise.withResolvers<Policy>();
    const timer = setTimeout(() => {
      if (known !== null) resolve(known.policy);
    }, patienceMs);
    load()
      .finally(() => {
        clearTimeout(timer);
        awaited = null;
      })
      .then(resolve, reject);
    return promise;
  };

  return {
    recent: () => {
      if (known !== null && performance.now() < freshUntil) return known.policy;
      awaited ??= loadWithin(PATIENCE_MS);
      return awaited;
    },
    within: async (connection) => {
      const found = await read(connection);
      // Another read may have seen a newer one.
      if (known === null || found.revision > known.revision) known = found;
      return found.policy;
    },
    trouble: () => trouble,
  };
}

interface Known {
  readonly revision: number;
  readonly policy: Policy;
}

/** Why a row is not what this service wrote last, or `null` if it is. */
function findPolicyProblem(row: NewestPolicyRow | null, seal: SealRow): string | null {
  if (row === null) return 'it is missing';
  const { revision, audited_revision: audited } = row;
  if (revision !== audited) {
    return `it is revision ${revision}, and the audit log knows revision ${audited ?? 'none'}`;
  }
  return isAsSealed(row, seal) ? null : `its revision ${revision} was changed after it was written`;
}

/** Without a key there is nothing to compare with. */
export function isAsSealed(
  row: Pick<NewestPolicyRow, 'revision' | 'content' | 'seal'>,
  seal: SealRow,
): boolean {
  const expected = mustHave(seal, sealedPolicy(row), row.seal);
  return expected === null || expected === row.seal;
}

export type FoundPolicy =
  | { readonly kind: 'found'; readonly revision: number; readonly values: PolicyValues }
  | { readonly kind: 'problem'; readonly revision: number; readonly problem: string };

/** The current values, to show or change. */
export async function findPolicyValues(
  connection: Queryable,
  { environment, seal }: Pick<PolicyDeps, 'environment' | 'seal'>,
): Promise<FoundPolicy> {
  const row = await findPolicyRow(connection);
  const problem = findPolicyProblem(row, seal);
  if (row === null || problem !== null) {
    const last = Math.max(row?.revision ?? 0, row?.audited_revision ?? 0);
    return { kind: 'problem', revision: last, problem: problem ?? 'it is missing' };
  }
  const values = { ...unsetPolicy(environment), ...fromContent(row.content) };
  return { kind: 'found', revision: row.revision, values };
}
