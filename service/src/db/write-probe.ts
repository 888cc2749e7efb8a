import { randomInt } from 'node:crypto';
import type { Queryable } from './client.ts';

const SLOTS = 64;

/** Writes a value without use; rejects when the database does not take it. */
export async function probeWrites(database: Queryable): Promise<void> {
  await database.query({
    name: 'probe-writes',
    text: 'select probe_writes($1::smallint)',
    values: [randomInt(SLOTS)],
  });
}
