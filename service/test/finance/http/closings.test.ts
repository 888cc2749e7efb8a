import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { postPayment } from '../../../src/domain/books/posting.ts';
import { nextDay } from '../../../src/domain/finance/closing.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const headers = await scriptHeaders(database, await addPerson(database, 'finance'));

test('a person closes the days that are over, once, and the audit log says who', async () => {
  const payment = { operator: 'mtn', line: '+237670000000', feeCents: 1_250, operatorTime: null };
  const paid = postPayment({ ...payment, operatorTxId: '1', amountXaf: 500 });
  await insertEntries(database, paid);
  // At noon of the last day that may be closed: a day is, 15 minutes after its end in Douala.
  const day = `((app_now() - interval '15 minutes') at time zone 'Africa/Douala')::date - 1`;
  const noon = `(${day} + time '12:00') at time zone 'Africa/Douala'`;
  await tamper(database, [`update book_entries set booked_at = ${noon}`]);
  const close = () => service.call('POST', '/internal/v1/closings', { headers, json: {} });
  const { closed } = bodyOf(await close()) as { readonly closed: readonly string[] };
  assert.equal(closed.length, 1);
  assert.equal(bodyOf(await close())['code'], 'day_not_over');
  const listed = bodyOf(await service.call('GET', '/internal/v1/closings', { headers }));
  const [item] = listed['items'] as readonly Record<string, unknown>[];
  assert.deepEqual([item?.['day'], item?.['wallets_xaf']], [closed[0], 487.5]);
  const open = listed['open'] as Record<string, string>;
  assert.deepEqual(
    [open['from'], open['last_over'], open['waits_for']],
    [nextDay(String(closed[0])), closed[0], null],
    'the day after it is open, and not over',
  );
  const { items } = bodyOf(await service.call('GET', '/internal/v1/wallets/days', { headers }));
  const moved = (items as readonly Record<string, number>[]).filter((one) => one['in_xaf'] !== 0);
  assert.deepEqual(moved, [{ day: closed[0], in_xaf: 500, out_xaf: 0, fees_xaf: -12.5 }]);
  const rows = await database.query<{ readonly actor: string }>({
    text: `select actor from audit_log where action = 'books.close'`,
  });
  assert.match(rows[0]?.actor ?? '', /^finance </);
});
