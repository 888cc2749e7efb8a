import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { insertEntries } from '../../src/db/books/entries.ts';
import { listReportedEntries } from '../../src/db/books/reports.ts';
import { listLastDays } from '../../src/db/finance/day-report.ts';
import { askRequest } from '../../src/db/provider-requests/request-schedule.ts';
import { postEntry, postPaidFailure } from '../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { setFeeBearer } from '../../src/flows/books/adjust-books.ts';
import { importStatement } from '../../src/flows/finance/import-statement.ts';
import { reportDay } from '../../src/flows/finance/report-day.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import type { Connectors } from '../../src/flows/providers/connectors.ts';
import { bookMove } from '../../src/flows/receipts/booking/book-move.ts';
import { readFeeCents } from '../../src/providers/wire.ts';
import { loadStatementMappings } from '../../src/settings/statement-mappings.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import {
  addMtn,
  createApproved,
  giveGoodPast,
  passTime,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { create, DEPOSITS, forceState, read } from '../support/transactions/payments.ts';

// What a provider keeps of a payment, as its own status says it.

const LINE = '670009999';
const WALLET = `mtn:+237${LINE}`;
const APPLICATION = `application ${DEFAULT_APPLICATION_ID}`;
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: LINE } });
await giveGoodPast(database, ['mtn-main']);

/** The provider's successes say what it kept. */
async function askWith(feeCents: number | null): Promise<void> {
  await passTime(database, 60_000);
  const { connectors } = service.payments;
  const saying: Connectors = {
    ...connectors,
    find: async (id) => {
      const connected = await connectors.find(id);
      if (connected === null) return null;
      const { connector } = connected;
      const ask: typeof connector.ask = async (order, call) => {
        const answer = await connector.ask(order, call);
        return answer.kind === 'succeeded' ? { ...answer, feeCents } : answer;
      };
      return { ...connected, connector: { ...connector, ask } };
    },
  };
  while ((await service.takeSteps({ connectors: saying })) > 0);
}

async function deposit(): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn: '+237670000001' });
  approveLast();
  return id;
}

function approveLast(): void {
  const waiting = operator.ledger.payments().find(({ state }) => state === 'pending');
  assert.ok(waiting);
  operator.approve(waiting.reference);
}

async function idOf(id: string): Promise<string> {
  return String((await read(service, id))['provider_tx_id']);
}

test('what a status says was kept of a deposit leaves the wallet as a fee, in hundredths', async () => {
  const paid = { [`wallet ${WALLET}`]: 487.5, [APPLICATION]: -500, 'operator_fees ': 12.5 };
  await assertBooksChange(database, paid, async () => {
    await deposit();
    await askWith(1_250);
  });
});

test('a fee that is reported again, or later as another, is booked once', async () => {
  const paid = { [`wallet ${WALLET}`]: 490, [APPLICATION]: -500, 'operator_fees ': 10 };
  await assertBooksChange(database, paid, async () => {
    const id = await deposit();
    await askWith(1_000);
    await database.query({
      text: 'update submissions set next_step_at = app_now() where transaction_id = $1',
      values: [id],
    });
    await askWith(2_000);
  });
});

test('a success that still lacks the operator’s id has its fee booked with the id', async () => {
  const id = await deposit();
  operator.faults.add('collect_status', { kind: 'nameless' });
  await assertBooksChange(database, { [`wallet ${WALLET}`]: 500, [APPLICATION]: -500 }, () =>
    askWith(300),
  );
  operator.faults.clear();
  await assertBooksChange(database, { [`wallet ${WALLET}`]: -3, 'operator_fees ': 3 }, () =>
    askWith(300),
  );
  const [entry] = await database.query<{ readonly cause: string }>({
    text: `select cause from book_entries where rule = 'fee_charged' and amount_cents = 300`,
  });
  assert.equal(entry?.cause, `payment:mtn:${await idOf(id)}`);
});

/** Asks until the question ends without the operator's id, so that the fee has none either. */
async function chargeWithoutId(feeCents: number): Promise<void> {
  const faults = ['collect_status', 'transfer_status'] as const;
  for (const what of faults) operator.faults.add(what, { kind: 'nameless' });
  await askWith(feeCents);
  await passTime(database, 3_700_000);
  await askWith(feeCents);
  operator.faults.clear();
}

async function askAgain(id: string, feeCents: number | null): Promise<void> {
  assert.ok(await askRequest(database, id));
  await askWith(feeCents);
}

