import { createHash } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import { findPaymentBetween } from '../../db/books/movements.ts';
import { addToTotals, lockTotals } from '../../db/books/totals.ts';
import { type Database, inLongTransaction, type Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  type ClosingRow,
  countDifferences,
  findOpenDays,
  insertClosing,
  listClosedAccounts,
  listClosings,
  listLoggedClosings,
  lockClosings,
} from '../../db/finance/closings.ts';
import { findDisputedAges, findUnmatchedAges } from '../../db/finance/day-report.ts';
import { listComparedWallets } from '../../db/finance/wallets.ts';
import { findInstallation } from '../../db/installation.ts';
import { assert } from '../../domain/assert.ts';
import {
  BOOKED_WITHIN_MS,
  type BrokenClosing,
  type ClosingContent,
  daysToClose,
  endOfDay,
  findImbalance,
  nextDay,
  sumAges,
  toClosedWallet,
} from '../../domain/finance/closing.ts';
import { compareWallet } from '../../domain/finance/wallet.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import type { Actor } from '../access/actor.ts';
import { reconcileStatements } from './import-statement.ts';
import { sealedClosing, sumDays } from './sum-days.ts';

const FIRST_HASH = '0'.repeat(64);

export interface ClosingDeps {
  readonly database: Database;
  /** Seals the closings of live. */
  readonly seal: SealRow;
}

/** Closes every open day up to the given one, which has to be over; returns the closed days. */
export async function closeBooks(
  { database, seal }: ClosingDeps,
  until: string | null,
  actor: Actor = BY_CLOCK,
): Promise<readonly string[]> {
  while ((await rollTotals({ database })) > 0);
  return inLongTransaction(database, async (connection) => {
    await lockClosings(connection);
    const { lastClosed, lastHash, lastSummed, firstBooked, lastOver } =
      await findOpenDays(connection);
    const first = lastClosed === null ? firstBooked : nextDay(lastClosed);
    if (first === null) return [];
    const last = until === null || until > lastOver ? lastOver : until;
    const days = daysToClose({ first, last });
    if (days.length === 0) return [];
    // The sandbox moves deadlines into days that are over.
    const isSummed = (await findInstallation(connection)) === 'live' && seal('') !== null;
    const sums = isSummed ? await sumDays(connection, { lastSummed, days }) : [];
    const closedAt = await findClock(connection);
    let hash = lastHash ?? FIRST_HASH;
    for (const [index, day] of days.entries()) {
      const previousHash = hash;
      const read = await readDay(connection, day);
      const content = JSON.stringify({ ...read, closedAt, sums: sums[index] });
      hash = hashOf(previousHash, content);
      const closing = { day, content, previousHash, hash, closedAt };
      await insertClosing(connection, {
        ...closing,
        seal: isSummed ? seal(sealedClosing(closing)) : null,
      });
    }
    await noteClosing(connection, actor, { days: days.join(', '), hash });
    return days;
  });
}

const BY_CLOCK: Actor = { actor: 'clock', actorId: null, ip: null };

/** Last, since others wait for the log: a closing that was removed, or made anew, then shows. */
function noteClosing(
  connection: Queryable,
  actor: Actor,
  after: { readonly days: string; readonly hash: string },
): Promise<void> {
  const what = { action: 'books.close', subject: 'books', before: null, reason: null } as const;
  return appendAudit(connection, { ...actor, ...what, after });
}

/** At most this many rows at once: they are added up well within the time limit of a statement. */
const MAX_AT_ONCE = 20_000;

/** Brings the totals of the books up to date, so that a balance reads few entries. */
export function rollTotals({ database }: Pick<ClosingDeps, 'database'>): Promise<number> {
  return database.atomically(async (connection) =>
    (await lockTotals(connection)) ? addToTotals(connection, MAX_AT_ONCE) : 0,
  );
}

/** Why no day can be closed now, up to the given one. */
export type WhyNotClosed =
  | { readonly kind: 'nothing_booked' | 'closed_already' }
  | { readonly kind: 'not_over'; readonly overAt: Date }
  | { readonly kind: 'deposit_open'; readonly depositId: string };

export async function findWhyNotClosed(
  connection: Queryable,
  until: string | null,
): Promise<WhyNotClosed> {
  const { lastClosed, firstBooked, lastOver, waitsFor } = await findOpenDays(connection);
  const next = lastClosed === null ? firstBooked : nextDay(lastClosed);
  if (next === null) return { kind: 'nothing_booked' };
  if (until !== null && until < next) return { kind: 'closed_already' };
  if (next > lastOver && waitsFor !== null) return { kind: 'deposit_open', depositId: waitsFor };
  return { kind: 'not_over', overAt: new Date(endOfDay(next).getTime() + BOOKED_WITHIN_MS) };
}

/** From this hour on in Douala: late data of the night is there by then. */
const CLOSES_FROM_HOUR = 2;

