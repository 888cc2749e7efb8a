import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import type { Database, Statement } from '../../../src/db/client.ts';
import { listLastDays } from '../../../src/db/finance/day-report.ts';
import { postPaidFailure } from '../../../src/domain/books/posting.ts';
import { toXaf, writeDayRows } from '../../../src/domain/finance/day-report.ts';
import { DIFFERENCE_KINDS } from '../../../src/domain/finance/line-record.ts';
import { createFigures } from '../../../src/flows/finance/load-figures.ts';
import { reportDay } from '../../../src/flows/finance/report-day.ts';
import { readXlsx } from '../../../src/spreadsheets/read-xlsx.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

// A day, tried out in the sandbox as the documents say.

const service = await startTestService();
const { database } = service;
const person = await addPerson(database, 'finance');
/** Anew each time: the clock is moved past the end of a session. */
const asFinance = async () => ({ headers: await scriptHeaders(database, person) });
const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });
const day = await goToTheMorning();

/** Begins at ten o'clock, as a day ends and is closed at midnight; returns the day. */
async function goToTheMorning(): Promise<string> {
  const asked = {
    text: `select local::date::text as day, 1 + (33 - extract(hour from local)::int) % 24 as hours
           from (select app_now() at time zone 'Africa/Douala' as local) as now`,
  };
  type Now = { readonly day: string; readonly hours: number };
  const [before] = await database.query<Now>(asked);
  await momo('sandbox', 'clock', '--forward', String(before?.hours ?? 0));
  const [now] = await database.query<Now>(asked);
  return now?.day ?? '';
}

async function make(path: string, amountXaf: number): Promise<string> {
  const { service_tx_id: id } = await create(service, path, { amount_xaf: amountXaf });
  await simulate(service, id, 'succeeded');
  return id;
}

const [, payout] = [await make(DEPOSITS, 5_000), await make(WITHDRAWALS, 1_500)];
const { service_tx_id: open } = await create(service, DEPOSITS);

const reportOf = async (of = day) =>
  bodyOf(await service.call('GET', `/internal/v1/closings/${of}`, await asFinance()));

test('a day that is not over is shown as far as it is known, and says why it stays open', async () => {
  assert.equal((await reportOf())['signed_off'], null);
  const { stdout } = await momo('books', 'close');
  assert.match(stdout, /^nothing to close: the next day can be closed from .*23:15:00.000Z on/);
  const asked = { ...(await asFinance()), json: {} };
  const close = await service.call('POST', '/internal/v1/closings', asked);
  assert.equal(bodyOf(close)['code'], 'day_not_over');
});

test('a day that does not exist is refused, and not asked of the database', async () => {
  for (const none of ['2026-02-30', '2026-13-01', '8722-22-80', '0000-01-01']) {
    for (const path of [`closings/${none}`, `closings/${none}/file`]) {
      const { status } = await service.call('GET', `/internal/v1/${path}`, await asFinance());
      assert.equal(status, 422, path);
    }
    const asked = { ...(await asFinance()), json: { day: none } };
    assert.equal((await service.call('POST', '/internal/v1/closings', asked)).status, 422, none);
  }
});

test('a day waits for a deposit whose deadline was in it, and its name is said', async () => {
  assert.match((await momo('sandbox', 'clock', '--forward', '24')).stdout, /^it is 20/);
  const { stdout } = await momo('books', 'close');
  assert.equal(
    stdout,
    `nothing to close: deposit ${open}, whose deadline was in it, is still open\n`,
  );
  await simulate(service, open, 'failed');
  assert.match((await momo('books', 'close', day)).stdout, new RegExp(`^closed ${day}`));
  assert.match(
    (await momo('books', 'close', day)).stdout,
    /^nothing to close: it is closed already/,
  );
});

test('the report of a day has opening, in, out, fees, other and closing, and who closed it', async () => {
  const report = await reportOf();
  assert.match(String((report['signed_off'] as Json)['by']), /momo|command/);
  const { total, items } = report['wallets'] as { readonly total: Json; readonly items: Json[] };
  const figures = { opening_xaf: 0, in_xaf: 5_000, out_xaf: -1_500, fees_xaf: 0, other_xaf: 0 };
  assert.partialDeepStrictEqual(total, { ...figures, closing_xaf: 3_500 });
  for (const one of items) {
    const { name: _, closing_xaf: closing, ...parts } = one as Record<string, number>;
    assert.equal(
      Object.values(parts).reduce((a, b) => a + b, 0),
      closing,
    );
  }
  const [platform] = (report['applications'] as { readonly items: Json[] }).items;
  assert.doesNotMatch(String(platform?.['name']), /^[0-9a-f-]{36}$/);
  assert.equal(platform?.['closing_xaf'], 3_500);
  const [paid] = report['payouts'] as readonly Json[];
  assert.partialDeepStrictEqual(paid, { id: payout, xaf: 1_500, fee_xaf: 0 });
  assert.ok(paid?.['operator_tx_id']);
  assert.equal(report['payouts_xaf'], 1_500);
});

test('money by day agrees with the report of each day, also where a deposit was made a day before', async () => {
  const { service_tx_id: late } = await create(service, DEPOSITS, { amount_xaf: 700 });
  await momo('sandbox', 'clock', '--forward', '24');
  await simulate(service, late, 'succeeded');
  await momo('sandbox', 'clock', '--forward', '24');
  const days = async () => {
    const answer = await service.call('GET', '/internal/v1/wallets/days', await asFinance());
    return bodyOf(answer)['items'] as readonly Record<string, number | string>[];
  };
  assert.deepEqual(await days(), await days());
  const moved = (await days()).filter((one) => one['in_xaf'] !== 0 || one['out_xaf'] !== 0);
  assert.equal(moved.length, 2);
  for (const { day: of, ...figures } of moved) {
    const { total } = (await reportOf(String(of)))['wallets'] as { readonly total: Json };
    assert.partialDeepStrictEqual(total, figures);
  }
});

