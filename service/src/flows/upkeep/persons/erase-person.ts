import { appendAudit } from '../../../db/access/audit.ts';
import { type Database, inLongTransaction, type Queryable } from '../../../db/client.ts';
import {
  countUnderWay,
  type ErasedRows,
  type ErasedTransaction,
  erasePayeesSeen,
  eraseTraces,
  eraseTransactions,
  findTextsOf,
  lockTransactionsOf,
  type PersonRow,
} from '../../../db/upkeep/persons.ts';
import { lateWindowMs } from '../../../domain/access/policy.ts';
import { mustHave, NO_SEAL, type SealRow } from '../../../domain/seals/seal.ts';
import { sealedNumber } from '../../../domain/transactions/sealed-transaction.ts';
import { erasedText, sealedText } from '../../../domain/transactions/transaction.ts';
import { ERASABLE_AFTER_MS, spellingsOf } from '../../../domain/upkeep/erased.ts';
import { whyNotErased } from '../../../domain/upkeep/history.ts';
import { createRowSeal, makeRowKey } from '../../../signing/row-seal.ts';
import type { Vault } from '../../../signing/sealed-text.ts';
import type { Actor } from '../../access/actor.ts';
import type { PolicySource } from '../../access/policy.ts';
import { openRowKey } from '../../row-key.ts';
import { askedOn } from './person-requests.ts';

export interface EraseDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly policy: Pick<PolicySource, 'within'>;
}

export type Erasure =
  | { readonly kind: 'erased'; readonly counts: ErasedRows & { readonly transactions: number } }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * Removes the person behind a number: the payments stay with their amounts, dates, states and ids.
 * All of it is one commit with its entry in the audit log.
 */
export async function erasePerson(
  deps: EraseDeps,
  {
    msisdn,
    reason,
    day,
  }: { readonly msisdn: string; readonly reason: string; readonly day?: string | null },
  actor: Actor,
): Promise<Erasure> {
  const { database, policy } = deps;
  const spellings = spellingsOf(msisdn);
  return inLongTransaction(database, async (connection): Promise<Erasure> => {
    const texts = await findTextsOf(connection, { msisdn, spellings });
    const rows = await lockTransactionsOf(connection, msisdn);
    const lateMs = lateWindowMs(await policy.within(connection));
    const endedForMs = Math.max(lateMs, ERASABLE_AFTER_MS);
    const underWay = await countUnderWay(connection, { msisdn, texts, endedForMs });
    const erased = await digestNumbers(deps, connection, { msisdn, rows });
    const problems = [...whyNotErased(underWay), ...erased.problems];
    if (problems.length > 0) return { kind: 'refused', problems };
    await eraseTransactions(connection, erased.transactions);
    const ids = rows.map(({ id }) => id);
    await erasePayeesSeen(connection, ids, erased.seal);
    const traces = await eraseTraces(connection, {
      msisdn,
      spellings,
      texts,
    });
    const counts = { transactions: rows.length, ...traces };
    await appendAudit(connection, {
      ...actor,
      action: 'person.erase',
      subject: `person:${erased.person}`,
      before: null,
      after: { ...counts, ...askedOn(day ?? null) },
      reason,
    });
    return { kind: 'erased', counts };
  });
}

interface Digested {
  /** With the key it proves that an entry of the audit log is about a number. */
  readonly person: string;
  readonly transactions: readonly ErasedTransaction[];
  readonly seal: SealRow;
  readonly problems: readonly string[];
}

/**
 * Replaces each number by a digest with the key of the rows, and seals the row again. A row that is
 * not as it was written is refused: a new seal would make it valid.
 */
async function digestNumbers(
  { vault }: EraseDeps,
  connection: Queryable,
  { msisdn, rows }: { readonly msisdn: string; readonly rows: readonly PersonRow[] },
): Promise<Digested> {
  const rowKey = await openRowKey({ database: connection, vault });
  if (rowKey === null && rows.some(({ seal }) => seal !== null)) {
    const problems = ['its transactions are sealed: SECRETS_KEY is needed'];
    return { person: '', transactions: [], seal: NO_SEAL, problems };
  }
  // Without a key of ours it takes a random one: the digest then only distinguishes rows.
  const seal = createRowSeal((rowKey ?? makeRowKey(new Date(0))).key, rowKey?.former);
  const changed = rows.filter((row) => row.seal !== null && !isAsWritten(row, seal));
  return {
    person: seal(JSON.stringify(['person', msisdn])) ?? '',
    transactions: rows.map((row) => digestNumber(row, seal)),
    seal,
    problems: changed.map(
      ({ id }) => `transaction ${id} is not as it was written: see \`momo audit all\``,
    ),
  };
}

function isAsWritten(row: PersonRow, seal: SealRow): boolean {
  return row.seal?.replaceAll('-', '') === mustHave(seal, sealedText(row), row.seal);
}

function digestNumber(row: PersonRow, seal: SealRow): ErasedTransaction {
  const digest = seal(erasedText(row)) ?? '';
  const sealed = { ...row, msisdn: sealedNumber(digest) };
  return { id: row.id, digest, seal: row.seal === null ? null : seal(sealedText(sealed)) };
}
