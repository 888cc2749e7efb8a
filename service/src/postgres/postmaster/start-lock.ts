import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type Patience, tooLate } from './presence.ts';

const POLL_MS = 10;

/**
 * Runs `work` while no other process does, so that a cluster is made and started once.
 *
 * The lock is SQLite's lock on an otherwise empty file, because the system lets go of it when its
 * holder is killed. A file with a pid inside would have to be judged stale and taken over, and two
 * processes that do so at once can both believe they hold it.
 */
export async function withStartLock<T>(
  lockFile: string,
  patience: Patience,
  work: () => Promise<T>,
): Promise<T> {
  const lock = new DatabaseSync(lockFile);
  try {
    while (!tryLock(lock)) {
      if (patience.isOver()) throw tooLate(`Another process is starting it (${lockFile}).`);
      await delay(POLL_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

const SQLITE_BUSY = 5;

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Without a journal nothing but the empty file is ever on the disk.
    lock.exec('pragma journal_mode = off; begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
