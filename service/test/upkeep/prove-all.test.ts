import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createVault } from '../../src/signing/sealed-text.ts';
import { addPerson } from '../support/access/staff.ts';
import { tamper } from '../support/books/forget-books.ts';
import { rollAll } from '../support/books/roll-all.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { insertReceipt } from '../support/receipts/receipts.ts';
import {
  type Created,
  create,
  DEPOSITS,
  type Json,
  ORANGE,
  paymentBody,
  simulate,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';
import { assertAllHolds, prove } from '../support/upkeep/all-holds.ts';
import { dateKeyBack, TAMPERINGS } from '../support/upkeep/tamperings.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const service = await startTestService({ SECRETS_KEY });
const { database } = service;
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '', SECRETS_KEY });
const folder = await mkdtemp(join(tmpdir(), 'momo-proof-'));
after(() => rm(folder, { recursive: true, force: true }));

const CALLBACK = { callback_url: 'http://127.0.0.1:9/hook' };

/** The answers that the client of this test got. */
const acknowledged: (Created & Json)[] = [];

async function made(path: string, outcome: string | null, changes: Json = {}): Promise<string> {
  const asked = paymentBody({ ...CALLBACK, ...changes });
  const answer = await create(service, path, asked);
  const direction = path === DEPOSITS ? 'deposit' : 'withdrawal';
  const { callback_url: _url, ...facts } = asked;
  acknowledged.push({ ...facts, direction, service_tx_id: answer.service_tx_id });
  if (outcome !== null) await simulate(service, answer.service_tx_id, outcome);
  return answer.service_tx_id;
}

before(async () => {
  for (const outcome of ['succeeded', 'failed', 'expired', 'manual_resolution', null]) {
    await made(DEPOSITS, outcome);
    await made(DEPOSITS, outcome === 'manual_resolution' ? null : outcome, ORANGE);
    if (outcome !== 'expired') await made(WITHDRAWALS, outcome);
  }
  await made(DEPOSITS, 'succeeded', { callback_url: null });
  for (let people = 0; people < 3; people += 1) await addPerson(database);
  const [first] = acknowledged;
  assert.ok(first);
  const replayed = `/api/v1/transactions/${first.service_tx_id}/replay-webhook`;
  assert.equal((await service.call('POST', replayed)).status, 200);
  await rollAll(database);
});

test('everything that the sandbox did holds, and what the client was answered is there', async () => {
  await assertAllHolds(service, { others: { clients: acknowledged, logs: service.logLines } });
  const clients = join(folder, 'clients.jsonl');
  await writeFile(clients, acknowledged.map((line) => JSON.stringify(line)).join('\n'));
  const { code, stdout, output } = await momo('audit', 'all', '--clients', clients);
  assert.equal(code, 0, output);
  assert.match(stdout, /^everything holds\n15 transactions, as they were at 2/);
  assert.match(stdout, /^ {2}ok {4}clients_agree$/m);
  assert.doesNotMatch(stdout, /FAIL|seals were not/);
});

test('without the key everything but the seals is compared, and that is said', async () => {
  const report = await prove({ database });
  assert.ok(report.holds);
  assert.equal(report.sealsChecked, false);
});

test('each of many things that are changed behind the service’s back is named', async () => {
  await dateKeyBack(database, vault);
  const expected = new Set<string>();
  const texts: string[] = [];
  for (const [proof, path, outcome, sql] of TAMPERINGS) {
    const id = await made(path, outcome);
    texts.push(sql.replaceAll('$', id));
    expected.add(`${proof} transaction:${id}`);
  }
  const receipt = await insertReceipt(database, { payer: '+237690000009', amountXaf: 900 });
  expected.add(`payments_are_booked receipt:${receipt}`);
  const aside = await insertWebhook();
  texts.push(
    `update open_webhooks set url = 'http://127.0.0.1:9/eve' where webhook_id = '${aside}'`,
    `insert into webhook_attempts (webhook_id, number, at, error, latency_ms)
     values ('${aside}', 1, app_now() - interval '5 s', 'refused', 10),
            ('${aside}', 2, app_now() - interval '4.5 s', 'refused', 10)`,
    `update audit_log set reason = 'another' where id in (1, 3)`,
  );
  expected
    .add(`events_go_to_their_address webhook:${aside}`)
    .add(`attempts_keep_their_pauses webhook:${aside}`)
    .add('audit_log_is_whole audit:1')
    .add('audit_log_is_whole audit:3');
  assert.deepEqual((await prove(service)).findings.length, 1, 'only the receipt is not booked');
  await tamper(database, texts);
  const { code, stdout } = await momo('audit', 'all', '--json');
  assert.equal(code, 1);
  const { findings, holds } = JSON.parse(stdout) as Awaited<ReturnType<typeof prove>>;
  assert.equal(holds, false);
  const named = new Set(findings.map(({ proof, subject }) => `${proof} ${subject}`));
  assert.deepEqual([...expected.difference(named)], [], 'changed and not named');
  const touched = new Set([...expected].map((line) => line.split(' ')[1]));
  const innocent = findings.filter(
    ({ proof, subject }) => !touched.has(subject) && proof !== 'totals_are_sums',
  );
  assert.deepEqual(innocent, [], 'named and not changed');
});

test('what others have written down is compared', async () => {
  const [known] = acknowledged;
  assert.ok(known);
  const ids = { service_tx_id: '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10' };
  const { findings } = await prove(service, {
    others: {
      clients: [ids, { ...known, amount_xaf: 1 }],
      receivers: [JSON.stringify({ ...ids, event: 'payment.succeeded' })],
      operators: [{ reference: 'x', direction: 'transfer', msisdn: '237670000001', amount: 5 }],
      logs: ['all is well', 'paid +237670000001'],
    },
  });
  const of = (wanted: string) =>
    findings.filter(({ proof }) => proof === wanted).map(({ subject }) => subject);
  assert.deepEqual(of('clients_agree'), [
    `transaction:${ids.service_tx_id}`,
    `transaction:${known.service_tx_id}`,
  ]);
  assert.deepEqual(of('receivers_agree'), [`transaction:${ids.service_tx_id}`]);
  assert.deepEqual(of('operators_agree'), ['move:x']);
  assert.deepEqual(of('logs_keep_secrets'), ['log line:2']);
});

async function insertWebhook(): Promise<string> {
  const id = await made(DEPOSITS, 'failed');
  const [row] = await database.query<{ readonly webhook_id: string }>({
    text: 'select webhook_id from open_webhooks where transaction_id = $1',
    values: [id],
  });
  return row?.webhook_id ?? assert.fail('nothing is queued');
}
