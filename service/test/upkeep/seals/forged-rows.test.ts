import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findGateway, findOnlySim } from '../../../src/db/lines/gateways.ts';
import {
  beginQuarantine,
  endQuarantine,
  lockOutsideQuarantine,
} from '../../../src/db/quarantine.ts';
import {
  findCurrentSigningKey,
  listValidSigningKeys,
} from '../../../src/db/webhooks/signing-keys.ts';
import { OTHER_DATABASE } from '../../../src/domain/installation.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { revokeKey } from '../../../src/flows/access/administer-keys.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { forgetSim } from '../../../src/flows/lines/administer-gateways.ts';
import { placeSim } from '../../../src/flows/lines/change-gateways.ts';
import { sealSecrets } from '../../../src/flows/upkeep/seal-secrets.ts';
import { rotateSigningKey } from '../../../src/flows/webhooks/signing-keys.ts';
import { createVault, SECRET_PLACES } from '../../../src/signing/sealed-text.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import {
  addPerson,
  openBrowser,
  PASSWORD,
  SESSION,
  scriptHeaders,
} from '../../support/access/staff.ts';
import { restartTestService, startTwin } from '../../support/harness.ts';
import { startLines } from '../../support/lines/lines.ts';
import { addGateway, createOrangeLine, GATEWAY, SECRET, tell } from '../../support/receipts/sms.ts';
import { paymentBody } from '../../support/transactions/payments.ts';
import { sealUnbound } from '../../support/upkeep/release-02-secrets.ts';

// Somebody with the database's password, and without SECRETS_KEY, changes who may do what.

const SECRETS_KEY = 'ab'.repeat(32);
const { service, database, till, takeLine } = await startLines(8, { SECRETS_KEY });
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));

/** Written behind the service's back. */
async function forge(text: string, values: readonly unknown[] = []): Promise<void> {
  await database.query({ text, values });
}

async function statusFor(headers: Readonly<Record<string, string>>): Promise<number> {
  return (await service.call('GET', SESSION, { headers })).status;
}

test('a role, a password or a vouching that a third party writes lets nobody in', async () => {
  const person = await addPerson(database, 'viewer');
  const headers = await scriptHeaders(database, person);
  assert.equal(await statusFor(headers), 200);
  for (const [column, value] of [
    ['role', 'admin'],
    ['password_hash', 'another'],
    ['vouched_by', 'a forger'],
  ] as const) {
    const [row] = await database.query<{ readonly was: string }>({
      text: `select ${column} as was from staff where id = $1`,
      values: [person.id],
    });
    await forge(`update staff set ${column} = $2 where id = $1`, [person.id, value]);
    assert.equal(await statusFor(headers), 401, column);
    assert.equal((await openBrowser(service).signIn(person.email)).status, 401, column);
    await forge(`update staff set ${column} = $2 where id = $1`, [person.id, row?.was]);
    assert.equal(await statusFor(headers), 200, 'and it fits again as it was');
  }
});

test('an administrator whom a third party adds cannot sign in', async () => {
  const { email } = await addPerson(database, 'admin');
  const forged = `forged-${randomUUID()}@example.com`;
  await forge(
    `insert into staff (id, email, name, role, password_hash, must_change_password)
     select gen_random_uuid(), $2, 'forged', role, password_hash, false
     from staff where email = $1`,
    [email, forged],
  );
  assert.equal((await openBrowser(service).signIn(email, PASSWORD)).status, 200);
  assert.equal((await openBrowser(service).signIn(forged, PASSWORD)).status, 401);
});

test('a session that a third party writes, prolongs or brings back lets nobody in', async () => {
  const person = await addPerson(database, 'viewer');
  const headers = await scriptHeaders(database, person);
  const token = createHash('sha256').update('a token of the forger').digest();
  await forge(
    `insert into staff_sessions (token_hash, staff_id, kind, created_at, last_seen_at, expires_at)
     values ($1, $2, 'script', now(), now(), now() + interval '1 day')`,
    [token, person.id],
  );
  const forged = { authorization: 'Bearer a token of the forger' };
  assert.equal(await statusFor(forged), 401);
  assert.equal(await statusFor(headers), 200);
  await forge(
    `update staff_sessions set expires_at = expires_at + interval '1 year'
               where staff_id = $1`,
    [person.id],
  );
  assert.equal(await statusFor(headers), 401);
});

test('a revoked key that is put back as it was is refused, also by a process that knew it', async () => {
  const twin = await startTwin(service);
  const { key, prefix } = await issueKey(service, 'a shop');
  const headers = { 'x-api-key': key };
  const path = `/api/v1/transactions/${randomUUID()}`;
  assert.equal((await twin.call('GET', path, { headers })).status, 404);
  await revokeKey({ database }, COMMAND_LINE, { prefix, reason: 'lost' });
  await forge('update api_keys set revoked_at = null where prefix = $1', [prefix]);
  assert.equal((await service.call('GET', path, { headers })).status, 401);
  const other = await startTwin(service);
  assert.equal((await other.call('GET', path, { headers })).status, 401);
});