/** Closes the day before, once, and compares the statements again; returns how many were closed. */
export async function closeWhenDue(deps: ClosingDeps): Promise<number> {
  const { hour, lastClosed, lastOver } = await findOpenDays(deps.database);
  if (hour < CLOSES_FROM_HOUR || (lastClosed !== null && lastClosed >= lastOver)) return 0;
  await reconcileStatements(deps);
  await closeBooks(deps, null);
  return 0;
}

async function readDay(connection: Queryable, day: string): Promise<ClosingContent> {
  const until = endOfDay(day);
  const compared = (await listComparedWallets(connection, { until })).map(compareWallet);
  const content: ClosingContent = {
    day,
    accounts: await listClosedAccounts(connection, day),
    wallets: compared.map(toClosedWallet),
    differences: await countDifferences(connection),
    unmatched: await findUnmatchedAges(connection, day),
    disputed: await findDisputedAges(connection, day),
  };
  const imbalance = findImbalance(content);
  assert(imbalance === null, `the books of ${day} do not balance: ${imbalance}`);
  return content;
}

function hashOf(previousHash: string, content: string): string {
  return createHash('sha256').update(`${previousHash}\n${content}`).digest('hex');
}

/** Checks all closings: their chain, and whether the entries still give their figures. */
export async function findBrokenClosings(connection: Queryable): Promise<readonly BrokenClosing[]> {
  const broken: BrokenClosing[] = [];
  let before: ClosingRow | null = null;
  const closings = await listClosings(connection);
  for (const [index, closing] of closings.entries()) {
    const { day } = closing;
    const problem =
      findChainProblem(before, closing) ??
      (await findChange(connection, closing)) ??
      (index >= closings.length - NEWEST ? await findLaterDay(connection, closing) : null);
    if (problem !== null) broken.push({ day, problem });
    before = closing;
  }
  return [...broken, ...compareWithLog(closings, await listLoggedClosings(connection))];
}

/** Closings whose figures are read again: each takes a pass over the payments. */
const NEWEST = 7;

/** What a closing has of a later day. Those of release 0.2, which have no time, may have it. */
async function findLaterDay(
  connection: Queryable,
  { day, content }: ClosingRow,
): Promise<string | null> {
  const { wallets, unmatched, closedAt } = JSON.parse(content) as ClosingContent;
  if (closedAt === undefined) return null;
  const later = wallets.find(({ toldAt }) => new Date(toldAt) >= endOfDay(day));
  if (later !== undefined) {
    const { wallet } = later;
    return `wallet ${wallet} has a balance of a later day in it: compare it with its statement`;
  }
  // It may be less by now, since payments of a rejected deposit become free again.
  if (sumAges(unmatched) <= sumAges(await findUnmatchedAges(connection, day))) return null;
  const after = { from: endOfDay(day), until: new Date(closedAt) };
  const cause = await findPaymentBetween(connection, after);
  const payment = cause ?? 'a payment';
  return `${payment} came after it and is among its unmatched: use its account unmatched instead`;
}

/** Otherwise one could remove closings, change the past, and let the service close it anew. */
function compareWithLog(
  closings: readonly ClosingRow[],
  logged: readonly { readonly days: string; readonly hash: string | null }[],
): readonly BrokenClosing[] {
  const stored = new Map(closings.map((closing) => [closing.day, closing]));
  const known = new Set<string>();
  const broken: BrokenClosing[] = [];
  for (const { days, hash } of logged) {
    const closed = days.split(', ');
    for (const [index, day] of closed.entries()) {
      const isLast = index === closed.length - 1;
      const row = stored.get(day);
      if (row === undefined)
        broken.push({ day, problem: 'it is gone, and the audit log knows it' });
      else if (known.has(day) || (isLast && hash !== null && row.hash !== hash)) {
        broken.push({ day, problem: 'it is not the one that the audit log knows' });
      }
      known.add(day);
    }
  }
  const unknown = closings.filter(({ day, seal }) => seal !== null && !known.has(day));
  const problem = 'the audit log does not know it';
  return [...broken, ...unknown.map(({ day }) => ({ day, problem }))];
}

function findChainProblem(before: ClosingRow | null, closing: ClosingRow): string | null {
  const { day, content, previousHash, hash } = closing;
  if (hashOf(previousHash, content) !== hash) return 'its content is not that of its hash';
  if (previousHash !== (before?.hash ?? FIRST_HASH)) return 'the one before it was changed';
  if (before !== null && nextDay(before.day) !== day) return 'a day before it is missing';
  return null;
}

async function findChange(
  connection: Queryable,
  { day, content, closedAt }: ClosingRow,
): Promise<string | null> {
  const { accounts, closedAt: wasClosedAt } = JSON.parse(content) as ClosingContent;
  if (wasClosedAt !== undefined && wasClosedAt !== closedAt.toISOString()) {
    return 'it was closed at another time';
  }
  const now = await listClosedAccounts(connection, day);
  return JSON.stringify(now) === JSON.stringify(accounts)
    ? null
    : 'the totals of its day are not what they were';
}
