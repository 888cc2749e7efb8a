import type { ChangedRows, Database, Queryable, Statement } from '../db/client.ts';
import {
  type ChangedTexts,
  lockSealedTexts,
  lockSeals,
  type SealedPart,
  saveSeals,
  updateOwnSeals,
  withSealedTexts,
} from '../db/row-seals.ts';
import { SQLSTATE } from '../db/sqlstate.ts';
import { createRowSeal } from '../signing/row-seal.ts';
import type { Vault } from '../signing/sealed-text.ts';
import { openRowKey } from './row-key.ts';
import {
  closeList,
  fits,
  type ListKey,
  openList,
  readList,
  type SealedList,
  type SealedRow,
  sealRow,
} from './sealed-list.ts';

/**
 * Seals the rows that give power when they change, and leaves out of what is read those that are
 * not as this service wrote them. It stands where every query passes, so that no flow can forget
 * it: a query says what it `trusts` and what it `changes`. Without SECRETS_KEY nothing is sealed.
 */
export function sealDatabase(
  database: Database,
  vault: Vault,
  onRefused: (row: Pick<SealedRow, 'table' | 'id'>) => void = () => {},
): Database {
  if (!vault.hasKey) return database;
  const sealedTexts = new Map<string, string>();
  const committed: Seen = { key: null, list: null, revision: 0, versions: new Map(), before: null };
  const over = (inner: Queryable, seen: Seen): Queryable => ({
    query: async <Row extends object>(statement: Statement): Promise<Row[]> => {
      const { trusts, changes } = statement;
      if (trusts === undefined && changes === undefined) return inner.query<Row>(statement);
      const key = await openKey(inner, vault, seen);
      if (key === null) return inner.query<Row>(statement);
      const work = { connection: inner, key, statement, seen, sealedTexts };
      return changes === undefined ? read<Row>(work, onRefused) : change<Row>(work, changes);
    },
  });
  const sealed: Database = {
    ...database,
    query: (statement) =>
      statement.changes === undefined
        ? over(database, committed).query(statement)
        : sealed.atomically((connection) => connection.query(statement)),
    atomically: async (work) => {
      let seen = committed;
      const result = await database.atomically((connection) => {
        // What this transaction writes is not there until it is committed.
        seen = { ...committed, versions: new Map(), before: committed };
        return work(over(connection, seen));
      });
      addTo(committed, seen);
      return result;
    },
    withConnection: (work) =>
      database.withConnection((connection) => work(over(connection, committed))),
  };
  return sealed;
}

/** What was seen of the seals, so that nothing older is believed later: it has its old seal. */
interface Seen {
  key: ListKey | null;
  list: SealedList | null;
  revision: number;
  /** Of rows with a seal of their own. */
  readonly versions: Map<string, number>;
  /** What was seen before this transaction. */
  readonly before: Seen | null;
}

function addTo(committed: Seen, seen: Seen): void {
  committed.key ??= seen.key;
  if (seen.revision > committed.revision) {
    committed.revision = seen.revision;
    committed.list = seen.list;
  }
  for (const [name, version] of seen.versions) noteVersion(committed, name, version);
}

function noteVersion(seen: Seen, name: string, version: number): void {
  if (version > lastVersion(seen, name)) seen.versions.set(name, version);
}

function lastVersion({ versions, before }: Seen, name: string): number {
  return versions.get(name) ?? before?.versions.get(name) ?? 0;
}

/** Rows that are written before there is a key are sealed together with its making. */
async function openKey(connection: Queryable, vault: Vault, seen: Seen): Promise<ListKey | null> {
  if (seen.key !== null) return seen.key;
  const found = await openRowKey({ database: connection, vault });
  if (found !== null) seen.key = { vault, seal: createRowSeal(found.key), sealed: new Map() };
  return seen.key;
}

interface Work {
  readonly connection: Queryable;
  readonly key: ListKey;
  readonly statement: Statement;
  readonly seen: Seen;
  /** By their text, the queries that return sealed texts as well: making one takes a while. */
  readonly sealedTexts: Map<string, string>;
}

/** A row may be changed between the query and the reading of the list. */
const MAX_READS = 3;

async function read<Row extends object>(
  { connection, key, statement, seen, sealedTexts }: Work,
  onRefused: (row: SealedRow) => void,
): Promise<Row[]> {
  const { trusts: _trusts, marks, name, ...plain } = statement;
  const text = sealedTexts.get(statement.text) ?? withSealedTexts(statement);
  sealedTexts.set(statement.text, text);
  const sealed = { ...plain, text, ...(name === undefined ? {} : { name: `${name}-sealed` }) };
  for (let reads = 1; ; reads += 1) {
    const rows = await connection.query<Row & SealedPart>(sealed);
    if (rows.length === 0) return [];
    const list = await listFor(connection, key, { seen, rows });
    const judged = rows.map(({ sealed: [, ...texts], ...row }) => {
      const behind = texts.flatMap((one) => (one === null ? [] : [sealRow(key, one)]));
      return { row, refused: behind.filter((one) => !isBelieved(list, seen, one)) };
    });
    const refused = judged.flatMap((one) => one.refused);
    if (refused.length > 0 && mayBeOlder({ reads, list, rows, seen, refused, text })) continue;
    for (const one of refused) onRefused(one);
    const kept = marks
      ? judged.map((one) => ({ ...one.row, isSealed: one.refused.length === 0 }))
      : judged.filter((one) => one.refused.length === 0).map(({ row }) => row);
    return kept as unknown as Row[];
  }
}

/**
 * Whether rows may fit when they are read again. Rows and list of one moment do not: a row that was
 * changed by others would cost several reads each time.
 */
