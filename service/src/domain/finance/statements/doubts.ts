import { normaliseLine } from '../../lines/line.ts';
import type { Message } from '../../messages/message.ts';
import { namesFee, namesReversal } from './column-contents.ts';
import type { SheetRow } from './find-table.ts';
import type { StatementMapping } from './mapping.ts';
import { partyOf, type StatementLine } from './read-line.ts';

/** Fewer lines may well be of one person, or fees of the account. */
const FEWEST_LINES = 5;
const LARGE_SHARE = 0.5;
/** Where each payment has a fee row, a half or more of the lines are fees. */
const FEE_SHARE = 0.2;

interface Doubtful {
  readonly lines: readonly StatementLine[];
  readonly rows: readonly SheetRow[];
  /** What stands on other sheets of the file. */
  readonly covers: readonly SheetRow[];
  /** Our own. */
  readonly number: string;
}

/** What balances and sums do not show: of whom the lines are, and whether they are payments. */
export function doubtsOf(read: Doubtful): readonly Message[] {
  return [...accountDoubts(read), ...reversalDoubts(read), ...doubtsOfLeft(read)];
}

function accountDoubts(read: Doubtful): readonly Message[] {
  const { above, inColumns, isOurs } = cellsNamingAccounts(read);
  const [text] = accountsIn([...above, ...inColumns]);
  if (text === undefined || isOurs) return [];
  return [{ code: 'statement_of_other_number', params: { text } }];
}

/**
 * The account of which a statement is, if that is another one and the mapping does not expect it.
 * A cell above the table counts if it has nothing but the number: a text may name anyone.
 */
export function findOtherAccount(read: Doubtful, mapping: StatementMapping): Message | null {
  const { above, inColumns, isOurs } = cellsNamingAccounts(read);
  const known = accountsIn([
    ...Object.values(mapping.expected ?? {}).flat(),
    ...(mapping.expectedAbove ?? []),
  ]);
  if (isOurs || !accountsIn([...above, ...inColumns]).isDisjointFrom(known)) return null;
  const [text] = accountsIn([...above.filter((cell) => WHOLE_NUMBER.test(cell)), ...inColumns]);
  return text === undefined ? null : { code: 'statement_of_other_number', params: { text } };
}

const WHOLE_NUMBER = /^\s*\+?\d[\d ]{7,}\s*$/;

/**
 * The account whose statement it is stands above the table, on a cover, or in a column that never
 * changes; in one that names the other side it may be the only customer. A statement of ours names
 * us there, or in each line, on one side or the other.
 */
function cellsNamingAccounts({ lines, rows, covers, number }: Doubtful) {
  const read = new Set(lines.map(({ row }) => row));
  const [firstRow = 0] = read;
  const above = [...covers, ...rows.filter(({ row }) => row < firstRow)].flatMap(
    ({ cells }) => cells,
  );
  const payments = rows.filter(({ row }) => read.has(row)).map(({ cells }) => cells);
  const [first = [], ...others] = payments;
  const isMany = others.length + 1 >= FEWEST_LINES;
  const parties = new Set(lines.map(({ other }) => other));
  const inColumns = first.filter(
    (cell, place) =>
      isMany && others.every((cells) => cells[place] === cell) && !parties.has(partyOf(cell)),
  );
  const isOwn = (cell: string) => partyOf(cell) === normaliseLine(number);
  const isOurs = above.some(isOwn) || payments.every((cells) => cells.some(isOwn));
  return { above, inColumns, isOurs };
}

function accountsIn(cells: readonly string[]): ReadonlySet<string> {
  const accounts = cells.flatMap((cell) => partyOf(cell) ?? []);
  return new Set(accounts.filter((account) => account.startsWith('+237')));
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
