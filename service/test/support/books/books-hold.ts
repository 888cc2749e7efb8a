import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/client.ts';
import { verifyBooks } from '../../../src/flows/reconciliation/verify-books.ts';

/** What `momo books verify` proves, after whatever a test did to the service. */
export async function assertBooksHold(database: Database): Promise<void> {
  const { findings, closings, wallets } = await verifyBooks(database);
  const unexplained = wallets.filter(({ cause }) => cause === 'unknown');
  assert.deepEqual({ findings, closings, unexplained }, HOLDS);
}

const HOLDS = { findings: [], closings: [], unexplained: [] };
