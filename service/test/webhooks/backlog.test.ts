import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Queryable, Statement } from '../../src/db/client.ts';
import { claimWebhooks } from '../../src/db/webhooks/webhooks.ts';
import { openOutbox, queueWebhooks } from '../support/webhooks/delivery.ts';

const BACKLOG = 10_000;
const URL_OF_ALL = 'http://backlog.test/';

test('a claim that was planned while the outbox was empty reads a backlog at most once', async () => {
  const database = await openOutbox();
  const pages = await database.withConnection(async (connection) => {
    await connection.query({ text: 'set plan_cache_mode = force_generic_plan' });
    await claim(connection);
    await queueWebhooks(
      database,
      Array.from({ length: BACKLOG }, () => ({ url: URL_OF_ALL })),
    );
    const before = await pagesRead(connection);
    assert.equal(await claim(connection), 100);
    return (await pagesRead(connection)) - before;
  });
  assert.ok(pages < BACKLOG, `${pages} pages`);
});

async function claim(connection: Queryable): Promise<number> {
  const origin = new URL(URL_OF_ALL).origin;
  const claimed = await claimWebhooks(connection, {
    id: randomUUID(),
    limit: 100,
    leaseMs: 10_000,
    known: [{ origin, isQuick: true, free: 100 }],
    freeOfUnknown: 16,
  });
  return claimed.length;
}

/** Blocks of the table and its indexes that this connection reads; no other one uses them. */
async function pagesRead(connection: Queryable): Promise<number> {
  const flush: Statement = { text: 'select pg_stat_force_next_flush()' };
  await connection.query(flush);
  const [row] = await connection.query<{ readonly pages: number }>({
    text: `select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit as pages
           from pg_statio_user_tables where relname = 'webhooks'`,
  });
  return row?.pages ?? 0;
}
