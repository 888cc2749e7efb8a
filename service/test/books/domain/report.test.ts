import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  REPORT_HEADER,
  type ReportedEntry,
  startReport,
} from '../../../src/domain/books/report.ts';

const ENTRY: ReportedEntry = {
  bookedAt: new Date('2026-03-01T10:00:00.000Z'),
  valueAt: new Date('2026-03-01T09:00:00.000Z'),
  rule: 'payment_in',
  cause: 'payment:mtn:MP-1',
  cents: '50000',
  otherAccount: 'unmatched',
  operatorTxId: 'MP-1',
  transactionId: 'T',
  reference: 'order-1',
  application: 'A',
  direction: 'deposit',
  state: 'succeeded',
  playerId: 'P',
  createdAt: new Date('2026-03-01T08:00:00.000Z'),
  settledAt: new Date('2026-03-01T11:00:00.000Z'),
  feeCents: '4448',
  approvedBy: 'ama',
};

test('a row has a value under each name of the header', () => {
  assert.deepEqual(rowOf(ENTRY), {
    booked_at: '2026-03-01T10:00:00.000Z',
    value_at: '2026-03-01T09:00:00.000Z',
    event: 'payment_in',
    operator_id: 'MP-1',
    our_id: 'T',
    reference: 'order-1',
    application: 'A',
    player_id: 'P',
    direction: 'deposit',
    state: 'succeeded',
    created_at: '2026-03-01T08:00:00.000Z',
    settled_at: '2026-03-01T11:00:00.000Z',
    fee_xaf: 44.48,
    approved_by: 'ama',
    other_account: 'unmatched',
    cause: 'payment:mtn:MP-1',
    change_xaf: 500,
    balance_xaf: 600,
  });
});

test('what is not known is empty, not zero', () => {
  const row = rowOf({ ...ENTRY, createdAt: null, settledAt: null, feeCents: null });
  assert.deepEqual([row['created_at'], row['settled_at'], row['fee_xaf']], [null, null, null]);
  assert.equal(rowOf({ ...ENTRY, feeCents: '0' })['fee_xaf'], 0);
});

test('the balance runs on from row to row', () => {
  const write = startReport({ kind: 'wallet', openingCents: 10_000n });
  const balances = ['50000', '-20000', '25'].map((cents) => write({ ...ENTRY, cents }).slice(-2));
  assert.deepEqual(balances, [
    [500, 600],
    [-200, 400],
    [0.25, 400.25],
  ]);
});

test('what is owed to an application is more when it is credited', () => {
  const write = startReport({ kind: 'application', openingCents: -10_000n });
  assert.deepEqual(write({ ...ENTRY, cents: '-50000' }).slice(-2), [500, 600]);
});

function rowOf(entry: ReportedEntry): Readonly<Record<string, unknown>> {
  const cells = startReport({ kind: 'wallet', openingCents: 10_000n })(entry);
  assert.equal(cells.length, REPORT_HEADER.length);
  return Object.fromEntries(REPORT_HEADER.map((name, index) => [name, cells[index]]));
}
