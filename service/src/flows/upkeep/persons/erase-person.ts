import { appendAudit } from '../../../db/access/audit.ts';
import { lockCheckout } from '../../../db/checkouts/checkouts.ts';
import { type Database, inLongTransaction, type Queryable } from '../../../db/client.ts';
import {
  countUnderWay,
  type ErasedCheckout,
  type ErasedRows,
  type ErasedTransaction,
  eraseCheckouts,
  erasePayeesSeen,
  eraseTraces,
  eraseTransactions,
  findCheckoutsOf,
  findTextsOf,
  lockTransactionsOf,
  type PersonRow,
} from '../../../db/upkeep/persons.ts';
import { lateWindowMs } from '../../../domain/access/policy.ts';
import { type Checkout, sealedCheckout } from '../../../domain/checkouts/checkout.ts';
import { fitsSeal, NO_SEAL, type SealRow } from '../../../domain/seals/seal.ts';
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
  | { readonly kind: 'erased'; readonly counts: ErasedCounts }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

type ErasedCounts = ErasedRows & { readonly transactions: number; readonly checkouts: number };

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
    const ids = rows.map(({ id }) => id);
    const checkouts = await lockCheckoutsOf(connection, { transactions: ids, spellings });
    const lateMs = lateWindowMs(await policy.within(connection));
    const endedForMs = Math.max(lateMs, ERASABLE_AFTER_MS);
    const underWay = {
      ...(await countUnderWay(connection, { msisdn, texts, endedForMs })),
      checkouts: checkouts.filter(({ state }) => state === 'open').length,
    };
    const erased = await sealAnew(deps, connection, { msisdn, rows, checkouts });
    const problems = [...whyNotErased(underWay), ...erased.problems];
    if (problems.length > 0) return { kind: 'refused', problems };
    await eraseTransactions(connection, erased.transactions);
    await eraseCheckouts(connection, erased.checkouts);
    await erasePayeesSeen(connection, ids, erased.seal);
    const traces = await eraseTraces(connection, { msisdn, spellings, texts });
    const counts = { transactions: rows.length, checkouts: checkouts.length, ...traces };
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

interface SealedAnew {
  /** With the key it proves that an entry of the audit log is about a number. */
  readonly person: string;
  readonly transactions: readonly ErasedTransaction[];
  readonly checkouts: readonly ErasedCheckout[];
  readonly seal: SealRow;
  readonly problems: readonly string[];
}

/**
 * Replaces each number by a digest with the key of the rows, takes away what checkouts sold, and
 * seals both again. What is not as it was written is refused: a new seal would make it valid.
 */
async function sealAnew(
  { vault }: EraseDeps,
  connection: Queryable,
  { msisdn, rows, checkouts }: RowsOfPerson,
): Promise<SealedAnew> {
  const rowKey = await openRowKey({ database: connection, vault });
  if (rowKey === null && [...rows, ...checkouts].some(({ seal }) => seal !== null)) {
    const problems = ['its transactions are sealed: SECRETS_KEY is needed'];
    return { person: '', transactions: [], checkouts: [], seal: NO_SEAL, problems };
  }
  // Without a key of ours it takes a random one: the digest then only distinguishes rows.
  const seal = createRowSeal((rowKey ?? makeRowKey(new Date(0))).key, rowKey?.former);
  const changed = [
    ...rows.filter((row) => !isAsWritten(row, sealedText(row), seal)).map(nameOf('transaction')),
    ...checkouts
      .filter((one) => !isAsWritten(one, sealedCheckout(one), seal))
      .map(nameOf('checkout')),
  ];
  return {
    person: seal(JSON.stringify(['person', msisdn])) ?? '',
    transactions: rows.map((row) => digestNumber(row, seal)),
    checkouts: checkouts.map((one) => withoutDescription(one, seal)),
    seal,
    problems: changed.map((name) => `${name} is not as it was written: see \`momo audit all\``),
  };
}

interface RowsOfPerson {
  readonly msisdn: string;
  readonly rows: readonly PersonRow[];
  readonly checkouts: readonly Checkout[];
}

const nameOf =
  (kind: string) =>
  ({ id }: { readonly id: string }) =>
    `${kind} ${id}`;

/** A row of before the key has no seal. */
function isAsWritten(row: { readonly seal: string | null }, text: string, seal: SealRow): boolean {
  return row.seal === null || fitsSeal(seal, text, row.seal);
}

function digestNumber(row: PersonRow, seal: SealRow): ErasedTransaction {
  const digest = seal(erasedText(row)) ?? '';
  const sealed = { ...row, msisdn: sealedNumber(digest) };
  return { id: row.id, digest, seal: row.seal === null ? null : seal(sealedText(sealed)) };
}

async function lockCheckoutsOf(
  connection: Queryable,
  asked: { readonly transactions: readonly string[]; readonly spellings: readonly string[] },
): Promise<readonly Checkout[]> {
  const locked: Checkout[] = [];
  for (const id of await findCheckoutsOf(connection, { ...asked, playerId: null })) {
    const found = await lockCheckout(connection, id);
    if (found !== null) locked.push(found.checkout);
  }
  return locked;
}

function withoutDescription(checkout: Checkout, seal: SealRow): ErasedCheckout {
  const { id } = checkout;
  if (checkout.seal === null) return { id, seal: null };
  return { id, seal: seal(sealedCheckout({ ...checkout, description: null })) };
}
