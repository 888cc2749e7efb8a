import type { SealedFacts, State } from '../transactions/transaction.ts';
import { type DaySums, type RowSum, SUMMED_TABLES, type SummedTable } from './closing.ts';

/** A transaction with its history, as a sum sees it. */
export interface SummedTransaction extends Omit<SealedFacts, 'msisdn'> {
  readonly state: State;
  readonly providerTxId: string | null;
  /** Times are numbers: a million dates take seconds to read. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Its lines as `<seq> <from> <to> <trigger>` with commas between them, or `null`. */
  readonly path: string | null;
  /** The times of its lines in milliseconds, with commas between them. */
  readonly times: string | null;
}

/** What never changes about it; erasing a person changes the number. */
export function createdText(row: SummedTransaction): string {
  const { createdAtMs, id, applicationId, playerId, direction, operator, amountXaf } = row;
  const { reference, collectionMode, callbackUrl, line, instructions } = row;
  // PostgreSQL stores no zero character, so no text can pass for two.
  return (
    `${createdAtMs} ${id} ${applicationId} ${playerId} ${direction} ${operator} ${amountXaf}\0` +
    `${reference}\0${collectionMode}\0${callbackUrl}\0${line}\0${instructions}`
  );
}

/**
 * The operator's id of a success, which never changes; one that came later is dated by its coming.
 */
export function namedText({ id, state, providerTxId, updatedAtMs }: SummedTransaction) {
  if (state !== 'succeeded' || providerTxId === null) return null;
  return `${id} ${updatedAtMs} ${providerTxId}`;
}

export interface SummedLines {
  readonly path: string;
  readonly times: string;
}

/** The lines of each part, in their order; `partOf` finds the part of a time. */
export function groupLines<Part>(
  { path, times }: SummedLines,
  partOf: (atMs: number) => Part,
): ReadonlyMap<Part, SummedLines> {
  const at = times.split(',');
  const lines = path.split(',').map((line, index) => ({ line, at: at[index] ?? '' }));
  const groups = [...Map.groupBy(lines, (one) => partOf(Number(one.at)))];
  return new Map(
    groups.map(([part, group]) => [
      part,
      {
        path: group.map(({ line }) => line).join(','),
        times: group.map((one) => one.at).join(','),
      },
    ]),
  );
}

export function firstTime({ times }: SummedLines): number {
  return Number.parseInt(times, 10);
}

export function lastTime({ times }: SummedLines): number {
  return Number(times.slice(times.lastIndexOf(',') + 1));
}

export function countLines({ times }: SummedLines): number {
  let [lines, comma] = [1, times.indexOf(',')];
  for (; comma !== -1; comma = times.indexOf(',', comma + 1)) lines += 1;
  return lines;
}

const KINDS = {
  transitions: 'lines of histories',
  webhook_attempts: 'attempts of webhooks',
  evidence: 'answers of providers',
  receipts: 'payments received',
  sms_messages: 'texts',
} as const satisfies Record<SummedTable, string>;

const NOTHING: RowSum = { rows: 0, digest: '' };

/** What is not as it was summed. */
export function compareSums(
  stored: DaySums,
  found: Omit<DaySums, 'audit'>,
  isArchived: (table: SummedTable, month: string) => boolean,
): readonly string[] {
  const problems = [
    compareSum('transactions created', stored.created, found.created),
    compareSum('ids of operators', stored.named, found.named),
  ];
  for (const table of SUMMED_TABLES) {
    const [before, now] = [stored.added[table], found.added[table]];
    for (const month of new Set([...Object.keys(before), ...Object.keys(now)])) {
      if (isArchived(table, month)) continue;
      const kind = `${KINDS[table]} of ${month}`;
      problems.push(compareSum(kind, before[month] ?? NOTHING, now[month] ?? NOTHING));
    }
  }
  return problems.filter((problem) => problem !== null);
}

function compareSum(kind: string, stored: RowSum, found: RowSum): string | null {
  if (stored.rows !== found.rows) {
    return `its sum has ${stored.rows} ${kind}, and ${found.rows} are there`;
  }
  return stored.digest === found.digest ? null : `its ${kind} are not what was summed`;
}