async function bearFees(bearsFees: boolean): Promise<void> {
  assert.ok(await setFeeBearer({ database }, COMMAND_LINE, { name: 'default', bearsFees }));
}

for (const later of [700, 900, null]) {
  test(`a fee that was booked before the operator’s id is booked once, and then ${later} is said`, async () => {
    await bearFees(true);
    const id = await deposit();
    const paid = { [`wallet ${WALLET}`]: 492.5, [APPLICATION]: -492, 'rounding ': -0.5 };
    await assertBooksChange(database, paid, () => chargeWithoutId(750));
    await assertBooksChange(database, {}, () => askAgain(id, later));
    await assertBooksChange(database, {}, () => askAgain(id, later));
    assert.equal(await feeUnder(`payment:mtn:${await idOf(id)}`), 750);
    await bearFees(false);
  });
}

test('the fee of a payout that is named late is booked once', async () => {
  const paid = { [`wallet ${WALLET}`]: -507, [APPLICATION]: 500, 'operator_fees ': 7 };
  let id = '';
  await assertBooksChange(database, paid, async () => {
    id = await createApproved(service, { msisdn: '+237670000002' });
    await askWith(null);
    approveLast();
    await chargeWithoutId(700);
    await askAgain(id, 700);
  });
  assert.equal(await feeUnder(`payment:mtn:${await idOf(id)}`), 700);
});

async function feeUnder(cause: string): Promise<number | null> {
  const [row] = await database.query<{ readonly cents: number }>({
    text: `select amount_cents::float8 as cents from book_entries
           where rule = 'fee_charged' and cause = $1`,
    values: [cause],
  });
  return row?.cents ?? null;
}

test('the fee of a payout is charged to the application that bears its fees', async () => {
  const bear = (bearsFees: boolean) =>
    setFeeBearer({ database }, COMMAND_LINE, { name: 'default', bearsFees });
  assert.ok(await bear(true));
  const paid = { [`wallet ${WALLET}`]: -525, [APPLICATION]: 525 };
  await assertBooksChange(database, paid, async () => {
    await createApproved(service, { msisdn: '+237670000002' });
    await askWith(2_500);
    approveLast();
    await askWith(2_500);
  });
  await bear(false);
});

/** A payout that its provider has, and of which nobody knows yet what became of it. */
async function holdPayout(): Promise<string> {
  const id = await createApproved(service, { msisdn: '+237670000002' });
  await askWith(null);
  await forceState(database, id, 'requires_manual_resolution');
  return id;
}

async function decide(id: string, decision: 'confirm' | 'reject'): Promise<void> {
  const people = await Promise.all([addPerson(database, 'agent'), addPerson(database, 'agent')]);
  for (const person of people) {
    const headers = await scriptHeaders(database, person);
    const json = { decision, reason: 'By the statement.' };
    await service.call('POST', `/internal/v1/transactions/${id}/resolve`, { headers, json });
  }
}

for (const isNamed of [true, false]) {
  const named = isNamed ? 'under its id' : 'without its id';
  test(`the fee of a payout that counts as failed is booked once, ${named}`, async () => {
    await bearFees(true);
    const id = await holdPayout();
    await decide(id, 'reject');
    const paid = { [`wallet ${WALLET}`]: -507, 'disputed ': 500, 'operator_fees ': 7 };
    await assertBooksChange(database, paid, async () => {
      approveLast();
      if (!isNamed) operator.faults.add('transfer_status', { kind: 'nameless' });
      await askWith(700);
      operator.faults.clear();
    });
    await assertBooksChange(database, {}, () => askAgain(id, 700));
    assert.equal(await reportedFee(id), '700');
    await bearFees(false);
  });
}

/** What the report of the day says, in hundredths. */
async function reportedFee(id: string): Promise<string | undefined> {
  const days = await listLastDays(database, { days: 1 });
  const { payouts } = await reportDay(database, days[0] ?? '');
  return payouts.find((one) => one.id === id)?.feeCents;
}