function mayBeOlder(found: {
  readonly reads: number;
  readonly list: SealedList | null;
  readonly rows: readonly SealedPart[];
  readonly seen: Seen;
  readonly refused: readonly SealedRow[];
  readonly text: string;
}): boolean {
  const { reads, list, rows, seen, refused, text } = found;
  if (list !== null && list.revision !== revisionOf(rows)) return reads < MAX_READS;
  // Who waits for a lock gets the row as it is afterwards, with the list of before.
  const isLocking = / for update\b/.test(text);
  const isOutrun = refused.some(({ name, own }) => (own?.version ?? 0) < lastVersion(seen, name));
  return reads === 1 && (isLocking || isOutrun);
}

function revisionOf(rows: readonly SealedPart[]): number | null {
  const [revision = null] = rows[0]?.sealed ?? [];
  return revision;
}

async function listFor(
  connection: Queryable,
  key: ListKey,
  { seen, rows }: { readonly seen: Seen; readonly rows: readonly SealedPart[] },
): Promise<SealedList | null> {
  if (seen.list !== null && revisionOf(rows) === seen.list.revision) return seen.list;
  const lowest = seen.revision;
  const list = await readList(connection, key);
  if (list === null || list.revision < lowest) return null;
  noteList(seen, list);
  return list;
}

function noteList(seen: Seen, list: SealedList): void {
  if (list.revision < seen.revision) return;
  seen.revision = list.revision;
  seen.list = list;
}

function isBelieved(list: SealedList | null, seen: Seen, row: SealedRow): boolean {
  const { name, own } = row;
  if (!fits(list, row) || (own?.version ?? 0) < lastVersion(seen, name)) return false;
  if (own !== null) noteVersion(seen, name, own.version);
  return true;
}

/**
 * Seals what a statement has changed. A row that was not sealed before stays so, whatever was
 * changed about it: otherwise the next change would make a forged row a true one.
 */
async function change<Row extends object>(
  work: Work,
  changes: readonly ChangedRows[],
): Promise<Row[]> {
  const { connection, key, statement } = work;
  const lockRows = async (): Promise<Rows> => {
    const rows = new Map<string, ChangedRow>();
    for (const changed of changes) {
      for (const texts of await lockSealedTexts(connection, changed)) {
        const row = { ...sealRow(key, texts), here: texts.here };
        // Read a second time it would count as updated, since the first reading has locked it.
        if (!rows.has(row.name)) rows.set(row.name, row);
      }
    }
    return rows;
  };
  const before = await lockRows();
  const result = await connection.query<Row>(statement);
  const after = withoutOthers(before, await lockRows());
  await sealOwn(work, before, after);
  await sealListed(work, before, after);
  return result;
}

interface ChangedRow extends SealedRow {
  readonly here: ChangedTexts['here'];
}

type Rows = ReadonlyMap<string, ChangedRow>;

/**
 * Leaves out the rows that another party has added since `before`: they are not ours to seal. Where
 * the statement has changed one of them, the whole is done again, and finds it there.
 */
function withoutOthers(before: Rows, after: Rows): Rows {
  const isMoved = [...before.keys()].some((name) => !after.has(name));
  const added = [...after.values()].filter(({ name }) => !before.has(name));
  if (!isMoved && added.some(({ here }) => here === 'updated')) throw new AddedMeanwhile();
  const others = new Set(added.filter(({ here }) => here === null));
  return new Map([...after].filter(([, row]) => !others.has(row)));
}

/** PostgreSQL's own word for it, so that the database transaction is tried again. */
class AddedMeanwhile extends Error {
  override readonly name = 'AddedMeanwhile';
  readonly code = SQLSTATE.serializationFailure;
}

async function sealListed(
  { connection, key, seen }: Work,
  before: Rows,
  after: Rows,
): Promise<void> {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name)?.seal !== after.get(name)?.seal,
  );
  if (names.length === 0) return;
  const list = openList(await lockSeals(connection), key);
  // Without a list that is ours nothing is believed, and nothing new either.
  if (list === null || list.revision < seen.revision) return;
  const seals = new Map(list.seals);
  // A row under another key is as true as it was under its old one.
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const isMoveTrue = gone.length > 0 && gone.every((row) => list.seals.get(row.name) === row.seal);
  const wasSealed = (name: string): boolean => {
    const had = before.get(name);
    if (had !== undefined) return list.seals.get(name) === had.seal;
    return !list.seals.has(name) && (after.get(name)?.here === 'inserted' || isMoveTrue);
  };
  for (const name of names.filter(wasSealed)) {
    const seal = after.get(name)?.seal ?? null;
    if (seal === null) seals.delete(name);
    else seals.set(name, seal);
  }
  const changed = { ...list, revision: list.revision + 1, seals };
  await saveSeals(connection, closeList(changed, key));
  noteList(seen, changed);
}

async function sealOwn({ connection, seen }: Work, before: Rows, after: Rows): Promise<void> {
  const due = [...after.values()].flatMap(({ table, name, own }) => {
    const had = before.get(name)?.own ?? { text: '', version: 0, has: null, must: null };
    const wasSealed = had.has === had.must && had.version >= lastVersion(seen, name);
    if (own === null || own.text === had.text || !wasSealed) return [];
    return [{ table, name, seal: own.sealAt(own.version + 1) }];
  });
  for (const [table, rows] of Map.groupBy(due, (one) => one.table)) {
    await updateOwnSeals(
      connection,
      table,
      rows.map(({ seal }) => seal),
    );
  }
  for (const { name, seal } of due) noteVersion(seen, name, seal.version);
}
