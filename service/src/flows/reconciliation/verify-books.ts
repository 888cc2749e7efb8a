import type { Database } from '../../db/client.ts';
import { type Finding, PROOFS, type ProofName, runProof } from '../../db/reconciliation/proofs.ts';
import { listComparedWallets } from '../../db/reconciliation/wallets.ts';
import { type ComparedBalance, compareWallet } from '../../domain/reconciliation/wallet.ts';

export interface BooksReport {
  readonly holds: boolean;
  readonly proofs: readonly { readonly name: ProofName; readonly count: number }[];
  readonly findings: readonly Finding[];
  readonly wallets: readonly ComparedBalance[];
}

/**
 * Proves the books by everything else that is stored, at one moment, on a connection of its own: it
 * reads whole tables, so it has no time limit and may plan as it likes.
 */
export function verifyBooks(database: Database): Promise<BooksReport> {
  return database.withConnection(async (connection) => {
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    await connection.query({ text: 'set local enable_seqscan = on' });
    await connection.query({ text: `set local work_mem = '64MB'` });
    const proofs: { name: ProofName; count: number }[] = [];
    const findings: Finding[] = [];
    for (const name of Object.keys(PROOFS) as ProofName[]) {
      const proven = await runProof(connection, name);
      proofs.push({ name, count: proven.count });
      findings.push(...proven.findings);
    }
    const wallets = (await listComparedWallets(connection)).map(compareWallet);
    await connection.query({ text: 'commit' });
    const isExplained = wallets.every(({ cause }) => cause !== 'unknown');
    return { holds: findings.length === 0 && isExplained, proofs, findings, wallets };
  });
}
