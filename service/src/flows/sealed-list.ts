import type { Queryable } from '../db/client.ts';
import {
  findSeals,
  type OwnSeal,
  readSealedRows,
  type SealedTexts,
  type StoredSeals,
} from '../db/row-seals.ts';
import type { SealedColumns, SealRow } from '../domain/seals/seal.ts';
import { type ListedTable, TABLES } from '../domain/seals/sealed-tables.ts';
import type { Vault } from '../signing/sealed-text.ts';

/** The seals of all rows that give power, as this service wrote them last. */
export interface SealedList {
  readonly revision: number;
  /** By the names of their rows. */
  readonly seals: ReadonlyMap<string, string>;
  /** What one person has accepted after a repair by hand, and waits for a second one. */
  readonly accepted: ReadonlyMap<string, AcceptedByOne>;
}

export interface AcceptedByOne {
  /** The seals of the row as this person saw it. */
  readonly seen: string;
  readonly by: string;
}

export interface ListKey {
  readonly vault: Vault;
  readonly seal: SealRow;
  /** By their stored texts, rows that were sealed before: most are read with each request. */
  readonly sealed?: Map<string, ListedPart>;
}

type ListedPart = Pick<SealedRow, 'table' | 'id' | 'name' | 'seal'>;

const MAX_REMEMBERED = 1_000;

/** A row as it is stored. */
export interface SealedRow {
  readonly table: ListedTable;
  readonly id: string;
  /** By which the list knows it. */
  readonly name: string;
  /** What the list must have; `null` if one of its secrets cannot be opened. */
  readonly seal: string | null;
  readonly own: OwnPart | null;
}

/** What changes too often for the list. */
export interface OwnPart {
  readonly text: string;
  readonly version: number;
  /** The seal that it has, and the one that it must have. */
  readonly has: string | null;
  readonly must: string | null;
  readonly sealAt: (version: number) => OwnSeal;
}

export function sealRow(key: ListKey, { text, own }: SealedTexts): SealedRow {
  const known = key.sealed?.get(text);
  const part = known ?? listedPart(key, text);
  if (known === undefined) remember(key, text, part);
  return { ...part, own: own && ownPart(key.seal, part.id, own) };
}

function listedPart({ vault, seal }: ListKey, text: string): ListedPart {
  const [table, ...values] = JSON.parse(text) as [ListedTable, ...unknown[]];
  const { key, columns, secrets = [] }: SealedColumns = TABLES[table];
  const names = [...key, ...columns];
  const id = values.slice(0, key.length).join(' ');
  const row = { table, id, name: sealedName(table, id) };
  try {
    // Over what they hide, so that another SECRETS_KEY changes no seal.
    const opened = values.map((value, index) => {
      const column = names[index] ?? '';
      const isSecret = typeof value === 'string' && secrets.includes(column);
      return isSecret ? vault.open(value, { table, column, id }) : value;
    });
    return { ...row, seal: seal(JSON.stringify([table, ...opened])) };
  } catch {
    return { ...row, seal: null };
  }
}

function remember({ sealed }: ListKey, text: string, part: ListedPart): void {
  if (sealed === undefined || part.seal === null) return;
  if (sealed.size >= MAX_REMEMBERED) sealed.clear();
  sealed.set(text, part);
}

function ownPart(seal: SealRow, id: string, own: NonNullable<SealedTexts['own']>): OwnPart {
  const { text, version } = own;
  const sealAt = (at: number) => ({ id, version: at, seal: seal(JSON.stringify([text, at])) });
  return { text, version, has: own.seal, must: sealAt(version).seal, sealAt };
}

/** By which the list knows a row. */
export function sealedName(table: string, id: string): string {
  return `${table} ${id}`;
}

export function fits(list: SealedList | null, row: SealedRow): boolean {
  return isListed(list, row) && isAsItSays(row);
}

function isListed(list: SealedList | null, { name, seal }: SealedRow): boolean {
  return seal !== null && list?.seals.get(name) === seal;
}

function isAsItSays({ own }: SealedRow): boolean {
  return own === null || own.has === own.must;
}

/** The stored list, or `null` if there is none that this service wrote. */
export async function readList(
  connection: Queryable,
  key: Pick<ListKey, 'seal'>,
): Promise<SealedList | null> {
  return openList(await findSeals(connection), key);
}

export function openList(
  stored: StoredSeals | null,
  { seal }: Pick<ListKey, 'seal'>,
): SealedList | null {
  if (stored === null || seal(sealedText(stored)) !== stored.seal) return null;
  const { seals, accepted } = JSON.parse(stored.seals) as {
    readonly seals: Readonly<Record<string, string>>;
    readonly accepted: Readonly<Record<string, AcceptedByOne>>;
  };
  const { revision } = stored;
  return {
    revision,
    seals: new Map(Object.entries(seals)),
    accepted: new Map(Object.entries(accepted)),
  };
}

export function closeList(list: SealedList, { seal }: Pick<ListKey, 'seal'>): StoredSeals {
  const seals = JSON.stringify({
    seals: Object.fromEntries(list.seals),
    accepted: Object.fromEntries(list.accepted),
  });
  const stored = { revision: list.revision, seals };
  const made = seal(sealedText(stored));
  if (made === null) throw new Error('a list of seals needs a key');
  return { ...stored, seal: made };
}

function sealedText({ revision, seals }: Pick<StoredSeals, 'revision' | 'seals'>): string {
  return JSON.stringify(['row_seals', revision, seals]);
}

export interface BrokenRow {
  readonly table: ListedTable | 'row_seals';
  readonly id: string;
  readonly problem: 'changed' | 'not_ours' | 'vanished' | 'list';
}

/** Every row that is not as this service wrote it, and every one that is no longer there. */
export async function findBrokenSeals(
  connection: Queryable,
  key: ListKey,
): Promise<readonly BrokenRow[]> {
  const { list, rows } = await readAll(connection, key);
  if (list === null) return [{ table: 'row_seals', id: 'list', problem: 'list' }];
  const found = new Set(rows.map(({ name }) => name));
  const vanished = [...list.seals.keys()].filter((name) => !found.has(name));
  return [
    ...rows
      .filter((row) => !fits(list, row))
      .map(({ table, id, name }) => ({
        table,
        id,
        problem: list.seals.has(name) ? ('changed' as const) : ('not_ours' as const),
      })),
    ...vanished.map((name) => {
      const [table = '', ...id] = name.split(' ');
      return { table: table as ListedTable, id: id.join(' '), problem: 'vanished' as const };
    }),
  ];
}

/** The list, if this service wrote it, and every row that it is about, at one moment. */
export async function readAll(
  connection: Queryable,
  key: ListKey,
): Promise<{ readonly list: SealedList | null; readonly rows: readonly SealedRow[] }> {
  const stored = await readSealedRows(connection);
  return { list: openList(stored.list, key), rows: stored.rows.map((one) => sealRow(key, one)) };
}
