import { appendAudit } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { findRowKey, saveRowKey } from '../../db/installation.ts';
import { lockAudit, saveSeals, updateOwnSeals } from '../../db/row-seals.ts';
import {
  findAuditedRowKey,
  hasSealedRows,
  listUnauditedRows,
} from '../../db/upkeep/unsealed-payments.ts';
import {
  createRowSeal,
  fingerprintOf,
  makeRowKey,
  type RowKey,
  readRowKey,
  writeRowKey,
} from '../../signing/row-seal.ts';
import { formOf, SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import { type Actor, COMMAND_LINE } from '../access/actor.ts';
import { verifyAudit } from '../access/verify-audit.ts';
import { openRowKey } from '../row-key.ts';
import {
  type BrokenRow,
  closeList,
  findBrokenSeals,
  fits,
  readAll,
  type SealedRow,
  sealedName,
} from '../sealed-list.ts';
import { bindSecrets } from './seal-secrets.ts';

export interface RowSealDeps {
  /** A database transaction. */
  readonly connection: Queryable;
  readonly vault: Vault;
}

/** The key of the rows is not the one that sealed them, so no row can be believed. */
export class RowKeyRefused extends Error {
  override readonly name = 'RowKeyRefused';
  constructor(problem: RowKeyProblem) {
    super(
      `${PROBLEMS[problem]}. Nothing is served, so that nothing is paid by rows that others may ` +
        'have written: restore the database from a backup, or read "The key of the rows" in ' +
        'docs/operations.md.',
    );
  }
}

/** An audit log that was changed proves nothing about the rows that are to be sealed. */
export class RowsNotSealed extends Error {
  override readonly name = 'RowsNotSealed';
}

const PROBLEMS = {
  missing: 'The key that seals the rows of this database is gone',
  open: 'The key of the rows is not sealed, so this service did not write it',
  second: 'The key of the rows is another one than the audit log names',
  older: 'The key of the rows is a copy from before the rows were sealed',
} as const;

export type RowKeyProblem = keyof typeof PROBLEMS;

/** Why the stored key is not the one that this service made, or `null` if it is, or is not due. */
export async function findRowKeyProblem({
  connection,
  vault,
}: RowSealDeps): Promise<RowKeyProblem | null> {
  const stored = await findRowKey(connection);
  const audited = await findAuditedRowKey(connection);
  if (stored === null) {
    return audited !== null || (await hasSealedRows(connection)) ? 'missing' : null;
  }
  const form = formOf(stored, ROW_KEY);
  if (form === 'open') return 'open';
  const key = readRowKey(vault.openAnyForm(stored, ROW_KEY));
  if (audited === null) return null;
  if (audited !== fingerprintOf(key)) return 'second';
  // The log names a key once it has sealed the rows. With an older copy of it, a start would seal
  // whatever stands in the database now.
  return key.isListed && form === 'bound' ? null : 'older';
}

const ROW_KEY = SECRET_PLACES.rowKey();

/** Something that shows that another party has written to the database. */
export interface RowSealProblem {
  /** The table and the key, or the key of the rows itself. */
  readonly subject: string;
  readonly problem: string;
}

const ROW_PROBLEMS = {
  changed: 'it is not as this service wrote it last, and is not used',
  not_ours: 'this service did not write it, and does not use it',
  vanished: 'it is no longer there',
  list: 'this service did not write the list of seals, so no row is used',
} as const satisfies Record<BrokenRow['problem'], string>;

/** Everything that the seals show; nothing without a SECRETS_KEY. */
export async function listSealProblems(deps: RowSealDeps): Promise<readonly RowSealProblem[]> {
  const { connection, vault } = deps;
  if (!vault.hasKey) return [];
  const problem = await findRowKeyProblem(deps);
  if (problem !== null) return [{ subject: 'row key', problem: PROBLEMS[problem] }];
  const rowKey = await openRowKey({ database: connection, vault });
  if (!rowKey?.isListed) return [];
  const broken = await findBrokenSeals(connection, { vault, seal: createRowSeal(rowKey.key) });
  return broken.map(({ table, id, problem: kind }) => ({
    subject: sealedName(table, id),
    problem: ROW_PROBLEMS[kind],
  }));
}

/** A row that is left out of the list, so that nothing uses it until two people accept it. */
export interface LeftOut {
  readonly table: string;
  readonly id: string;
}

/**
 * Makes the key and lists the rows that give power, both once: the first start with a SECRETS_KEY
 * does, and the upgrade of a database whose rows were not listed yet. Returns what it left out, or
 * `null` if there was nothing to do.
 */
export async function beginSeals(deps: RowSealDeps): Promise<readonly LeftOut[] | null> {
  const { connection, vault } = deps;
  if (!vault.hasKey) return null;
  // Two processes may start at once.
  await lockAudit(connection);
  const problem = await findRowKeyProblem(deps);
  if (problem !== null) throw new RowKeyRefused(problem);
  const found = await openRowKey({ database: connection, vault });
  if (found?.isListed) return null;
  const key = { ...(found ?? makeRowKey(await findClock(connection))), isListed: true };
  const leftOut = await listDoubted(connection);
  const bound = await bindSecrets({ database: connection, vault });
  await saveRowKey(connection, vault.seal(writeRowKey(key), ROW_KEY));
  const rows = await listRows(deps, key, leftOut);
  await appendAudit(connection, {
    ...COMMAND_LINE,
    action: 'seal.begin',
    subject: 'seal:row-key',
    before: null,
    after: { key: fingerprintOf(key), rows, bound_secrets: bound, left_out: leftOut },
    reason: null,
  });
  return leftOut;
}

async function listDoubted(connection: Queryable): Promise<readonly LeftOut[]> {
  const { broken } = await verifyAudit(connection);
  const [first] = broken;
  if (first !== undefined) {
    const { line, problem } = first;
    throw new RowsNotSealed(`line ${line} of the audit log is not as it was written: ${problem}`);
  }
  return listUnauditedRows(connection);
}

/**
 * Seals the list with a new key. Payments, their history and policies keep their seals, so the old
 * key stays, sealed within the new one. A row that does not fit its seal gets none of the new key.
 */
export async function rekeyRows(
  deps: RowSealDeps,
  actor: Actor,
  reason: string,
): Promise<'no_key' | 'no_list' | 'done'> {
  const { connection, vault } = deps;
  await lockAudit(connection);
  const problem = await findRowKeyProblem(deps);
  if (problem !== null) throw new RowKeyRefused(problem);
  const old = await openRowKey({ database: connection, vault });
  if (old === null) return 'no_key';
  const { list, rows: stored } = await readAll(connection, { vault, seal: createRowSeal(old.key) });
  if (list === null) return 'no_list';
  const believed = stored.filter((row) => fits(list, row));
  const names = new Set(believed.map(({ name }) => name));
  const key = { ...makeRowKey(old.since), isListed: true, former: [old.key, ...old.former] };
  await saveRowKey(connection, vault.seal(writeRowKey(key), ROW_KEY));
  const to = { vault, seal: createRowSeal(key.key) };
  const rows = (await readAll(connection, to)).rows.filter(({ name }) => names.has(name));
  const seals = new Map(list.seals);
  for (const { name, seal } of rows) if (seal !== null) seals.set(name, seal);
  await sealOwnParts(connection, rows);
  await saveSeals(connection, closeList({ ...list, revision: list.revision + 1, seals }, to));
  await appendAudit(connection, {
    ...actor,
    action: 'seal.rekey',
    subject: 'seal:row-key',
    before: { key: fingerprintOf(old) },
    after: { key: fingerprintOf(key), rows: rows.length },
    reason,
  });
  return 'done';
}

async function sealOwnParts(connection: Queryable, rows: readonly SealedRow[]): Promise<void> {
  for (const [table, some] of Map.groupBy(rows, (row) => row.table)) {
    const own = some.flatMap((row) => (row.own === null ? [] : [row.own]));
    if (own.length === 0) continue;
    const seals = own.map(({ sealAt, version }) => sealAt(version + 1));
    await updateOwnSeals(connection, table, seals);
  }
}

/** Writes the first list. Returns how many rows it has. */
async function listRows(
  { connection, vault }: RowSealDeps,
  rowKey: RowKey,
  leftOut: readonly LeftOut[],
): Promise<number> {
  const key = { vault, seal: createRowSeal(rowKey.key) };
  const without = new Set(leftOut.map(({ table, id }) => sealedName(table, id)));
  const rows = (await readAll(connection, key)).rows.filter(({ name }) => !without.has(name));
  const seals = new Map(rows.flatMap(({ name, seal }) => (seal === null ? [] : [[name, seal]])));
  await sealOwnParts(connection, rows);
  await saveSeals(connection, closeList({ revision: 1, seals, accepted: new Map() }, key));
  return seals.size;
}
