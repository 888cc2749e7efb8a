import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../src/db/migrate.ts';
import { spellId } from '../../src/domain/operators/operator.ts';
import { ORANGE_TEXTS } from '../../src/domain/operators/orange/texts.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { tamper } from '../support/books/forget-books.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import {
  createApproved,
  giveGoodPast,
  passTime,
  startLiveService,
} from '../support/providers/live.ts';
import { addGateway, addLines, nextOrangeId, tell } from '../support/receipts/sms.ts';
import { eventually } from '../support/service-process.ts';
import { read } from '../support/transactions/payments.ts';

// Orange's ids have letters, and a screen may show them small where the text has capitals.

const LINE = '+237690000099';
const PAYEE = '+237691000001';
const service = await startLiveService();
const { database } = service;
await addLines(database, 'orange', [LINE]);
await database.query({ text: `update providers set directions = '{deposit,withdrawal}'` });
await giveGoodPast(database, ['orange-sims']);
let balanceXaf = 1_000_000;
await addGateway(database, {
  sims: { [SIM]: { operator: 'orange', line: LINE } },
  opensWithXaf: balanceXaf,
});
await openBooks({ database }, new Map());
await passTime(database, 60_000);
const agent = playAgent(service);

/** A payout whose last screen shows this id. */
async function payOut(amountXaf: number, shownId: string): Promise<string> {
  await agent.poll();
  const payment = { operator: 'orange', msisdn: PAYEE, amount_xaf: amountXaf };
  const id = await createApproved(service, payment);
  const sending = service.takeSteps();
  const isReported = async () => {
    const [job] = await agent.poll();
    if (job === undefined) return false;
    await agent.take(job.job, job.offer);
    await agent.report(job.job, { outcome: 'accepted', offer: job.offer, tx_id: shownId });
    return true;
  };
  await eventually('the SIM has done it', isReported);
  await sending;
  await takeDueSteps();
  assert.equal((await read(service, id))['state'], 'succeeded');
  return id;
}

async function takeDueSteps(): Promise<void> {
  while ((await service.takeSteps()) > 0);
}

function report(amountXaf: number, id: string): Promise<unknown> {
  balanceXaf -= amountXaf;
  const whom = { number: PAYEE.slice(4), name: 'NGO BIYONG ANNE', line: LINE.slice(4) };
  const text = ORANGE_TEXTS.write.sent({ ...whom, at: new Date(), amountXaf, balanceXaf, id });
  return tell(service, { sim: SIM, text });
}

async function idOf(transaction: string): Promise<unknown> {
  return (await read(service, transaction))['provider_tx_id'];
}

test('an id that a screen shows in small letters meets the text that has it in capitals', async () => {
  const ids = [nextOrangeId(), nextOrangeId(), nextOrangeId()];
  const payouts: string[] = [];
  for (const id of ids) payouts.push(await payOut(900, id.toLowerCase()));
  await assertBooksChange(database, {}, async () => {
    for (const id of ids.toReversed()) await report(900, id);
  });
  assert.deepEqual(
    await Promise.all(payouts.map(idOf)),
    ids,
    'each has its own, as the text has it',
  );
});

test('staff find a payment by its id in any letters', async () => {
  const id = nextOrangeId();
  const payout = await payOut(1_000, id);
  await report(1_000, id);
  const headers = await scriptHeaders(database, await addPerson(database, 'agent'));
  const asked = { headers, json: { q: id.toLowerCase() } };
  const { json } = await service.call('POST', '/internal/v1/transactions/search', asked);
  const { items } = json as { readonly items: readonly { readonly id: string }[] };
  assert.deepEqual(
    items.map((one) => one.id),
    [payout],
  );
});

test('an operator’s id has the letters of its texts, and another id those in which it came', () => {
  assert.equal(spellId('orange', 'pp261117.0903.a87483'), 'PP261117.0903.A87483');
  assert.equal(spellId('mtn', '18000000777'), '18000000777');
  assert.equal(spellId('orange', 'Ref-a1'), 'Ref-a1');
});

test('a payout of release 0.2 gets its id at the upgrade, and is booked once', async () => {
  const id = nextOrangeId();
  const payout = await payOut(1_100, id);
  await report(1_100, id);
  // As release 0.2 has left it: nothing names the payout, and its text is booked as other money.
  await tamper(database, [
    `update sim_jobs set shown_tx_id = lower('${id}'), operator_tx_id = null
     where operator_tx_id = '${id}'`,
    `delete from payout_transfers where operator_tx_id = '${id}'`,
    `update transactions set provider_tx_id = null where id = '${payout}'`,
    `delete from operator_ids where transaction_id = '${payout}'`,
    `insert into book_accounts (kind, key) values ('moved_outside', '') on conflict do nothing`,
    `insert into book_entries
       select 'payment:orange:${id}', 'moved_out',
              (select id from book_accounts where name = 'moved_outside '), credit, amount_cents,
              booked_at, value_at, xact
       from book_entries where rule = 'payout_succeeded' and cause = 'transaction:${payout}'`,
  ]);
  const upgrade = readMigrations().find(({ name }) => name === 'ids_of_sim_payouts');
  await database.query({ text: upgrade?.sql ?? assert.fail('it has another name') });
  await takeDueSteps();
  assert.equal(await idOf(payout), id, 'as the text has it');
  const { findings } = await verifyBooks(database);
  assert.deepEqual(
    findings.filter(({ proof }) => proof === 'payouts_leave_once'),
    [],
  );
});
