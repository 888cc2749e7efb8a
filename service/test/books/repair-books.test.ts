import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { appendAudit } from '../../src/db/access/audit.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { tamper } from '../support/books/forget-books.ts';
import { startPayoutLine } from '../support/books/payout-line.ts';
import { openMomo } from '../support/cli/momo.ts';
import { liveEnv } from '../support/providers/live.ts';
import { create, DEPOSITS } from '../support/transactions/payments.ts';

// What release 0.2 booked wrong is found, and two people turn it round.

const [LINE, OTHER] = ['+237670009999', '+237670009998'];
const WALLET = `wallet mtn:${LINE}`;
const REASON = ['--reason', 'release 0.2 booked it so'] as const;
const line = await startPayoutLine(LINE);
const { service, operator, ask, report, sendEqual, succeed, textFrom, textOf } = line;
const { database } = service;
const { momo } = openMomo(liveEnv(service));
const finance = await addPerson(database, 'finance');
const agent = await addPerson(database, 'agent');

/** An entry as release 0.2 would have written it. */
const book = (cause: string, rule: string, like: string) =>
  `insert into book_entries
     select '${cause}', '${rule}', (select open_account('moved_outside ')), credit, amount_cents,
            booked_at, value_at, xact
     from book_entries where ${like}`;

async function plantPayoutsBookedTwice(): Promise<readonly string[]> {
  const payouts = await sendEqual(2, 5_000);
  await succeed(payouts, { isNamed: false });
  const transfers: string[] = [];
  for (let text = 0; text < 3; text += 1) {
    await report(textOf(payouts[0].msisdn, 5_000));
    transfers.push(line.lastId());
  }
  const [first, second] = transfers;
  await tamper(database, [
    ...[first, second].map((id, index) =>
      book(
        `payment:mtn:${id}`,
        'moved_out',
        `rule = 'payout_succeeded' and cause = 'transaction:${payouts[index]?.id}'`,
      ),
    ),
    `update book_entries e set value_at = p.operator_time from payout_transfers p
     where e.cause = 'payment:mtn:' || p.operator_tx_id and e.rule = 'moved_out'`,
    `delete from payout_transfers where operator_tx_id in ('${first}', '${second}')`,
  ]);
  return [`payment:mtn:${first}`, `payment:mtn:${second}`];
}

async function plantMoneyOutWithoutEntry(): Promise<string> {
  const [payout] = await sendEqual(1, 12_000);
  await report(textOf(payout.msisdn, 12_000));
  operator.refuse(payout.reference);
  await ask();
  await tamper(database, [
    `delete from payout_transfers where transaction_id = '${payout.id}'`,
    `delete from contradictions where transaction_id = '${payout.id}'`,
    `delete from given_back where cause = 'transaction:${payout.id}'`,
    `delete from book_entries
     where cause = 'transaction:${payout.id}' and rule = 'failed_payout_paid'`,
  ]);
  return `transaction:${payout.id}`;
}

async function receive(amountXaf: number): Promise<{ readonly id: string; payer: string }> {
  const payer = line.nextNumber();
  await report(textFrom(payer, amountXaf));
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where operator_tx_id = $1 and is_trusted',
    values: [line.lastId()],
  });
  return { id: row?.id ?? assert.fail('no payment came'), payer };
}

async function plantForgedPayment(): Promise<string> {
  const { id } = await receive(700);
  await tamper(database, [
    `update receipts set state = 'dismissed', dismissed_as = 'forged' where id = '${id}'`,
  ]);
  return `receipt:${id}`;
}

async function plantReturnedAndCredited(): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    player_id: randomUUID(),
    msisdn: line.nextNumber(),
    operator: 'mtn',
    amount_xaf: 500,
  });
  await settle(id);
  await tamper(database, [
    `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                           received_at, state, dismissed_as, reason, created_at)
     select gen_random_uuid(), operator, provider_tx_id, msisdn, '${LINE}', amount_xaf, app_now(),
            'dismissed', 'returned', 'returned', app_now()
     from transactions where id = '${id}'`,
  ]);
  return `transaction:${id}`;
}

async function settle(id: string): Promise<void> {
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  operator.approve(row?.reference ?? assert.fail());
  await ask();
}

async function plantReturnStillOwed(): Promise<string> {
  const { id, payer } = await receive(3_000);
  await report(textOf(payer, 3_000));
  await tamper(database, [`update receipts set state = 'dismissed' where id = '${id}'`]);
  return `receipt:${id}`;
}

async function plantOtherWallet(): Promise<string> {
  const [payout] = await sendEqual(1, 800);
  await succeed([payout], { isNamed: true });
  await tamper(database, [
    `update book_entries set credit = (select open_account('wallet mtn:${OTHER}'))
     where cause = 'transaction:${payout.id}' and rule = 'payout_succeeded'`,
  ]);
  return `transaction:${payout.id}`;
}