test('the fees of an account’s report add up to what the wallet was charged', async () => {
  const days = await listLastDays(database, { days: 5 });
  const page = { from: days[0] ?? '', to: days[4] ?? '', after: null, limit: 1_000 };
  const rows = await listReportedEntries(database, { kind: 'wallet', key: WALLET }, page);
  const sum = (figures: readonly (string | null)[]) =>
    figures.reduce((all, cents) => all + Number(cents ?? 0), 0);
  const charged = rows.filter(({ rule }) => rule.startsWith('fee_'));
  assert.ok(charged.length > 0);
  const inColumn = sum(rows.map(({ feeCents }) => feeCents));
  assert.equal(inColumn, -sum(charged.map(({ cents }) => cents)));
  const one = charged.find(({ rule }) => rule === 'fee_charged') ?? assert.fail();
  await insertEntries(database, [postEntry('fee_was_forged', one.cause)]);
  const after = await listReportedEntries(database, { kind: 'wallet', key: WALLET }, page);
  assert.equal(sum(after.map(({ feeCents }) => feeCents)), inColumn + Number(one.cents));
});

test('the fee by the text of a payout that its provider reported as paid too late is booked', async () => {
  const id = await holdPayout();
  await decide(id, 'reject');
  approveLast();
  await askWith(null);
  const [paid] = await database.query<{ readonly id: string }>({
    text: 'select operator_tx_id as id from given_back where cause = $1',
    values: [`transaction:${id}`],
  });
  const move = {
    operator: 'mtn',
    operatorTxId: paid?.id ?? '',
    direction: 'out',
    other: '+237670000002',
    amountXaf: 500,
    feeCents: 700,
    operatorTime: new Date(),
    isBetweenOwn: false,
  } as const;
  const tell = () =>
    database.atomically((connection) =>
      bookMove(connection, { wallet: WALLET, move, smsId: null }),
    );
  const kept = { [`wallet ${WALLET}`]: -7, 'operator_fees ': 7 };
  await assertBooksChange(database, kept, tell);
  await assertBooksChange(database, {}, tell);
});

test('the fee of a payout that is held is booked once, whenever staff confirm it', async () => {
  let id = '';
  const under = { [APPLICATION]: 500, 'payouts_under_way ': -500 };
  const kept = { [`wallet ${WALLET}`]: -7, 'operator_fees ': 7 };
  await assertBooksChange(database, { ...under, ...kept }, async () => {
    id = await holdPayout();
    approveLast();
    await askWith(700);
  });
  const left = { [`wallet ${WALLET}`]: -500, 'payouts_under_way ': 500 };
  await assertBooksChange(database, left, () => decide(id, 'confirm'));
  await assertBooksChange(database, {}, () => askAgain(id, 700));
});

test('a fee is a difference if the statement has another one, or the status has none', async () => {
  const same = await deposit();
  await askWith(1_000);
  const other = await deposit();
  await askWith(1_000);
  const silent = await deposit();
  await askWith(null);
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const lines = await Promise.all(
    [same, other, silent].map(async (id, index) => {
      const fee = [10, 20, 10][index];
      return `${await idOf(id)};${at};Successful;670000001;${LINE};500;${fee}`;
    }),
  );
  const content = Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...lines, ''].join('\n'));
  const mappings = loadStatementMappings('mtn', null);
  const file = {
    wallet: WALLET,
    operator: 'mtn',
    fileName: 'fees.csv',
    content,
    mappings,
  } as const;
  const imported = await importStatement({ database }, COMMAND_LINE, file);
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
  const found = await database.query<{ readonly id: string; readonly kind: string }>({
    text: `select operator_tx_id as id, kind from statement_differences where kind like 'fee_%'`,
  });
  assert.deepEqual(
    new Map(found.map(({ id, kind }) => [id, kind])),
    new Map([
      [await idOf(other), 'fee_differs'],
      [await idOf(silent), 'fee_not_reported'],
    ]),
  );
});

test('a fee is read in hundredths, and one with more digits is not', () => {
  const read = (fee: unknown) => readFeeCents({ fee }, 'fee');
  assert.deepEqual(
    ['12', '12.5', '12.50', 12.5, '0', '12.500'].map(read),
    [1_200, 1_250, 1_250, 1_250, 0, 1_250],
  );
  for (const fee of ['12.505', 0.125, '-1', '1,5', 'None', '', null, true, '1e3']) {
    assert.equal(read(fee), null, String(fee));
  }
});

test('the books hold with the fees of providers', async () => {
  assert.deepEqual((await verifyBooks(database)).findings, []);
});

test('a failed payout that a statement says was paid left the wallet at the line’s time', () => {
  const operatorTime = new Date('2026-11-01T10:00:00Z');
  const paid = { id: 'x', amountXaf: 500, operator: 'mtn', operatorTxId: null, operatorTime };
  assert.deepEqual(
    postPaidFailure(paid).map(({ valueAt }) => valueAt),
    [operatorTime],
  );
});
