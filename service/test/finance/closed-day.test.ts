import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listClosings } from '../../src/db/finance/closings.ts';
import { recordCheck } from '../../src/db/providers/provider-health.ts';
import type { ClosingContent } from '../../src/domain/finance/closing.ts';
import { NO_SEAL } from '../../src/domain/seals/seal.ts';
import { closeBooks } from '../../src/flows/finance/close-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { tamper } from '../support/books/forget-books.ts';
import {
  addMtn,
  passMidnight,
  passTime,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { addGateway, openLine, orangeText, tell } from '../support/receipts/sms.ts';

// What came and was decided on the day after is no part of the day that is closed.

const [LINE, MERCHANT] = ['+237698111222', '+237670009999'];
const DAY_MS = 86_400_000;
const service = await startLiveService();
const { database } = service;
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
await addMtn(database, await startMtn(), { id: 'mtn-main', channel: { merchantNumber: MERCHANT } });

const LATER_MS = await passMidnight(database);

let balance = 50_000;
let day = 0;
let number = 70_000;

async function goToNextDay(): Promise<void> {
  day += 1;
  await passTime(database, DAY_MS);
}

async function pay(amount: number): Promise<string> {
  balance += amount;
  number += 1;
  const inDouala = new Date(Date.now() + 3_600_000 + LATER_MS + day * DAY_MS).toISOString();
  const date = inDouala.slice(2, 10).replaceAll('-', '');
  const id = `PP${date}.${inDouala.slice(11, 16).replace(':', '')}.C${number}`;
  const text = orangeText({
    payer: '691234567',
    payee: LINE.slice(4),
    amount,
    balance: `${balance}.25`,
    id,
  });
  assert.equal((await tell(service, { text })).status, 200);
  return id;
}

const check = async (balanceXaf: number | null) =>
  recordCheck(database, { providerId: 'mtn-main', isUp: true, problem: null, balanceXaf });

async function closed(): Promise<ClosingContent> {
  await closeBooks({ database, seal: NO_SEAL }, null);
  const last = (await listClosings(database)).at(-1);
  return JSON.parse(last?.content ?? 'null') as ClosingContent;
}

const reported = ({ wallets }: ClosingContent) =>
  Object.fromEntries(wallets.map(({ wallet, book, difference }) => [wallet, [book, difference]]));

await database.query({
  text: `insert into provider_health (provider_id, is_up, checked_at)
         values ('mtn-main', true, app_now())`,
});

test('a closing has the unmatched money and the wallets of its day, not of the next', async () => {
  await pay(3_000);
  const used = await pay(4_000);
  await check(70_000);
  await goToNextDay();
  await pay(77_000);
  await check(99_000);
  await check(null);
  await database.query({
    text: `with used as (update receipts set state = 'used' where operator_tx_id = $1 returning id)
           insert into receipt_uses (receipt_id, transaction_id, used_at)
           select id, gen_random_uuid(), app_now() from used`,
    values: [used],
  });
  const first = await closed();
  assert.deepEqual(first.unmatched, { day: '700000', week: '0', month: '0', older: '0' });
  assert.deepEqual(reported(first), {
    [`mtn:${MERCHANT}`]: ['0', '7000000'],
    [`orange:${LINE}`]: ['700000', '5000025'],
  });
});

test('a payment that is dismissed is unmatched money as long as the books have it', async () => {
  await database.query({ text: `update receipts set state = 'dismissed' where amount_xaf = 3000` });
  await goToNextDay();
  const second = await closed();
  assert.deepEqual(second.unmatched, { day: '7700000', week: '300000', month: '0', older: '0' });
  assert.deepEqual(reported(second)[`mtn:${MERCHANT}`], ['0', '9900000']);
});

test('money that was disputed only on the next day is still unmatched in the closing', async () => {
  const id = await pay(5_000);
  await goToNextDay();
  await openLine(database, LINE, 10_000);
  await database.query({
    text: `insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at, value_at,
                                     xact)
           select cause, 'payment_reversed', open_account('disputed '), debit, amount_cents,
                  app_now(), app_now(), entry_xact()
           from book_entries where cause = $1 and rule = 'payment_in'`,
    values: [`payment:orange:${id}`],
  });
  const third = await closed();
  assert.equal(third.unmatched.day, '500000');
  assert.equal(third.disputed.day, '0');
  assert.deepEqual(reported(third)[`orange:${LINE}`], ['8900000', '5000025']);
  await goToNextDay();
  const fourth = await closed();
  assert.equal(fourth.unmatched.week, '8000000');
  assert.equal(fourth.disputed.day, '500000');
});

test('disputed money by age is the account: what was settled or corrected is not in it', async () => {
  const book = (rule: string, cents: number, cause: string) =>
    database.query({
      text: `insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at,
                                       value_at, xact)
             select $1, $2, open_account(case when $2 like '%_raised' or $2 = 'failed_payout_paid'
                                              then 'disputed ' else $4 end),
                    open_account(case when $2 like '%_raised' then 'adjustments '
                                      when $2 = 'failed_payout_paid' then $5
                                      else 'disputed ' end),
                    $3, app_now(), app_now(), entry_xact()`,
      values: [
        cause,
        rule,
        cents,
        rule === 'unmatched_taken_back' ? 'unmatched ' : 'adjustments ',
        `wallet orange:${LINE}`,
      ],
    });
  const sums = async () => {
    await goToNextDay();
    const { disputed } = await closed();
    return [disputed.day, disputed.week];
  };
  // It was taken back on the day before, and counts as returned now.
  const [taken] = await database.query<{ readonly cause: string }>({
    text: `select cause from book_entries where rule = 'payment_reversed'`,
  });
  await book('unmatched_taken_back', 500_000, taken?.cause ?? '');
  assert.deepEqual(await sums(), ['0', '0']);
  await book('failed_payout_paid', 300_000, `transaction:${randomUUID()}`);
  assert.deepEqual(await sums(), ['300000', '0']);
  await book('failed_payout_paid', 200_000, `transaction:${randomUUID()}`);
  await book('disputed_lowered', 350_000, `adjustment:${randomUUID()}`);
  assert.deepEqual(await sums(), ['150000', '0']);
  await book('disputed_lowered', 150_000, `adjustment:${randomUUID()}`);
  assert.deepEqual(await sums(), ['0', '0']);
  // A payout came back: its money is the platform's, until a person corrects it.
  await book('payout_reversed', 400_000, `transaction:${randomUUID()}`);
  await book('disputed_raised', 400_000, `adjustment:${randomUUID()}`);
  assert.deepEqual(await sums(), ['0', '0']);
});

test('verify names a closing that has money or a balance of a later day, and the payment', async () => {
  await goToNextDay();
  await openLine(database, LINE, balance + 0.25);
  const id = await pay(6_000);
  await closed();
  assert.deepEqual((await verifyBooks(database)).closings, []);
  const last = (await listClosings(database)).at(-1) ?? assert.fail();
  const content = JSON.parse(last.content) as ClosingContent;
  const [wallet] = content.wallets;
  assert.ok(wallet);
  const plant = async (wrong: Partial<ClosingContent>): Promise<string> => {
    const text = JSON.stringify({ ...content, ...wrong });
    const hash = createHash('sha256').update(`${last.previousHash}\n${text}`).digest('hex');
    await tamper(database, [
      `update book_closings set content = '${text}', hash = '${hash}' where day = '${last.day}'`,
    ]);
    const { closings } = await verifyBooks(database);
    return closings.find(({ day }) => day === last.day)?.problem ?? '';
  };
  const unmatched = { ...content.unmatched, day: String(BigInt(content.unmatched.day) + 600_000n) };
  assert.match(
    await plant({ unmatched }),
    new RegExp(`^payment:orange:${id} came after it .*: use its account unmatched instead$`),
  );
  const wallets = [{ ...wallet, toldAt: last.closedAt.toISOString() }];
  assert.match(
    await plant({ wallets }),
    new RegExp(`^wallet ${wallet.wallet.replace('+', '.')} has`),
  );
});
