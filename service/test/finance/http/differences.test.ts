import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { postPayment, postReversal } from '../../../src/domain/books/posting.ts';
import { postMove } from '../../../src/domain/books/wallet-move.ts';
import { DIFFERENCE_KINDS } from '../../../src/domain/finance/line-record.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { importStatement } from '../../../src/flows/finance/import-statement.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const fanta = await addPerson(database, 'finance');

const OUTSIDE = { kind: 'outside' } as const;
const DIRECTIONS = { in: DEPOSITS, out: WITHDRAWALS } as const;
type Way = keyof typeof DIRECTIONS;
type Made = Readonly<Record<'id' | 'operatorTxId', string>>;

/** A transaction with the operator's id that its line has. */
async function make(way: Way, outcome: string, unnamed = ''): Promise<Made> {
  const { service_tx_id: id } = await create(service, DIRECTIONS[way]);
  await simulate(service, id, outcome);
  const [made] = await database.query<{ readonly name: string }>({
    text: `update transactions set provider_tx_id = coalesce(provider_tx_id, $2) where id = $1
           returning provider_tx_id as name`,
    values: [id, unnamed],
  });
  return { id, operatorTxId: made?.name ?? '' };
}

/** One transaction or payment for each kind; 500 of each, where we have it. */
async function makeAll(way: Way): Promise<Readonly<Record<string, string>>> {
  const reversed = await make(way, 'succeeded');
  const { id: transactionId, operatorTxId } = reversed;
  await insertEntries(database, postReversal({ operator: 'mtn', operatorTxId, transactionId }));
  return {
    paid_not_ours: `paid-${way}`,
    not_on_statement: (await make(way, 'succeeded')).operatorTxId,
    amount_differs: (await make(way, 'succeeded')).operatorTxId,
    fee_differs: `fee-${way}`,
    fee_not_reported: (await make(way, 'succeeded')).operatorTxId,
    paid_though_failed: (await make(way, 'failed', `failed-${way}`)).operatorTxId,
    failed_though_paid: (await make(way, 'succeeded')).operatorTxId,
    taken_back: operatorTxId,
    lines_disagree: (await make(way, 'succeeded')).operatorTxId,
    // The id of what went the other way.
    reversed: (await make(way === 'in' ? 'out' : 'in', 'succeeded')).operatorTxId,
  };
}

const made = { in: await makeAll('in'), out: await makeAll('out') };
const [row] = await database.query<{ readonly wallet: string }>({
  text: `select a.key as wallet from book_entries e join book_accounts a on a.id = e.debit
         where e.rule = 'payment_in' limit 1`,
});
const wallet = row?.wallet ?? '';
const own = wallet.split(':')[1] ?? '';

function timeAt(ms: number): string {
  return new Date(ms + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

function linesOf(way: Way): readonly string[] {
  return DIFFERENCE_KINDS.filter((kind) => kind !== 'not_on_statement').map((kind) => {
    const status = kind === 'failed_though_paid' ? 'Failed' : 'Successful';
    const parties = way === 'in' ? `670000001;${own}` : `${own};670000001`;
    const amount = kind === 'amount_differs' ? 700 : 500;
    const fee = kind.startsWith('fee_') ? 50 : 0;
    // What is missing is missed only between the first and the last line.
    const at = timeAt(Date.now() + (way === 'in' ? -600_000 : 600_000));
    return `${made[way][kind]};${at};${status};${parties};${amount};${fee}`;
  });
}

test('each difference says whether its money came in or left', async () => {
  const known = { operator: 'mtn', amountXaf: 500, feeCents: 2_500, operatorTime: null };
  await insertEntries(database, [
    ...postPayment({ ...known, operatorTxId: 'fee-in', line: own }),
    ...postMove({ ...known, operatorTxId: 'fee-out', direction: 'out' }, wallet, OUTSIDE),
  ]);
  const head = 'Id;Date;Status;From;To;Amount;Fee';
  const lines = [...linesOf('in'), ...linesOf('out')];
  const disagreeing = new Set([made.in['lines_disagree'], made.out['lines_disagree']]);
  const said = lines.filter((line) => disagreeing.has(line.split(';')[0]));
  const others = said.map((line) => line.replace('670000001', '670000002'));
  for (const some of [lines, others]) {
    const content = Buffer.from([head, ...some, ''].join('\n'));
    const mappings = loadStatementMappings('mtn', null);
    const file = { wallet, operator: 'mtn', fileName: 'mars.csv', content, mappings } as const;
    const imported = await importStatement({ database }, COMMAND_LINE, file);
    assert.equal(imported.kind, 'imported', JSON.stringify(imported));
  }

  const headers = await scriptHeaders(database, fanta);
  const answer = await service.call('GET', '/internal/v1/differences', { headers });
  const items = bodyOf(answer)['items'] as readonly Json[];
  const reported = items.map(
    ({ operator_tx_id: id, kind, direction }) => [String(id), [kind, direction]] as const,
  );
  const expected = (['in', 'out'] as const).flatMap((way) =>
    DIFFERENCE_KINDS.map((kind) => [made[way][kind], [kind, way]] as const),
  );
  assert.deepEqual(Object.fromEntries(reported), Object.fromEntries(expected));
});
