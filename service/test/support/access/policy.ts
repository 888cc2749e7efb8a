import type { Database } from '../../../src/db/client.ts';
import type { AgreementPolicy } from '../../../src/domain/access/agreement.ts';
import {
  creditRules,
  type PolicyChange,
  readPolicy,
  toContent,
  unsetPolicy,
} from '../../../src/domain/access/policy.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { changePolicy } from '../../../src/flows/access/change-policy.ts';
import type { PolicySource } from '../../../src/flows/access/policy.ts';
import { openRowSeal } from '../../../src/flows/row-key.ts';
import type { Config } from '../../../src/settings/config.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';

/** A policy that never changes, for parts without a prepared database. */
export function fixedPolicy(change: PolicyChange = {}): PolicySource {
  const policy = readPolicy(change, 'sandbox');
  return { recent: () => policy, within: async () => policy, trouble: () => null };
}

/** Of a live installation that has set nothing. */
export const CREDIT_RULES = creditRules(readPolicy({}, 'live'));

/** No act takes two people. */
export const ONE_PERSON_POLICY: AgreementPolicy = {
  secondPersonAboveXaf: Number.MAX_SAFE_INTEGER,
  approvalSumXaf: null,
  unprovenSumXaf: Number.MAX_SAFE_INTEGER,
  approvalValidMs: 86_400_000,
  needsVouching: false,
  changesSecondPerson: false,
};

/** Changes the policy as `momo policy set` does. */
export async function setPolicy(
  { database, config }: { readonly database: Database; readonly config: Config },
  change: PolicyChange,
): Promise<void> {
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  const seal = await openRowSeal({ database, vault });
  const deps = { database, environment: config.environment, seal };
  const changed = await changePolicy(deps, COMMAND_LINE, { change, reason: 'set by a test' });
  if (changed.kind !== 'done' && changed.kind !== 'unchanged') throw new Error(changed.kind);
}

/** As in release 0.2 without settings, so that a test sets only the limits that it is about. */
export function withoutLimits(config: Config, change: PolicyChange = {}): PolicyChange {
  return { ...unsetPolicy(config.environment), ...change };
}

/** Of a service that was started for a test, as a file for `momo policy apply`. */
export function policyFile(change: PolicyChange): string {
  return JSON.stringify(toContent(change));
}
