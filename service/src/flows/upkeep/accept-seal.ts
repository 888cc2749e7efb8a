import { isYes, lockYes, sealAgreements } from '../../db/access/agreement-seals.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { listCheckoutAttempts } from '../../db/checkouts/checkout-attempts.ts';
import { lockCheckout, updateCheckoutSeals } from '../../db/checkouts/checkouts.ts';
import type { Queryable } from '../../db/client.ts';
import { lockSealedTexts, lockSeals, saveSeals, updateOwnSeals } from '../../db/row-seals.ts';
import { findSealed } from '../../db/transactions/sealed-transactions.ts';
import { findCheckoutProblem } from '../../domain/checkouts/checkout.ts';
import { withSeals } from '../../domain/checkouts/checkout-event.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import { LISTED_TABLES, type ListedTable, TABLES } from '../../domain/seals/sealed-tables.ts';
import { findSealProblem } from '../../domain/transactions/sealed-transaction.ts';
import { createRowSeal, type RowKey } from '../../signing/row-seal.ts';
import type { Actor } from '../access/actor.ts';
import { openRowKey } from '../row-key.ts';
import {
  closeList,
  fits,
  type ListKey,
  openList,
  type SealedList,
  sealedName,
  sealRow,
} from '../sealed-list.ts';
import { acceptPayment } from './seal-payments.ts';
import type { RowSealDeps } from './seal-rows.ts';

export interface WantedSeal {
  readonly table: AcceptableTable;
  readonly id: string;
  /** The name of the person: two people have different ones. */
  readonly by: string;
  readonly reason: string;
}

export type AcceptableTable = (typeof ACCEPTABLE_TABLES)[number];
/** Payments are accepted with their histories, checkouts with what counts; an agreement is a yes. */
export const ACCEPTABLE_TABLES = [
  ...LISTED_TABLES,
  'transactions',
  'checkouts',
  'agreements',
] as const;

export type Accepted =
  /** One person has accepted it; another one must. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: AcceptRefusal };

export type AcceptRefusal = 'no_key' | 'not_broken' | 'same_person' | 'not_found' | 'unreadable';

/**
 * After a repair by hand two people say that a row is right as it is, or right to be gone. What the
 * second one accepts is what the first one saw: a row that changed in between starts anew.
 */
export async function acceptSeal(
  { connection, vault }: RowSealDeps,
  actor: Actor,
  { table, id, by, reason }: WantedSeal,
): Promise<Accepted> {
  const stored = await lockSeals(connection);
  const rowKey = await openRowKey({ database: connection, vault });
  if (rowKey === null) return refused('no_key');
  const key = { vault, seal: createRowSeal(rowKey.key) };
  // Without a list that is ours each row is accepted by itself.
  const list = openList(stored, key) ?? NO_LIST;
  const sealing = { ...connection, seal: createRowSeal(rowKey.key, rowKey.former) };
  const found = await findBroken(sealing, { key, list, rowKey, table, id });
  if (typeof found === 'string') return refused(found);
  const name = sealedName(table, id);
  const first = list.accepted.get(name);
  const isSecond = first !== undefined && first.seen === found.seen;
  if (isSecond && first.by.toLowerCase() === by.toLowerCase()) return refused('same_person');
  const accepted = new Map(list.accepted);
  if (isSecond) accepted.delete(name);
  else accepted.set(name, { seen: found.seen, by });
  const seals = isSecond ? await found.accept() : list.seals;
  // Higher than any before, so that no process takes what two people accept for something older.
  const revision = Math.max(list.revision + 1, Date.now());
  await saveSeals(
    connection,
    closeList({ ...list, revision, accepted, seals: seals ?? list.seals }, key),
  );
  await appendAudit(connection, {
    ...actor,
    action: isSecond ? 'seal.accept' : 'seal.ask',
    subject: `seal:${name}`,
    before: isSecond ? { accepted_by: first.by } : null,
    after: { accepted_by: by },
    reason,
  });
  return { kind: isSecond ? 'accepted' : 'asked' };
}

const NO_LIST: SealedList = { revision: 0, seals: new Map(), accepted: new Map() };

function refused(why: AcceptRefusal): Accepted {
  return { kind: 'refused', why };
}

/** Something whose seal does not fit. */
interface Broken {
  /** Shows that two people saw the same. */
  readonly seen: string;
  /** Seals it as it is. Returns the seals of the list, if they change. */
  readonly accept: () => Promise<SealedList['seals'] | null>;
}

type Found = Broken | Exclude<AcceptRefusal, 'no_key' | 'same_person'>;

interface Wanted<Table> {
  readonly key: ListKey;
  readonly list: SealedList;
  readonly rowKey: RowKey;
  readonly table: Table;
  readonly id: string;
}

function findBroken(sealing: Sealing, wanted: Wanted<AcceptableTable>): Promise<Found> {
  const { table, id, rowKey } = wanted;
  if (table === 'transactions') return findPayment(sealing, rowKey, id);
  if (table === 'checkouts') return findBrokenCheckout(sealing, id);
  if (table === 'agreements') return findYes(sealing, id);
  return findListed(sealing, { ...wanted, table });
}

async function findListed(connection: Queryable, wanted: Wanted<ListedTable>): Promise<Found> {
  const { key, list, table, id } = wanted;
  const names = TABLES[table].key.map((column) => `${column}::text`);
  const where = `concat_ws(' ', ${names.join(', ')}) = $1`;
  const [texts] = await lockSealedTexts(connection, { table, where, values: [id] });
  const name = sealedName(table, id);
  if (texts === undefined) {
    const gone = new Map([...list.seals].filter(([one]) => one !== name));
    return list.seals.has(name) ? { seen: 'gone', accept: async () => gone } : 'not_found';
  }
  const row = sealRow(key, texts);
  const { seal, own } = row;
  if (seal === null) return 'unreadable';
  if (fits(list, row)) return 'not_broken';
  return {
    seen: [seal, own?.must].join(' '),
    accept: async () => {
      if (own !== null) await updateOwnSeals(connection, table, [own.sealAt(Date.now())]);
      return new Map([...list.seals, [name, seal]]);
    },
  };
}

type Sealing = Queryable & { readonly seal: SealRow };

async function findPayment(connection: Sealing, rowKey: RowKey, id: string): Promise<Found> {
  const { seal } = connection;
  const payment = (await findSealed(connection, [id])).get(id);
  if (payment === undefined) return 'not_found';
  if (findSealProblem(seal, payment) === null) return 'not_broken';
  return {
    seen: seal(JSON.stringify(payment)) ?? '',
    accept: async () => {
      await acceptPayment(connection, rowKey, id);
      return null;
    },
  };
}

async function findBrokenCheckout(connection: Sealing, id: string): Promise<Found> {
  const { seal } = connection;
  const locked = await lockCheckout(connection, id);
  if (locked === null) return 'not_found';
  const { checkout } = locked;
  const attempts = await listCheckoutAttempts(connection, id);
  if (findCheckoutProblem(seal, checkout, attempts) === null) return 'not_broken';
  return {
    seen: seal(JSON.stringify([checkout, attempts])) ?? '',
    accept: async () => {
      await updateCheckoutSeals(connection, withSeals(seal, { checkout, attempts }));
      return null;
    },
  };
}

async function findYes(connection: Sealing, id: string): Promise<Found> {
  const yes = await lockYes(connection, id);
  if (yes === null) return 'not_found';
  if (isYes(connection, yes)) return 'not_broken';
  return {
    seen: connection.seal(yes.yes_text) ?? '',
    accept: async () => {
      await sealAgreements(connection, [yes]);
      return null;
    },
  };
}
