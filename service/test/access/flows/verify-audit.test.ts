import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { before, test } from 'node:test';
import {
  appendAudit,
  findAuditHead,
  hashOfEntry,
  listAuditFrom,
} from '../../../src/db/access/audit.ts';
import { verifyAudit } from '../../../src/flows/access/verify-audit.ts';
import { openTestDatabase } from '../../support/database.ts';

const { database } = await openTestDatabase();
const LINES = 200;

before(async () => {
  await database.atomically(async (connection) => {
    for (let i = 1; i <= LINES; i += 1) {
      await appendAudit(connection, {
        actor: `Ada <ada${i}@example.com>`,
        actorId: null,
        ip: '192.0.2.1',
        action: 'withdrawal.approve',
        subject: `transaction:${i}`,
        before: { state: 'pending_approval', n: i },
        after: { state: 'approved' },
        reason: 'fine',
      });
    }
  });
});

test('an untouched log is intact', async () => {
  assert.deepEqual(await verifyAudit(database), { lines: LINES, broken: [] });
});

test('the log refuses changes, and being emptied', async () => {
  for (const text of [
    `update audit_log set reason = 'x' where id = 3`,
    'delete from audit_log where id = 3',
    'truncate audit_log',
  ]) {
    await assert.rejects(database.query({ text }), text);
  }
});

/** What a person with all rights on the database might do to a line. */
const FORGERIES = [
  `update audit_log set actor = 'Eve <eve@example.com>' where id = $1`,
  `update audit_log set at = at + interval '1 millisecond' where id = $1`,
  `update audit_log set subject = subject || '0' where id = $1`,
  `update audit_log set after = '{"state":"failed"}' where id = $1`,
  `update audit_log set before = null where id = $1`,
  `update audit_log set reason = null where id = $1`,
  `update audit_log set ip = '192.0.2.2' where id = $1`,
  `update audit_log set actor_id = gen_random_uuid() where id = $1`,
  `update audit_log set hash = repeat('0', 64) where id = $1`,
  `delete from audit_log where id = $1`,
] as const;

for (let round = 0; round < 20; round += 1) {
  const forgery = FORGERIES[round % FORGERIES.length] ?? '';
  // Taking away the last line leaves a shorter log that is whole, so that one is only changed.
  const line = randomInt(1, LINES);
  test(`a forged line is named: ${forgery.replace('$1', String(line))}`, async () => {
    const undo = new Error('undo');
    const work = database.atomically(async (connection) => {
      await connection.query({ text: 'alter table audit_log disable trigger all' });
      await connection.query({ text: forgery, values: [line] });
      const { broken } = await verifyAudit(connection);
      assert.deepEqual(
        broken.map((one) => one.line),
        [line],
      );
      throw undo;
    });
    await assert.rejects(work, (error) => error === undo);
  });
}

test('of twenty lines that are changed at once each is named, however well it is done', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => 3 + index * 9);
  const undo = new Error('undo');
  const work = database.atomically(async (connection) => {
    await connection.query({ text: 'alter table audit_log disable trigger all' });
    for (const [index, line] of lines.entries()) {
      const [row] = await listAuditFrom(connection, line, 1);
      assert.ok(row);
      const forged = { ...row, reason: 'another' };
      // Every other one gets the hash that belongs to its new content.
      const hash = index % 2 === 0 ? row.hash : hashOfEntry(forged);
      await connection.query({
        text: 'update audit_log set reason = $2, hash = $3 where id = $1',
        values: [line, forged.reason, hash],
      });
    }
    const { broken } = await verifyAudit(connection);
    assert.deepEqual(
      broken.map(({ line }) => line),
      lines,
    );
    throw undo;
  });
  await assert.rejects(work, (error) => error === undo);
});

/** What holds in itself, and is found only by comparing with what was kept elsewhere. */
const HIDDEN_FORGERIES = {
  'the end was cut': {
    text: 'delete from audit_log where id > $1',
    values: [LINES - 3],
    line: LINES - 2,
  },
  'everything was taken away': { text: 'truncate audit_log', values: [], line: 1 },
} as const;

for (const [what, { text, values, line }] of Object.entries(HIDDEN_FORGERIES)) {
  test(`an anchor kept elsewhere shows that ${what}`, async () => {
    const head = await findAuditHead(database);
    assert.ok(head);
    const anchors = [{ line: head.id, hash: head.hash, at: head.at.toISOString() }];
    assert.deepEqual(await verifyAudit(database, anchors), { lines: LINES, broken: [] });
    const undo = new Error('undo');
    const work = database.atomically(async (connection) => {
      await connection.query({ text: 'alter table audit_log disable trigger all' });
      await connection.query({ text, values: [...values] });
      assert.deepEqual((await verifyAudit(connection)).broken, [], 'without the anchor');
      const [found] = (await verifyAudit(connection, anchors)).broken;
      assert.equal(found?.line, line);
      assert.match(found.problem, /line 200 was anchored: its end was cut/);
      throw undo;
    });
    await assert.rejects(work, (error) => error === undo);
  });
}

test('an anchor shows a log that was written anew from some line on', async () => {
  const [row] = await listAuditFrom(database, 150, 1);
  assert.ok(row);
  const { broken } = await verifyAudit(database, [
    { line: 150, hash: row.hash, at: row.at.toISOString() },
    { line: 100, hash: 'a'.repeat(64), at: row.at.toISOString() },
  ]);
  assert.deepEqual(
    broken.map(({ line }) => line),
    [100],
  );
  assert.match(broken[0]?.problem ?? '', /not the line that was anchored/);
});

test('lines written at the same moment by many make one chain', async () => {
  const entry = { actor: 'x', actorId: null, ip: null, before: null, after: null, reason: null };
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      database.atomically((connection) =>
        appendAudit(connection, { ...entry, action: 'books.report', subject: String(i) }),
      ),
    ),
  );
  assert.deepEqual(await verifyAudit(database), { lines: LINES + 30, broken: [] });
});
