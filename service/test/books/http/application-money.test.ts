import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureDefaultApplication } from '../../../src/db/access/access.ts';
import { listApplicationMoney } from '../../../src/db/books/application-money.ts';
import type { StaffRole } from '../../../src/domain/access/staff-role.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { setCredit } from '../../../src/flows/books/application-money.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

// An application pays out what it has, or with a credit line; beyond it two people decide.

const service = await startTestService({ SPORTSBOOK_API_KEY: 'k'.repeat(40) });
const { database } = service;
const [agent, other] = [await signIn('agent'), await signIn('agent')];
const [finance, admin] = [await signIn('finance'), await signIn('admin')];
const reason = 'as the contract says';
type Headers = Readonly<Record<string, string>>;

async function signIn(role: StaffRole): Promise<Headers> {
  return scriptHeaders(database, await addPerson(database, role));
}

async function openShop(name: string): Promise<Headers> {
  return { 'x-api-key': (await issueKey(service, name)).key };
}

async function simulate(shop: Headers, id: string, outcome: string): Promise<void> {
  const path = `/api/v1/sandbox/transactions/${id}/simulate`;
  const answer = await service.call('POST', path, { json: { outcome }, headers: shop });
  assert.equal(answer.status, 200, answer.text);
}

async function deposit(shop: Headers, amount_xaf: number): Promise<void> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { amount_xaf }, shop);
  await simulate(shop, id, 'succeeded');
}

async function askPayout(shop: Headers, amount_xaf: number): Promise<string> {
  return (await create(service, WITHDRAWALS, { amount_xaf }, shop)).service_tx_id;
}

async function approve(id: string, headers: Headers): Promise<unknown> {
  const path = `/internal/v1/withdrawals/${id}/approve`;
  return bodyOf(await service.call('POST', path, { headers }))['outcome'];
}

async function detailOf(id: string, headers = agent): Promise<Json> {
  const answer = await service.call('GET', `/internal/v1/transactions/${id}`, { headers });
  return bodyOf(answer)['transaction'] as Json;
}

async function balanceOf(shop: Headers): Promise<Json> {
  return bodyOf(await service.call('GET', '/api/v1/balance', { headers: shop }));
}

function credit(name: string, creditXaf: number | null) {
  const deps = { database, policy: ONE_PERSON };
  return setCredit(deps, COMMAND_LINE, { application: name, creditXaf, reason });
}

const [shop, neighbour] = [await openShop('shop'), await openShop('neighbour')];
await deposit(shop, 1_000);

test('a single application with money in the books is not limited', async () => {
  await credit('shop', 0);
  const id = await askPayout(shop, 1_500);
  assert.equal((await detailOf(id))['application_left_xaf'], null);
  const { balance_xaf, available_xaf } = await balanceOf(shop);
  assert.deepEqual([balance_xaf, available_xaf], [1_000, null]);
  const { is_only, credit_xaf } = await moneyOf('shop');
  assert.deepEqual([is_only, credit_xaf], [true, 0]);
});

test('a payout beyond what its application has shows a red sign and takes two people', async () => {
  await deposit(neighbour, 9_000);
  assert.equal((await moneyOf('shop'))['is_only'], false);
  const within = await askPayout(shop, 800);
  const beyond = await askPayout(shop, 300);
  assert.equal((await detailOf(beyond))['application_left_xaf'], 1_000);
  const shown: unknown[] = [];
  for (const role of ['viewer', 'agent', 'finance', 'admin'] as const) {
    shown.push((await detailOf(beyond, await signIn(role)))['application_left_xaf']);
  }
  assert.deepEqual(shown, [null, 1_000, 1_000, 1_000], 'a viewer sees no figure of a platform');
  assert.equal(await approve(within, agent), 'done');
  const seen = await detailOf(beyond);
  assert.equal(seen['application_left_xaf'], 200);
  assert.deepEqual((seen['signs'] as readonly Json[])[0], { sign: 'beyond_money', tone: 'danger' });
  assert.equal(((seen['needs'] as Json)['why'] as Json)['code'], 'beyond_money');
  assert.equal(await approve(beyond, agent), 'waits_for_second_person');
  assert.equal(await approve(beyond, other), 'done');
  const now = { balance_xaf: 1_000, promised_xaf: 1_100, credit_line_xaf: 0, available_xaf: -100 };
  assert.deepEqual(await balanceOf(shop), now);
  await simulate(shop, beyond, 'transfer_succeeded');
  assert.deepEqual(await balanceOf(shop), { ...now, balance_xaf: 700, promised_xaf: 800 });
});

test('of payouts approved at once only what the application has is approved by one', async () => {
  await credit('neighbour', 0);
  const ids = await Promise.all(Array.from({ length: 6 }, () => askPayout(neighbour, 2_000)));
  const outcomes = await Promise.all(ids.map((id) => approve(id, agent)));
  assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 4);
});

