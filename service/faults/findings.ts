import type { Database } from '../src/db/client.ts';
import type { ProofOrder } from '../src/flows/upkeep/prove-all.ts';
import { prove } from '../test/support/upkeep/all-holds.ts';

/** What `momo audit all` finds in what a scenario has left; each is written to the log. */
export async function countFindings(database: Database, order: ProofOrder = {}): Promise<number> {
  const { proofs, findings } = await prove({ database }, order);
  for (const finding of findings) console.log(JSON.stringify(finding));
  return proofs.reduce((sum, { count }) => sum + count, 0);
}
