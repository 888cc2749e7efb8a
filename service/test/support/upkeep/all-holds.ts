import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/client.ts';
import {
  type ProofOrder,
  type ProofReport,
  proveAll,
} from '../../../src/flows/upkeep/prove-all.ts';
import type { Config } from '../../../src/settings/config.ts';
import { scrub } from '../../../src/settings/log.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';

interface Proved {
  readonly database: Database;
  readonly config?: Pick<Config, 'secretsKey' | 'otherSecretsKeys'>;
}

/** What `momo audit all` proves. */
export function prove({ database, config }: Proved, order: ProofOrder = {}): Promise<ProofReport> {
  const vault = createVault(config?.secretsKey ?? null, config?.otherSecretsKeys);
  return proveAll({ database, vault, scrub }, order);
}

/** Nothing is so that may never be, after whatever a test did to the service. */
export async function assertAllHolds(proved: Proved, order: ProofOrder = {}): Promise<void> {
  const { findings, holds } = await prove(proved, order);
  assert.deepEqual(findings, []);
  assert.ok(holds);
}
