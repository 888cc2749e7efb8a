import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { acceptRestore, type Examined } from '../../../src/flows/upkeep/accept-restore.ts';
import { backupOf } from '../database.ts';
import { restartTestService, type TestService } from '../harness.ts';
import {
  addMtn,
  addOrange,
  settleAll,
  startLiveService,
  startMtn,
  startOrange,
} from '../providers/live.ts';
import { type Json, paymentBody, read } from '../transactions/payments.ts';

export interface Backup {
  /**
   * Puts the database back to the moment of the backup and starts the service on it. `dump`: it is
   * another database then, as after `pg_restore`. `files`: it is the same one, as after a recovery
   * to a point in time.
   */
  readonly restore: (as: 'dump' | 'files') => Promise<TestService>;
  /** The same, while the service goes on. */
  readonly putBack: (as: 'dump' | 'files') => Promise<void>;
}

/** Copies the database of a service as it is now. Its connections are ended for that. */
export async function backUp({ connection, ...service }: TestService): Promise<Backup> {
  const name = connection.database;
  const copy = backupOf(name);
  const admin = openDatabase({
    connection: { ...connection, database: 'postgres' },
    poolSize: 1,
    statementTimeoutMs: 60_000,
  });
  await admin.query({ text: `drop database if exists ${copy} with (force)` });
  await copyDatabase(admin, { from: name, to: copy });
  after(() => admin.close());
  const putBack = async (as: 'dump' | 'files') => {
    await admin.query({ text: `drop database ${name} with (force)` });
    await copyDatabase(admin, { from: copy, to: name });
    if (as === 'files') await keepIdentity(connection);
  };
  return {
    putBack,
    restore: async (as) => {
      await putBack(as);
      return restartTestService({ connection, ...service });
    },
  };
}

async function copyDatabase(
  admin: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await admin.query({ text: `alter database ${from} allow_connections false` });
  await admin.query({
    text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    values: [from],
  });
  await admin.query({ text: `create database ${to} template ${from}` });
  await admin.query({ text: `alter database ${from} allow_connections true` });
  await admin.query({ text: `alter database ${to} allow_connections true` });
}

/** Files that are put back have the identifiers that they had; a copy has others. */
async function keepIdentity(connection: TestService['connection']): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 });
  await database.query({ text: 'update installation set identity = database_identity()' });
  await database.close();
}

/** Services that pay through one emulator of each operator, and what those have paid. */
export async function openRestoreCase() {
  const mtn = await startMtn({ floatXaf: 10_000_000 });
  const orange = await startOrange({ floatXaf: 10_000_000 });
  let numbers = 0;
  return {
    startService: async (): Promise<TestService> => {
      const service = await startLiveService();
      await addMtn(service.database, mtn, { id: 'mtn-main' });
      await addOrange(service.database, orange, { id: 'orange-main' });
      return service;
    },
    /** A withdrawal to a number that no other one has. */
    payout: (operator: 'mtn' | 'orange'): Json => {
      numbers += 1;
      const prefix = operator === 'mtn' ? '+23767' : '+23769';
      return paymentBody({ operator, msisdn: `${prefix}${String(numbers).padStart(7, '0')}` });
    },
    /** How often the number was paid, by the operators' own books. */
    timesPaid: ({ msisdn }: Json): number => {
      const moves = [...mtn.ledger.moves(), ...orange.ledger.moves()];
      return moves.filter(
        (move) => move.direction === 'transfer' && String(msisdn).endsWith(move.msisdn),
      ).length;
    },
  };
}

/** Accepts the restored database and returns what becomes of each payout. */
export async function accept(service: TestService): Promise<ReadonlyMap<string, Examined>> {
  const examined = new Map<string, Examined>();
  const onExamined = (one: Examined) => examined.set(one.payout.transaction.id, one);
  const reason = 'Compared with the statements.';
  assert.ok(await acceptRestore(service.payments, COMMAND_LINE, { reason, onExamined }));
  return examined;
}

export async function stateOf(service: TestService, id: string): Promise<unknown> {
  return (await read(service, id))['state'];
}

/** A few minutes pass; a step that is not due in them is no business of a restore. */
export function settle(service: TestService): Promise<void> {
  return settleAll(service, 4);
}
