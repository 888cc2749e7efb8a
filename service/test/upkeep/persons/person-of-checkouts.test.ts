import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { createCheckout } from '../../../src/flows/checkouts/create-checkout.ts';
import { erasePerson } from '../../../src/flows/upkeep/persons/erase-person.ts';
import { exportPerson } from '../../../src/flows/upkeep/persons/export-person.ts';
import type { Person } from '../../../src/flows/upkeep/persons/person-requests.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { pay as begin, settleAll as settleCheckouts } from '../../support/checkouts/checkouts.ts';
import { passTime } from '../../support/providers/live.ts';
import { openReturnCase } from '../../support/receipts/returns.ts';
import { bodyOf, type Json, read } from '../../support/transactions/payments.ts';
import { askRefund } from '../../support/transactions/refunds.ts';
import { prove } from '../../support/upkeep/all-holds.ts';
import { rowsWith } from '../../support/upkeep/persons.ts';

// A buyer on the pages of checkouts, whose payments were refunded and sent back.

const HOUR_MS = 3_600_000;
const ACTOR = { actor: 'a test', actorId: null, ip: null };
const NAME = 'SOLANGE';
const shop = await openReturnCase({ SECRETS_KEY: 'ab'.repeat(32) });
const { service, till } = shop;
const { database, payments } = service;
const { vault } = payments;
const [PLAYER, PERSON, OTHER] = [randomUUID(), till.player('mtn'), till.player('mtn')];
const DIGITS = PERSON.slice(4);

async function sell(
  description: string | null,
  more: { readonly playerId?: string } = {},
  at = service,
): Promise<string> {
  const created = await createCheckout(
    { ...at.payments, database: at.database },
    {
      applicationId: DEFAULT_APPLICATION_ID,
      reference: randomUUID(),
      amountXaf: 2_000,
      description,
      playerId: null,
      operators: null,
      lang: 'fr',
      returnUrl: null,
      cancelUrl: null,
      callbackUrl: 'https://example.com/hook',
      createdBy: 'api',
      expiresInSeconds: 86_400,
      ...more,
    },
  );
  assert.ok(created.kind === 'created');
  return created.checkout.id;
}

async function tryToPay(checkoutId: string, msisdn: string): Promise<string> {
  const id = await begin(service, checkoutId, { msisdn, operator: 'mtn' });
  await shop.settle();
  assert.equal((await read(service, id))['state'], 'succeeded');
  await settleCheckouts(service);
  return id;
}

/** What a receiver answers to each event of a payment or a checkout. */
async function answerTo(id: string): Promise<void> {
  const answered = await database.query({
    text: `insert into webhook_attempts (webhook_id, number, at, status, latency_ms, answer)
           select id, 1, app_now(), 500, 5, $2 from webhooks where transaction_id = $1
           returning 1`,
    values: [id, `no basket of ${PERSON}`],
  });
  assert.ok(answered.length > 0);
}

const sold = await sell(`Robe de ${NAME}, ${DIGITS}`);
const bought = await tryToPay(sold, PERSON);
await answerTo(bought);
const forPlayer = await sell(`Chaussures de ${NAME}`, { playerId: PLAYER });
const elsewhere = await sell('Livre');
await tryToPay(elsewhere, OTHER);
const refund = String(
  bodyOf(await askRefund(service, bought, { amount_xaf: 1_500 }))['service_tx_id'],
);
assert.equal(await shop.approve(refund), 'done');
await shop.settle();
const { id: receipt } = await shop.pay(1_200, { payer: PERSON });
const back = await shop.returned(receipt);
assert.equal(await shop.approve(back), 'done');
await shop.settle();

async function exported(person: Person): Promise<Readonly<Record<string, readonly Json[]>>> {
  const deps = { database, vault, at: new Date() };
  const { kept } = await exportPerson(deps, { person, day: null }, ACTOR);
  return JSON.parse(JSON.stringify(kept)) as Record<string, Json[]>;
}