test('a list of seals that is put back as it was is refused by a process that knew a newer one', async () => {
  const { key, prefix } = await issueKey(service, 'another shop');
  const headers = { 'x-api-key': key };
  const path = `/api/v1/transactions/${randomUUID()}`;
  await forge('create table kept_seals as select * from row_seals');
  await revokeKey({ database }, COMMAND_LINE, { prefix, reason: 'lost' });
  assert.equal((await service.call('GET', path, { headers })).status, 401);
  await forge('create table newer_seals as select * from row_seals');
  const put = (from: string) =>
    forge(`update row_seals r set revision = k.revision, seals = k.seals, seal = k.seal
           from ${from} k`);
  await put('kept_seals');
  await forge('update api_keys set revoked_at = null where prefix = $1', [prefix]);
  assert.equal((await service.call('GET', path, { headers })).status, 401);
  await put('newer_seals');
  await forge('drop table kept_seals, newer_seals');
});

test('a merchant number that a third party writes is given to no player', async () => {
  const body = () => paymentBody({ operator: 'orange', msisdn: till.player() });
  const create = () => service.call('POST', '/api/v1/deposits', { json: body() });
  const before = await create();
  assert.equal(before.status, 200);
  await forge(`create table kept_channels as select id, merchant_number from channels`);
  // Another number of ours, so that nothing but the seal speaks against it.
  await forge(`update channels c set merchant_number = (
                 select k.merchant_number from kept_channels k where k.id <> c.id limit 1)`);
  assert.equal((await create()).status, 503, 'no channel is left');
  await forge(`update channels c set merchant_number = k.merchant_number
               from kept_channels k where k.id = c.id`);
  await forge('drop table kept_channels');
  assert.equal((await create()).status, 200);
});

test('a line whose balance a third party writes confirms no payment', async () => {
  const number = takeLine();
  const line = createOrangeLine(number, 950_000);
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: number });
  await forge('update lines set balance_cents = 95000025 where line = $1', [number]);
  await tell(service, { sim: number, text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal(await till.stateOf(id), 'pending');
});

test('a line that a third party declares to report no balances confirms no payment', async () => {
  const number = takeLine();
  const line = createOrangeLine(number, 950_000);
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: number });
  await forge('update lines set tells_balances = false where line = $1', [number]);
  await tell(service, { sim: number, text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal(await till.stateOf(id), 'pending');
});

test('a balance of a line that is put back as it was confirms no payment', async () => {
  const number = takeLine();
  await forge(`create table kept_line as select * from lines where line = '${number}'`);
  const [first, second] = [createOrangeLine(number), createOrangeLine(number)];
  const pay = async (line: typeof first, amount: number) => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number, amount_xaf: amount });
    await tell(service, { sim: number, text: line.pay({ payer: msisdn, amount }) });
    return till.stateOf(id);
  };
  assert.equal(await pay(first, 500), 'succeeded');
  await forge(`update lines l set balance_cents = k.balance_cents, balance_time = k.balance_time,
                 start_cents = k.start_cents, balance_at = k.balance_at, version = k.version,
                 seal = k.seal
               from kept_line k where k.line = l.line`);
  await forge('drop table kept_line');
  assert.equal(await pay(second, 700), 'pending');
});

test('a line goes on from payment to payment under its seals', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  for (let payments = 0; payments < 3; payments += 1) {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number });
    await tell(service, { sim: number, text: line.pay({ payer: msisdn, amount: 500 }) });
    assert.equal(await till.stateOf(id), 'succeeded');
  }
});

test('a gateway whose key or SIM a third party writes brings no text', async () => {
  const number = takeLine();
  const other = takeLine();
  const text = createOrangeLine(number).pay({ payer: till.player(), amount: 500 });
  await forge(`update gateway_sims set line = $2 where gateway_id = $3 and sim = $1`, [
    number,
    other,
    GATEWAY,
  ]);
  await tell(service, { sim: number, text });
  const [stored] = await database.query<{ readonly line: string | null }>({
    text: 'select line from sms_messages where body = $1',
    values: [text],
  });
  assert.equal(stored?.line ?? null, null, 'its SIM is not known');
  await forge(`update gateway_sims set line = sim where gateway_id = $1`, [GATEWAY]);
  await forge(`update gateways set secret = 'known to the forger' where id = $1`, [GATEWAY]);
  assert.equal((await tell(service, { sim: number, text: `${text} ` })).status, 404);
});