test('verify names what is booked wrong, and repair lists the entries that turn it round', async () => {
  assert.equal((await momo('books', 'repair', '--look')).stdout, 'there is nothing to repair\n');
  const planted = [
    await plantMoneyOutWithoutEntry(),
    await plantForgedPayment(),
    await plantReturnedAndCredited(),
    await plantReturnStillOwed(),
    await plantOtherWallet(),
    // Last, since every question names payouts.
    ...(await plantPayoutsBookedTwice()),
  ];
  const found = await findingsOf();
  for (const subject of planted) assert.match(found.get(subject) ?? '', /momo books repair/);
  const { stdout } = await momo('books', 'repair', '--look');
  const listed = stdout.split('\n').filter((one) => /^(payment|transaction|receipt):/.test(one));
  assert.deepEqual(
    listed.map((one) => /^\w+:[^ ]+(?=: )/.exec(one)?.[0] ?? '').toSorted(),
    planted.toSorted(),
    'the third text of two payouts is money that left without us',
  );
  assert.match(stdout, /^ {2}moved_out_was_payout for payment:mtn:\d+: its amount$/m);
  assert.deepEqual(await findingsOf(), found, 'looking changes nothing');
});

test('two people repair the books in one commit, the entries stay, and then all holds', async () => {
  const byAgent = await momo('books', 'repair', '--by', agent.email, ...REASON);
  assert.match(byAgent.stderr, /only finance and administrators/);
  const before = await entries();
  const { stdout } = await momo('books', 'repair', '--by', finance.email, ...REASON);
  const change =
    /momo agreement approve ([0-9a-f-]{36})$/m.exec(stdout)?.[1] ?? assert.fail(stdout);
  assert.deepEqual(await entries(), before, 'one person books nothing');
  const again = await momo('books', 'repair', '--by', finance.email, ...REASON);
  assert.match(again.stderr, /waits already/);
  const own = await service.call('POST', `/internal/v1/changes/${change}/approve`, {
    headers: await scriptHeaders(database, finance),
  });
  assert.equal(own.status, 403, own.text);
  await assertBooksChange(
    database,
    {
      [WALLET]: 10_000 - 12_000 - 700 - 800,
      [`wallet mtn:${OTHER}`]: 800,
      'moved_outside ': -10_000 - 3_000,
      'unmatched ': 700 - 500 + 3_000,
      'disputed ': 12_000 + 500,
    },
    async () => {
      const approved = await momo('agreement', 'approve', change, ...REASON);
      assert.equal(approved.code, 0, approved.output);
    },
  );
  assert.equal((await lastAuditLine(database))?.action, 'change.approve');
  const after = await entries();
  assert.deepEqual(after.slice(0, before.length), before, 'no entry changes or vanishes');
  assert.deepEqual([...(await findingsOf()).keys()], []);
  assert.equal((await momo('books', 'repair', '--look')).stdout, 'there is nothing to repair\n');
});

test('a repair is overtaken by what is booked about it meanwhile', async () => {
  const forged = await plantForgedPayment();
  const { stdout } = await momo('books', 'repair', '--by', finance.email, ...REASON);
  const change = /approve ([0-9a-f-]{36})$/m.exec(stdout)?.[1] ?? assert.fail(stdout);
  await tamper(database, [
    `insert into book_entries
       select e.cause, 'payment_was_forged', e.credit, e.debit, e.amount_cents,
              app_now() + interval '1 second', e.value_at, e.xact
       from book_entries e join receipts r on 'receipt:' || r.id = '${forged}'
        and e.cause = 'payment:mtn:' || r.operator_tx_id and e.rule = 'payment_in'`,
  ]);
  const approved = await momo('agreement', 'approve', change, ...REASON);
  assert.match(approved.stderr, /no longer as it was/);
  await momo('change', 'withdraw', change, ...REASON);
});

test('a number that was changed after the payment makes no wallet wrong', async () => {
  const [payout] = await sendEqual(1, 900);
  await succeed([payout], { isNamed: true });
  // As the upgrade fills it: with the number that the channel has by then.
  await tamper(database, [
    `update submissions set wallet = 'mtn:${OTHER}' where transaction_id = '${payout.id}'`,
  ]);
  assert.match((await findingsOf()).get(`transaction:${payout.id}`) ?? '', /sent with/);
  const [row] = await database.query<{ readonly channel: string }>({
    text: 'select channel_id as channel from submissions where transaction_id = $1',
    values: [payout.id],
  });
  await appendAudit(database, {
    actor: 'Eve',
    actorId: null,
    ip: null,
    action: 'channel.change',
    subject: `channel:${row?.channel}`,
    before: { merchantNumber: LINE },
    after: { merchantNumber: OTHER },
    reason: null,
  });
  assert.equal((await findingsOf()).get(`transaction:${payout.id}`), undefined);
});

async function findingsOf(): Promise<ReadonlyMap<string, string>> {
  const { findings } = await verifyBooks(database);
  return new Map(
    findings
      .filter(({ proof }) => proof !== 'totals_are_sums')
      .map(({ subject, problem }) => [subject, problem]),
  );
}

function entries(): Promise<readonly object[]> {
  return database.query({
    text: 'select * from book_entries order by xact, cause, rule',
  });
}