async function erase(): Promise<string> {
  const deps = { database, vault, policy: fixedPolicy({}) };
  const erasure = await erasePerson(deps, { msisdn: PERSON, reason: 'a letter' }, ACTOR);
  return erasure.kind === 'erased' ? 'erased' : erasure.problems.join('; ');
}

const descriptionOf = async (id: string) => {
  const [row] = await database.query<{ readonly description: string | null }>({
    text: 'select description from checkouts where id = $1',
    values: [id],
  });
  return row?.description;
};

test('an export by number has checkouts, refunds and returns, and nobody else’s', async () => {
  const kept = await exported({ kind: 'number', msisdn: PERSON });
  const { transactions = [], checkouts = [], payments: received = [] } = kept;
  assert.deepEqual(
    transactions.map(({ id, refund_of }) => [id, refund_of]),
    [
      [bought, null],
      [refund, bought],
      [back, receipt],
    ],
  );
  assert.deepEqual(
    checkouts.map(({ id, description, callback_url, attempts }) => [
      id,
      description,
      callback_url,
      attempts,
    ]),
    [
      [
        sold,
        `Robe de ${NAME}, ${DIGITS}`,
        'https://example.com/hook',
        [{ transaction_id: bought, outcome: 'paid' }],
      ],
    ],
  );
  assert.ok(received.some(({ id, returned_by }) => id === receipt && returned_by === back));
  const [row] = await database.query<{ readonly token: string }>({
    text: 'select token from checkouts where id = $1',
    values: [sold],
  });
  assert.ok(!JSON.stringify(kept).includes(row?.token ?? ''), 'the page is open to who has it');
});

test('an export by player has the checkouts that are for them', async () => {
  const { checkouts = [], transactions } = await exported({ kind: 'player', playerId: PLAYER });
  assert.deepEqual(
    checkouts.map(({ id, player_id, state }) => [id, player_id, state]),
    [[forPlayer, PLAYER, 'open']],
  );
  assert.deepEqual(transactions, []);
});

test('nobody is erased while a checkout that names them is open', async () => {
  const open = await sell(`Sac de ${NAME}, ${DIGITS}`);
  await passTime(database, 8 * 24 * HOUR_MS);
  await database.query({ text: 'update submissions set next_step_at = null' });
  assert.equal(await erase(), '1 of the checkouts that it tried to pay, or that name it, are open');
  await settleCheckouts(service);
  await answerTo(open);
});

test('erasing does not give a changed checkout a valid seal', async () => {
  await tamper(database, [`update checkouts set amount_xaf = 900 where id = '${sold}'`]);
  assert.equal(await erase(), `checkout ${sold} is not as it was written: see \`momo audit all\``);
  await tamper(database, [`update checkouts set amount_xaf = 2000 where id = '${sold}'`]);
});

test('an erased buyer is in no checkout, refund or return, and everything holds', async () => {
  const before = await prove(service, { isStopped: true });
  assert.equal(await erase(), 'erased');
  assert.deepEqual(await rowsWith(database, DIGITS), []);
  const named = await rowsWith(database, NAME);
  assert.ok(
    named.every((row) => row.includes(forPlayer)),
    named.join('\n'),
  );
  assert.equal(await descriptionOf(sold), null);
  assert.equal(await descriptionOf(elsewhere), 'Livre');
  const after = await prove(service, { isStopped: true });
  assert.deepEqual(after.findings, before.findings);
});

test('the player that stands for a buyer does not say their number without the key', async () => {
  const playerOf = async ({ database: asked }: typeof service, id: string) => {
    const [row] = await asked.query<{ readonly player_id: string }>({
      text: 'select player_id from transactions where id = $1',
      values: [id],
    });
    return row?.player_id;
  };
  const { service: unsealed } = await openReturnCase();
  const checkoutId = await sell(null, {}, unsealed);
  const id = await begin(unsealed, checkoutId, { msisdn: PERSON, operator: 'mtn' });
  assert.notEqual(await playerOf(unsealed, id), await playerOf(service, bought));
});