test('a gateway whose only SIM was forgotten and placed again serves on', async () => {
  const number = takeLine();
  const sim = { gatewayId: 'other-phone', sim: 'sim1' };
  await addGateway(database, {
    id: sim.gatewayId,
    sims: { sim1: { operator: 'orange', line: number } },
    opensWithXaf: null,
    vault,
  });
  const place = () =>
    placeSim({ database, policy: ONE_PERSON }, COMMAND_LINE, {
      ...sim,
      operator: 'orange',
      line: number,
      isOnly: true,
      reason: null,
    });
  assert.equal((await place()).kind, 'placed');
  await forgetSim({ database }, COMMAND_LINE, sim);
  assert.equal((await place()).kind, 'placed');
  assert.equal((await findOnlySim(database, sim.gatewayId))?.sim, 'sim1');
});

test('a signing key that a third party adds is not published, and without the newest none signs', async () => {
  await forge(
    `insert into signing_keys (key_id, public_key_pem, private_key, active_from)
     select 'service-payments-v99', public_key_pem, private_key, active_from - interval '1 hour'
     from signing_keys limit 1`,
  );
  assert.equal((await listValidSigningKeys(database)).length, 0, 'their number is wrong');
  await forge(`delete from signing_keys where key_id = 'service-payments-v99'`);
  assert.equal((await listValidSigningKeys(database)).length, 1);
  await rotateSigningKey({ database, vault }, COMMAND_LINE, { overlapHours: 0 });
  assert.equal((await findCurrentSigningKey(database))?.key_id, 'service-payments-v2');
  await forge(`create table kept_key as select * from signing_keys where key_id like '%v2'`);
  await forge(`delete from signing_keys where key_id like '%v2'`);
  assert.equal(await findCurrentSigningKey(database), null);
  await forge('insert into signing_keys select * from kept_key');
  await forge('drop table kept_key');
  assert.equal((await findCurrentSigningKey(database))?.key_id, 'service-payments-v2');
});

test('a secret that a third party puts into its place is not used, by no start and no command', async () => {
  const sims = {};
  await addGateway(database, { id: 'ours', sims, vault });
  await addGateway(database, { id: 'theirs', sims, vault });
  const secretOf = async (id: string) => (await findGateway(database, id))?.secret ?? '';
  const [ours, theirs] = [await secretOf('ours'), await secretOf('theirs')];
  const plant = (secret: string) =>
    forge(`update gateways set secret = $1 where id = 'ours'`, [secret]);
  const statusOf = async (secret: string) => {
    const text = `a text that says ${randomUUID()}`;
    return (await tell(service, { sim: 'sim1', text }, { secret, gateway: 'ours' })).status;
  };
  assert.equal(await statusOf(SECRET), 200);

  await plant('known to the forger');
  assert.equal(await statusOf('known to the forger'), 404);
  await restartTestService(service);
  assert.equal(await statusOf('known to the forger'), 404, 'a start seals nothing that it finds');
  await sealSecrets({ database, vault }, COMMAND_LINE);
  assert.equal(await statusOf('known to the forger'), 404, 'nor does a person bless it');

  // Both hide the same, so only their places differ.
  await plant(theirs);
  assert.equal(await statusOf(SECRET), 404);
  await assert.rejects(restartTestService(service), /secret of gateways ours, or others have/);
  await plant(ours);
  assert.equal(await statusOf(SECRET), 200);
});

test('without its row key, or with an open, another or older one, nothing is sent and nothing starts', async () => {
  const maySend = () => database.atomically(lockOutsideQuarantine);
  const [row] = await database.query<{ readonly key: string }>({
    text: 'select row_key as key from installation',
  });
  assert.ok(row);
  const place = SECRET_PLACES.rowKey();
  const written = vault.open(row.key, place);
  const others = [
    [null, /is gone/],
    [written, /is not sealed/],
    [vault.seal(JSON.stringify({ key: 'AAAA', since: new Date() }), place), /another one than/],
    // As an old backup has it, from before the rows were listed.
    [vault.seal(JSON.stringify({ ...JSON.parse(written), listed: false }), place), /a copy/],
    [sealUnbound(Buffer.from(SECRETS_KEY, 'hex'), written), /a copy/],
  ] as const;
  assert.equal(await maySend(), true);
  for (const [key, problem] of others) {
    await forge('update installation set row_key = $1', [key]);
    assert.equal(await maySend(), false);
    await assert.rejects(restartTestService(service), problem);
  }
  await forge('update installation set row_key = $1', [row.key]);
  assert.equal(await maySend(), true);
});

test('a quarantine that a third party ends lets nothing out', async () => {
  const maySend = () => database.atomically(lockOutsideQuarantine);
  await beginQuarantine(database, OTHER_DATABASE);
  await forge('update installation set quarantined_at = null, quarantine_reason = null');
  assert.equal(await maySend(), false);
  await endQuarantine(database);
  assert.equal(await maySend(), false, 'nor does what the service writes over it');
});
