import type { Answer } from '../http.ts';
import {
  type AskedStatement,
  type ExportedRow,
  exportRows,
  fileAnswer,
  inDouala,
} from '../portal/statement.ts';
import type { MtnState } from './mtn-state.ts';

const HEAD = ['Id', 'Date', 'Status', 'Type', 'From', 'To', 'Amount', 'Fee', 'Balance', 'Currency'];

/** The portal's export of one product's account: CSV, in English. */
export function exportMtn(
  { core }: Pick<MtnState, 'core'>,
  { direction, number }: AskedStatement,
): Answer {
  const payments = core.payments.list().filter((payment) => payment.direction === direction);
  const rows = exportRows(payments, {
    number,
    floatXaf: core.payments.float(direction),
    idOf: ({ details }) => details.financialTransactionId,
  });
  const type = direction === 'collection' ? 'Payment' : 'Transfer';
  const lines = [HEAD, ...rows.map((row) => cellsOf(row, type))];
  const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');
  return fileAnswer(`mtn-${direction}.csv`, 'text/csv; charset=utf-8', `${text}\r\n`);
}

function cellsOf(row: ExportedRow, type: string): readonly string[] {
  const [year, month, day, time] = inDouala(row.at);
  return [
    row.id,
    `${year}-${month}-${day} ${time}`,
    row.isDone ? 'Successful' : 'Failed',
    type,
    `FRI:${row.from.replace('+', '')}/MSISDN`,
    `FRI:${row.to.replace('+', '')}/MSISDN`,
    row.amount.toFixed(2),
    '0.00',
    row.balance === null ? '' : row.balance.toFixed(2),
    'XAF',
  ];
}
