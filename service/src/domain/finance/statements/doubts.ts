import { normaliseLine } from '../../lines/line.ts';
import type { Message } from '../../messages/message.ts';
import { namesFee, namesReversal } from './column-contents.ts';
import type { SheetRow } from './find-table.ts';
import { partyOf, type StatementLine } from './read-line.ts';

/** Fewer lines may well be of one person, or fees of the account. */
const FEWEST_LINES = 5;
const LARGE_SHARE = 0.5;
/** Where each payment has a fee row, a half or more of the lines are fees. */
const FEE_SHARE = 0.2;

interface Doubtful {
  readonly lines: readonly StatementLine[];
  readonly rows: readonly SheetRow[];
  /** Our own. */
  readonly number: string;
}

/** What balances and sums do not show: of whom the lines are, and whether they are payments. */
export function doubtsOf(read: Doubtful): readonly Message[] {
  return [...accountDoubts(read), ...reversalDoubts(read), ...doubtsOfLeft(read)];
}

/** The account whose statement it is stands above the table, or in a column that never changes. */
function accountDoubts({ lines, rows, number }: Doubtful): readonly Message[] {
  const own = normaliseLine(number);
  const read = new Set(lines.map(({ row }) => row));
  const [firstRow = 0] = read;
  const above = rows.filter(({ row }) => row < firstRow).flatMap(({ cells }) => cells);
  const [first, ...others] = rows.filter(({ row }) => read.has(row)).map(({ cells }) => cells);
  const isMany = others.length + 1 >= FEWEST_LINES;
  const constant = (first ?? []).filter((cell, place) =>
    others.every((cells) => cells[place] === cell),
  );
  const accounts = new Set(
    [...above, ...(isMany ? constant : [])]
      .flatMap((cell) => partyOf(cell) ?? [])
      .filter((account) => account.startsWith('+237')),
  );
  const [text] = accounts;
  if (text === undefined || accounts.has(own)) return [];
  return [{ code: 'statement_of_other_number', params: { text } }];
}

/** What came back would count as a payment of a player, under an id of its own. */
function reversalDoubts({ lines, rows }: Doubtful): readonly Message[] {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const isUnpaired = ({ row, operatorTxId, direction, isFailed }: StatementLine) => {
    const cells = cellsOf.get(row) ?? [];
    const hasOwnId = cells.some((cell) => cell.trim() === operatorTxId);
    const isPair = (one: StatementLine) =>
      one.operatorTxId === operatorTxId && one.direction !== direction;
    return !isFailed && hasOwnId && cells.some(namesReversal) && !lines.some(isPair);
  };
  const rowsOf = lines.filter(isUnpaired).map(({ row }) => row);
  const text = rowsOf.slice(0, ROWS_NAMED).join(', ');
  return text === '' ? [] : [{ code: 'statement_reversals_as_payments', params: { text } }];
}

const ROWS_NAMED = 5;

function doubtsOfLeft(read: Doubtful): readonly Message[] {
  const left = read.lines.filter(({ direction, isFailed }) => direction === 'out' && !isFailed);
  if (left.length < FEWEST_LINES) return [];
  return [...partyDoubts(left, read), ...feeDoubts(left, read)];
}

/** A column that names us, or an account of the operator, has the same number again and again. */
function partyDoubts(left: Doubtful['lines'], { number }: Doubtful): readonly Message[] {
  const own = normaliseLine(number);
  const counts = Map.groupBy(left, ({ other }) => other);
  counts.delete(null);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return [];
  const [text, { length }] = most;
  const percent = Math.round((length / left.length) * 100);
  if (text === null || length / left.length < LARGE_SHARE) return [];
  return text === own
    ? [{ code: 'statement_party_is_own', params: { percent } }]
    : [{ code: 'statement_party_repeats', params: { percent, text } }];
}

/** Balances follow also where the fee of each payment is read as a payment of its own. */
function feeDoubts(left: Doubtful['lines'], { rows }: Doubtful): readonly Message[] {
  const fees = new Set(rows.filter(({ cells }) => cells.some(namesFee)).map(({ row }) => row));
  const count = left.filter(({ row }) => fees.has(row)).length;
  const isMany = count >= FEWEST_LINES && count / left.length >= FEE_SHARE;
  return isMany
    ? [
        {
          code: 'statement_fees_as_payments',
          params: { percent: Math.round((count / left.length) * 100) },
        },
      ]
    : [];
}
