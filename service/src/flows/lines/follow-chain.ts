import type { Queryable } from '../../db/client.ts';
import { closeGaps, insertGap, listOpenGaps, lockLine, updateChain } from '../../db/lines/lines.ts';
import { type ChainEntry, linkEntry, mendChain } from '../../domain/lines/balance-chain.ts';
import type { Remark } from '../../domain/remarks/remark.ts';

/**
 * Adds a text to the chain of balances of its line. Returns what is in doubt about the line after
 * it: null when everything adds up.
 */
export async function followChain(
  connection: Queryable,
  entry: ChainEntry & { readonly line: string; readonly smsId: string },
): Promise<Remark | null> {
  const { line } = entry;
  const link = linkEntry(await lockLine(connection, line), entry);
  if (link.kind === 'breaks') {
    const { expectedCents, meaning } = link;
    await insertGap(connection, { ...entry, expectedCents, meaning });
    return meaning;
  }
  const broken = await listOpenGaps(connection, line);
  const mending = mendChain(link.chain, broken);
  await updateChain(connection, line, mending.chain);
  if (mending.mended.length > 0) {
    const ids = mending.mended.map(({ id }) => id);
    await closeGaps(connection, { ids, by: 'later texts' });
  }
  const left = broken.find((one) => !mending.mended.includes(one));
  return left?.meaning ?? null;
}