test('the same is a workbook, in French and in English, over HTTP and on the machine', async () => {
  for (const [language, heading] of [
    ['en', 'Opening'],
    ['fr', 'Ouverture'],
  ] as const) {
    const path = `/internal/v1/closings/${day}/file?language=${language}`;
    const answer = await service.call('GET', path, await asFinance());
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers.get('content-type')), /spreadsheetml/);
    const output = join(tmpdir(), `momo-day-${process.pid}-${language}.xlsx`);
    const written = await momo('books', 'day', day, '--language', language, '--output', output);
    assert.equal(written.code, 0, written.output);
    const rows = [...readXlsx(await readFile(output)).rows];
    assert.ok(JSON.stringify(rows).includes(heading));
    const { stdout } = await momo('books', 'day', day, '--language', language);
    assert.ok(stdout.includes(heading) && stdout.includes(payout), stdout);
  }
});

const todayIs = async () => {
  const [row] = await database.query<{ readonly day: string }>({
    text: `select (app_now() at time zone 'Africa/Douala')::date::text as day`,
  });
  return row?.day ?? '';
};

test('every open difference is shown with the amount in doubt, alike on the screen and in the file', async () => {
  const today = await todayIs();
  await database.query({
    text: `insert into statement_differences (wallet, kind, operator, operator_tx_id, ours_cents,
                                              theirs_cents, at, found_at)
           select 'mtn:1', kind, 'mtn', 'D' || kind, 70000,
                  case when right(kind, 8) = '_differs' then 20000 else 70000 end,
                  app_now(), app_now()
           from unnest($1::text[]) kind`,
    values: [DIFFERENCE_KINDS],
  });
  const report = await reportOf(today);
  const shown = report['statement_differences'] as readonly Json[];
  const kinds = DIFFERENCE_KINDS.map((kind) => [kind, kind.endsWith('_differs') ? 500 : 700]);
  assert.deepEqual(
    Object.fromEntries(shown.map(({ kind, xaf }) => [kind, xaf])),
    Object.fromEntries(kinds),
  );
  assert.equal(shown.length, kinds.length);
  assert.equal(report['statement_differences_count'], kinds.length);
  const rows = writeDayRows(await reportDay(database, today), 'en');
  for (const [kind, xaf] of kinds) {
    const row = rows.find(([, what]) => what === `${kind} D${kind}`);
    assert.equal(row?.[2], xaf, String(kind));
  }
});

test('a payout that was paid though it failed is listed, and counts as money that left', async () => {
  const today = await todayIs();
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 900 });
  await simulate(service, id, 'failed');
  await make(WITHDRAWALS, 600);
  await insertEntries(
    database,
    postPaidFailure({ id, amountXaf: 900, operator: 'mtn', operatorTxId: null }),
  );
  const report = await reportOf(today);
  const listed = report['payouts'] as readonly Json[];
  assert.equal(listed.length, 2);
  assert.deepEqual(Object.fromEntries(listed.map((one) => [one['xaf'], one['is_failed']])), {
    600: false,
    900: true,
  });
  assert.equal(report['payouts_xaf'], 1_500);
  assert.equal((report['wallets'] as { readonly total: Json }).total['out_xaf'], -1_500);
});

test('a list that is cut says so, and its totals are of all', async () => {
  const report = await reportDay(database, await todayIs(), { payouts: 1, differences: 2 });
  assert.deepEqual([report.payouts.length, report.statementDifferences.length], [1, 2]);
  const { count, cents } = report.payoutTotals;
  assert.deepEqual([count, toXaf(BigInt(cents))], [2, 1_500]);
  const rows = writeDayRows(report, 'en');
  const cut = rows.filter(([said]) => said === 'The list is cut: shown, of all');
  assert.deepEqual(
    cut.map(([, ...figures]) => figures),
    [
      [2, DIFFERENCE_KINDS.length],
      [1, 2],
    ],
  );
  assert.deepEqual(rows.at(-1)?.slice(-2), [1_500, 0]);
});

test('a day that is still open is shown at one moment, while payments flow', async () => {
  const [today = ''] = await listLastDays(database, { days: 1 });
  const flowing: Database = {
    ...database,
    atomically: (work) =>
      database.atomically((connection) =>
        work({
          ...connection,
          query: async <Row extends object>(statement: Statement) => {
            const rows = await connection.query<Row>(statement);
            if (statement.text.includes('as closing')) await make(DEPOSITS, 5_000);
            return rows;
          },
        }),
      ),
  };
  const before = (await reportDay(database, today)).wallets;
  assert.deepEqual((await reportDay(flowing, today)).wallets, before);
  assert.notDeepEqual((await reportDay(database, today)).wallets, before);
});

test('Home counts the money of a day as its report does, by when it was booked', async () => {
  const { service_tx_id: early } = await create(service, DEPOSITS, { amount_xaf: 900 });
  await momo('sandbox', 'clock', '--forward', '24');
  await simulate(service, early, 'succeeded');
  await make(WITHDRAWALS, 250);
  const source = createFigures({ database, policy: fixedPolicy(), freshMs: 0 });
  const { today, steps } = await source.load('30d');
  const of = new Date(today.step.getTime() + 12 * 3_600_000).toISOString().slice(0, 10);
  const { total } = (await reportOf(of))['wallets'] as { readonly total: Json };
  assert.partialDeepStrictEqual(total, { in_xaf: 900, out_xaf: -250 });
  for (const figures of [today, steps.at(-1)]) {
    assert.deepEqual([figures?.in_xaf, figures?.out_xaf], [900, 250]);
  }
});
