import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { insertEvidence } from '../../../src/db/provider-requests/evidence.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { dismissReceipt } from '../../../src/flows/decisions/dismiss-receipt.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { rollAll } from '../../support/books/roll-all.ts';
import { passTime } from '../../support/providers/live.ts';
import { tell } from '../../support/receipts/sms.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';
import { assertAllHolds, prove } from '../../support/upkeep/all-holds.ts';
import { rowsWith, startPersons } from '../../support/upkeep/persons.ts';

/** No webhook is sent here, however long it takes. */
const STOPPED = { isStopped: true } as const;
const PERSON = '+237691234567';
const OTHER = '+237691234568';
const { service, line, momo, folder } = await startPersons();
const { database } = service;

async function deposit(msisdn: string): Promise<string> {
  const asked = { operator: 'orange', msisdn, callback_url: 'https://example.com/hook' };
  return (await create(service, DEPOSITS, asked)).service_tx_id;
}

async function paid(msisdn: string): Promise<string> {
  const id = await deposit(msisdn);
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal((await read(service, id))['state'], 'succeeded');
  await insertEvidence(database, [
    {
      transactionId: id,
      providerId: 'orange-sims',
      kind: 'exchange',
      request: `{"to":"${msisdn}"}`,
      status: 200,
      answer: '{"name":"ABEGA SOLANGE"}',
      error: null,
      latencyMs: 5,
    },
  ]);
  await database.query({
    text: `insert into webhook_attempts (webhook_id, number, at, status, latency_ms, answer,
                                         headers)
           select id, 1, app_now(), 500, 5, 'no account of ABEGA SOLANGE', $2
           from webhooks where transaction_id = $1`,
    values: [id, `x-player: ${msisdn}`],
  });
  return id;
}

const erase = () => momo('person', 'erase', PERSON, '--reason', 'asked in a letter');

const first = await paid(PERSON);
const others = await paid(OTHER);

test('everything kept about a number is one file, and only of that number', async () => {
  const file = join(folder, 'person.json');
  const { code, output } = await momo('person', 'export', PERSON, '--output', file);
  assert.equal(code, 0, output);
  const text = await readFile(file, 'utf8');
  const { number, kept } = JSON.parse(text) as {
    readonly number: string;
    readonly kept: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  };
  assert.equal(number, PERSON);
  assert.deepEqual(
    kept['transactions']?.map(({ id }) => id),
    [first],
  );
  assert.equal(kept['payments']?.[0]?.['payer_name'], 'ABEGA SOLANGE');
  assert.match(String(kept['texts']?.[0]?.['body']), /^Transfert de 691234567 ABEGA SOLANGE/);
  assert.match(JSON.stringify(kept['transactions']?.[0]?.['evidence']), /ABEGA SOLANGE/);
  const attempts = JSON.stringify(kept['transactions']?.[0]?.['webhook_attempts']);
  assert.match(attempts, /x-player: \+237691234567.*no account of ABEGA SOLANGE/);
  assert.doesNotMatch(text, /691234568|seal|secret/);
  assert.notEqual((await momo('person', 'export', PERSON, '--output', file)).code, 0);
});

test('nothing is erased while money of the number is under way', async () => {
  const open = await deposit(PERSON);
  const refused = await erase();
  assert.equal(refused.code, 1, refused.output);
  assert.match(refused.stderr, /1 of its deposits and withdrawals are open or on hold/);
  assert.equal((await read(service, first))['msisdn'], PERSON);
  await tell(service, { text: line.pay({ payer: PERSON, amount: 500 }) });
  assert.equal((await read(service, open))['state'], 'succeeded');
  // A second payment without a deposit waits for a person.
  await tell(service, { text: line.pay({ payer: PERSON, amount: 700 }) });
  assert.match((await erase()).stderr, /1 of its payments wait for a deposit or a decision/);
  const [unused] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where amount_xaf = 700',
  });
  const dismissing = { database, policy: ONE_PERSON, onDecided: () => {} };
  const asked = { id: unused?.id ?? '', as: 'unknown', depositId: null, reason: 'x' } as const;
  assert.equal((await dismissReceipt(dismissing, COMMAND_LINE, asked)).kind, 'dismissed');
  assert.match((await erase()).stderr, /2 of its deposits and withdrawals ended less than seven/);
  await passTime(database, 7 * 86_400_000);
});

