import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { before, test } from 'node:test';
import { appendAudit, findAuditHead, listAuditFrom } from '../../../src/db/access/audit.ts';
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
  assert.deepEqual(await verifyAudit(database), { kind: 'intact', lines: LINES });
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

/** What somebody with all rights on the database might do to a line. */
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
      const verdict = await verifyAudit(connection);
      assert.equal(verdict.kind, 'broken');
      assert.ok(verdict.kind === 'broken' && verdict.line === line, JSON.stringify(verdict));
      throw undo;
    });
    await assert.rejects(work, (error) => error === undo);
  });
}

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
    assert.deepEqual(await verifyAudit(database, anchors), { kind: 'intact', lines: LINES });
    const undo = new Error('undo');
    const work = database.atomically(async (connection) => {
      await connection.query({ text: 'alter table audit_log disable trigger all' });
      await connection.query({ text, values: [...values] });
      assert.equal((await verifyAudit(connection)).kind, 'intact', 'without the anchor');
      const verdict = await verifyAudit(connection, anchors);
      assert.ok(verdict.kind === 'broken' && verdict.line === line, JSON.stringify(verdict));
      assert.match(verdict.problem, /line 200 was anchored: its end was cut/);
      throw undo;
    });
    await assert.rejects(work, (error) => error === undo);
  });
}

test('an anchor shows a log that was written anew from some line on', async () => {
  const [row] = await listAuditFrom(database, 150, 1);
  assert.ok(row);
  const verdict = await verifyAudit(database, [
    { line: 150, hash: row.hash, at: row.at.toISOString() },
    { line: 100, hash: 'a'.repeat(64), at: row.at.toISOString() },
  ]);
  assert.ok(verdict.kind === 'broken' && verdict.line === 100);
  assert.match(verdict.problem, /not the line that was anchored/);
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
  assert.deepEqual(await verifyAudit(database), { kind: 'intact', lines: LINES + 30 });
});
