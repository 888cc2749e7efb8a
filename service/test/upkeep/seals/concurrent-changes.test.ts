import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findApiKey } from '../../../src/db/access/access.ts';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { findGateway, insertGateway, upsertGateway } from '../../../src/db/lines/gateways.ts';
import { listChannels } from '../../../src/db/providers/channels.ts';
import { lockAudit } from '../../../src/db/row-seals.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { placeSim } from '../../../src/flows/lines/change-gateways.ts';
import { sealDatabase } from '../../../src/flows/sealed-database.ts';
import { runRetention } from '../../../src/flows/upkeep/run-retention.ts';
import { listSealProblems } from '../../../src/flows/upkeep/seal-rows.ts';
import { createVault, SECRET_PLACES } from '../../../src/signing/sealed-text.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startLines } from '../../support/lines/lines.ts';
import { createOrangeLine, GATEWAY, receiptsOf, tell } from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';

// What happens to the sealed list while two change it, or a third party writes in between.

const SECRETS_KEY = 'ab'.repeat(32);
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
const { service, database, till, takeLine } = await startLines(1, { SECRETS_KEY });
/** The same database without our rules. */
const others = openDatabase({ connection: service.connection, poolSize: 5 });
test.after(() => others.close());

const problems = async () =>
  (await listSealProblems({ connection: database, vault })).map(({ subject }) => subject);

/** Begins each work, one after the other, before a third party commits what these wait for. */
async function meanwhile(sql: string, ...works: (() => Promise<unknown>)[]): Promise<void> {
  const begun: Promise<unknown>[] = [];
  await others.atomically(async (connection) => {
    await connection.query({ text: sql });
    for (const work of works) {
      begun.push(work());
      await eventually('it waits', () => isWaiting(begun.length));
    }
  });
  await Promise.all(begun);
}

async function isWaiting(wanted: number): Promise<boolean> {
  const rows = await others.query({
    text: `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return rows.length >= wanted;
}

const gateway = (id: string) =>
  ({ id, dialect: 'signed', secret: vault.seal('ours', SECRET_PLACES.gatewaySecret(id)) }) as const;
const forged = (id: string) =>
  `insert into gateways (id, dialect, secret) values ('${id}', 'signed', 'a forger''s')`;

test('a row that a third party adds while the service adds it is not used', async () => {
  const id = randomUUID();
  await meanwhile(forged(id), () => insertGateway(database, gateway(id)));
  assert.equal(await findGateway(database, id), null);
  assert.deepEqual(await problems(), [`gateways ${id}`]);
  await others.query({ text: 'delete from gateways where id = $1', values: [id] });
});

test('a row of a third party into which the service writes stays unused', async () => {
  const id = randomUUID();
  await meanwhile(forged(id), () => upsertGateway(database, gateway(id)));
  assert.equal(await findGateway(database, id), null);
  assert.deepEqual(await problems(), [`gateways ${id}`]);
  await others.query({ text: 'delete from gateways where id = $1', values: [id] });
});

test('a row that two add at the same time is used', async () => {
  const id = randomUUID();
  await Promise.all([1, 2, 3].map(() => upsertGateway(database, gateway(id))));
  assert.equal((await findGateway(database, id))?.id, id);
  assert.deepEqual(await problems(), []);
});

test('a session that retention deletes and a key that is issued meanwhile both stay as written', async () => {
  await scriptHeaders(database, await addPerson(database, 'viewer'));
  const periods = {
    keepTextMonths: null,
    keepEvidenceMonths: null,
    keepWebhookMonths: null,
    keepSessionMonths: 1,
    archiveAfterMonths: null,
  };
  const at = new Date(Date.now() + 400 * 86_400_000);
  let prefix = '';
  // Neither can write the list.
  await meanwhile(
    'select from row_seals for update',
    () => runRetention({ database, periods, at }, COMMAND_LINE),
    async () => ({ prefix } = await issueKey(service, 'a shop')),
  );
  assert.equal((await findApiKey(database, prefix))?.prefix, prefix);
  assert.deepEqual(await problems(), []);
});

test('a connection outside the pool changes no sealed row', async () => {
  const change = others.withConnection((connection) => insertGateway(connection, gateway('x')));
  await assert.rejects(change, /sealed rows are changed in `atomically`/);
});

/** Notes the queries that pass, and does something after each. */
function watched(after: () => Promise<unknown> = async () => {}) {
  const texts: string[] = [];
  const query: Database['query'] = async (statement) => {
    texts.push(statement.text);
    const rows = await others.query(statement);
    await after();
    return rows as never;
  };
  return { texts, database: { ...others, query } };
}

test('a row that was changed by others does not make each read several ones', async () => {
  const [channel] = await listChannels(database);
  assert.ok(channel);
  const rename = (name: string | null) =>
    others.query({
      text: 'update channels set merchant_display_name = $2 where id = $1',
      values: [channel.id, name],
    });
  await rename('another shop');
  const { texts, database: counted } = watched();
  const used = await listChannels(sealDatabase(counted, vault));
  assert.equal(
    used.some(({ id }) => id === channel.id),
    false,
  );
  assert.equal(texts.filter((text) => text.includes('from channels')).length, 1);
  await rename(channel.merchantDisplayName);
});

test('what is changed while the seals are compared is no broken seal', async () => {
  const { texts, database: busy } = watched(() => issueKey(service, 'another shop'));
  assert.deepEqual(await listSealProblems({ connection: busy, vault }), []);
  assert.ok(texts.length > 1);
});

test('the first text of a line is read while staff change something', async () => {
  const line = '+237699555001';
  const sim = {
    gatewayId: GATEWAY,
    sim: line,
    operator: 'orange',
    line,
    isOnly: false,
    reason: null,
  } as const;
  const placed = await placeSim({ database, policy: ONE_PERSON }, COMMAND_LINE, sim);
  assert.equal(placed.kind, 'placed');
  const payer = '+237690555001';
  const text = createOrangeLine(line).pay({ payer, amount: 500 });
  await others.atomically(async (connection) => {
    await lockAudit(connection);
    assert.equal((await tell(service, { sim: line, text })).status, 200);
    assert.equal((await receiptsOf(others, payer)).length, 1);
  });
});

test('a line whose row a third party deletes confirms no payment', async () => {
  const line = takeLine();
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line });
  await others.query({ text: 'delete from lines where line = $1', values: [line] });
  const text = createOrangeLine(line).pay({ payer: msisdn, amount: 500 });
  await tell(service, { sim: line, text });
  assert.equal(await till.stateOf(id), 'pending');
});