test('a larger credit line takes two people, a smaller one is set at once', async () => {
  const path = '/internal/v1/application-money/shop/credit';
  const set = (credit_xaf: number | null) =>
    service.call('PUT', path, { headers: finance, json: { credit_xaf, reason } });
  const asked = await set(500);
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await balanceOf(shop))['credit_line_xaf'], 0);
  const approving = `/internal/v1/changes/${bodyOf(asked)['change_id']}/approve`;
  const approved = await service.call('POST', approving, { headers: admin, json: {} });
  assert.equal(approved.status, 200, approved.text);
  assert.equal((await balanceOf(shop))['available_xaf'], 400);
  assert.equal((await set(null)).status, 202);
  assert.equal((await set(400)).status, 200);
  assert.equal((await balanceOf(shop))['available_xaf'], 300);
});

test('only in a live installation that began so is a new application limited', async () => {
  const creditsOf = async (environment: string, isNew: boolean) => {
    const { database: empty } = await openTestDatabase();
    await empty.query({ text: 'delete from installation' });
    await empty.query({
      text: 'insert into installation (environment, limits_applications) values ($1, $2)',
      values: [environment, isNew],
    });
    await empty.query({ text: 'truncate applications cascade' });
    await ensureDefaultApplication(empty);
    await issueKey({ ...service, database: empty }, 'second');
    return (await listApplicationMoney(empty)).map(({ creditXaf }) => creditXaf);
  };
  assert.deepEqual(await creditsOf('live', true), [0, 0]);
  assert.deepEqual(await creditsOf('live', false), [null, null]);
  assert.deepEqual(await creditsOf('sandbox', true), [null, null]);
});

test('a settlement takes two people, and owed, settled and left add up', async () => {
  const before = await moneyOf('neighbour');
  const paid = { amount_xaf: 700, reference: 'VIR 118', paid_to: 'bank account', reason };
  const asked = await settle(paid);
  assert.equal(asked.status, 202, asked.text);
  assert.deepEqual(await moneyOf('neighbour'), before);
  const approving = `/internal/v1/changes/${bodyOf(asked)['change_id']}/approve`;
  const approved = await service.call('POST', approving, { headers: admin, json: {} });
  assert.equal(approved.status, 200, approved.text);
  const after = await moneyOf('neighbour');
  assert.equal(after['owed_xaf'], before['owed_xaf']);
  assert.equal(after['settled_xaf'], 700);
  assert.equal(Number(after['left_xaf']) + 700, after['owed_xaf']);
  const { code } = bodyOf(await settle(paid));
  assert.equal(code, 'settled_already', 'a reference counts once');
});

test('a settlement is at most what is owed and not promised to players', async () => {
  const { left_xaf, promised_xaf } = await moneyOf('neighbour');
  const free = Number(left_xaf) - Number(promised_xaf);
  const paid = { reference: 'VIR 119', paid_to: 'bank account', reason };
  const refused = await settle({ ...paid, amount_xaf: free + 1 });
  assert.deepEqual([refused.status, bodyOf(refused)['code']], [409, 'more_than_owed']);
  assert.equal((await settle({ ...paid, amount_xaf: free })).status, 202);
});

test('a settlement has its own kind in the statement and in the report of the day', async () => {
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const path = `/api/v1/statement?from=${today}&to=${today}`;
  const { items } = bodyOf(await service.call('GET', path, { headers: neighbour }));
  const settled = (items as readonly Json[]).filter(({ kind }) => kind === 'settlement');
  assert.deepEqual(
    settled.map((one) => [one['amount_xaf'], one['reference'], one['service_tx_id']]),
    [[-700, 'VIR 118', null]],
  );
  const day = `/internal/v1/closings/${today}`;
  const { applications } = bodyOf(await service.call('GET', day, { headers: finance }));
  const { total } = applications as { readonly total: Json };
  assert.equal(total['settled_xaf'], -700);
});

test('a settlement that nobody has decided, or of another amount, is named', async () => {
  const findings = async () => {
    const { proofs } = await verifyBooks(database);
    return proofs.find(({ name }) => name === 'settlements_are_decided')?.count;
  };
  assert.equal(await findings(), 0);
  const forge = `update book_entries set amount_cents = 60000 where rule = 'application_settled'`;
  await tamper(database, [forge]);
  assert.equal(await findings(), 1);
});

async function moneyOf(name: string): Promise<Json> {
  const path = '/internal/v1/application-money';
  const { items } = bodyOf(await service.call('GET', path, { headers: finance }));
  return (items as readonly Json[]).find((one) => one['name'] === name) ?? {};
}

function settle(json: Json) {
  const path = '/internal/v1/application-money/neighbour/settlements';
  return service.call('POST', path, { headers: finance, json });
}