test('erasing does not give a changed row a valid seal', async () => {
  await tamper(database, [`update transactions set amount_xaf = 900 where id = '${first}'`]);
  const refused = await erase();
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, new RegExp(`transaction ${first} is not as it was written`));
  await tamper(database, [`update transactions set amount_xaf = 500 where id = '${first}'`]);
});

test('an erased person is nowhere, the payments stay, and everything holds', async () => {
  await rollAll(database);
  const before = await prove(service, STOPPED);
  const { code, output } = await erase();
  assert.equal(code, 0, output);
  assert.match(output, /transactions: 2\ncheckouts: 0\npayments: 3\ntexts: 3/);
  assert.deepEqual(await rowsWith(database, '691234567'), []);
  const named = await rowsWith(database, 'ABEGA');
  assert.ok(named.length > 0);
  assert.ok(named.every((row) => row.includes('691234568') || row.includes(others)));
  const { amount_minor: amount, state, msisdn } = await read(service, first);
  assert.deepEqual([amount, state, msisdn], [500, 'succeeded', '+99900000000']);
  const [entry] = await database.query<{ readonly action: string; readonly reason: string }>({
    text: 'select action, reason from audit_log order by id desc limit 1',
  });
  assert.deepEqual(entry, { action: 'person.erase', reason: 'asked in a letter' });
  const after = await prove(service, STOPPED);
  assert.deepEqual(after.findings, before.findings);
  assert.ok(after.sealsChecked);
  const reported = { service_tx_id: first, msisdn: PERSON, amount_xaf: 500 };
  const { findings } = await prove(service, { ...STOPPED, others: { clients: [reported] } });
  assert.deepEqual(findings, before.findings);
});

test('an erased row that is changed afterwards is named', async () => {
  const changes = [
    ['creates_are_kept', `update transactions set amount_xaf = 900 where id = '${first}'`],
    ['creates_are_kept', `update transactions set msisdn = '${PERSON}' where id = '${first}'`],
    [
      'creates_are_kept',
      `update erased_numbers set digest = 'x' where transaction_id = '${first}'`,
    ],
    ['creates_are_kept', `delete from erased_numbers where transaction_id = '${first}'`],
  ] as const;
  const known = (await prove(service, STOPPED)).findings.length;
  for (const [proof, change] of changes) {
    const [row] = await database.query<{ readonly digest: string }>({
      text: 'select digest from erased_numbers where transaction_id = $1',
      values: [first],
    });
    await tamper(database, [change]);
    const { findings } = await prove(service, STOPPED);
    const found = findings.filter(({ subject }) => subject === `transaction:${first}`);
    assert.ok(
      found.some((finding) => finding.proof === proof),
      change,
    );
    await tamper(database, [
      `update transactions set amount_xaf = 500, msisdn = '+99900000000' where id = '${first}'`,
      `delete from erased_numbers where transaction_id = '${first}'`,
      `insert into erased_numbers values ('${first}', '${row?.digest}', now())`,
    ]);
    assert.equal((await prove(service, STOPPED)).findings.length, known);
  }
  await tamper(database, [
    `update receipts set amount_xaf = 501 where amount_xaf = 500 and payer_msisdn = '+99900000000'`,
  ]);
  const { findings } = await prove(service, STOPPED);
  assert.ok(findings.some(({ proof }) => proof === 'texts_are_kept'));
  await tamper(database, ['update receipts set amount_xaf = 500 where amount_xaf = 501']);
});

test('all other people stay as they were', async () => {
  assert.equal((await read(service, others))['msisdn'], OTHER);
  await assertAllHolds(service, STOPPED);
});
