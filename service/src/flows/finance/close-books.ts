import { createHash } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  type ClosingRow,
  countDifferences,
  findDayEnd,
  findDisputedAges,
  findOpenDays,
  findUnmatchedAges,
  insertClosing,
  listClosedAccounts,
  listClosings,
  lockClosings,
} from '../../db/finance/closings.ts';
import { listComparedWallets } from '../../db/finance/wallets.ts';
import { assert } from '../../domain/assert.ts';
import {
  type ClosedWallet,
  type ClosingContent,
  daysToClose,
  findImbalance,
  nextDay,
} from '../../domain/finance/closing.ts';
import { compareWallet } from '../../domain/finance/wallet.ts';
import type { Actor } from '../access/actor.ts';
import { rollTotals } from '../books/roll-totals.ts';
import { reconcileStatements } from './import-statement.ts';

const FIRST_HASH = '0'.repeat(64);

/** Closes every open day up to the given one, which has to be over; returns the closed days. */
export async function closeBooks(
  { database }: { readonly database: Database },
  until: string | null,
): Promise<readonly string[]> {
  while ((await rollTotals({ database })) > 0);
  return database.atomically(async (connection) => {
    await lockClosings(connection);
    const { lastClosed, lastHash, firstBooked, lastOver } = await findOpenDays(connection);
    const first = lastClosed === null ? firstBooked : nextDay(lastClosed);
    if (first === null) return [];
    const last = until === null || until > lastOver ? lastOver : until;
    const days = daysToClose({ first, last });
    let previousHash = lastHash ?? FIRST_HASH;
    for (const day of days) {
      const content = JSON.stringify(await readDay(connection, day));
      const hash = hashOf(previousHash, content);
      await insertClosing(connection, { day, content, previousHash, hash });
      previousHash = hash;
    }
    return days;
  });
}

/** A person closes the days that are over; the audit log says who. */
export async function closeByHand(
  deps: { readonly database: Database },
  actor: Actor,
  until: string | null,
): Promise<readonly string[]> {
  const days = await closeBooks(deps, until);
  if (days.length === 0) return days;
  const what = { action: 'books.close', subject: 'books', before: null, reason: null } as const;
  await deps.database.atomically((connection) =>
    appendAudit(connection, { ...actor, ...what, after: { days: days.join(', ') } }),
  );
  return days;
}

/** From this hour on in Douala: late data of the night is there by then. */
const CLOSES_FROM_HOUR = 2;

/** Closes the day before, once, and compares the statements again; returns how many were closed. */
export async function closeWhenDue(deps: { readonly database: Database }): Promise<number> {
  const { hour, lastClosed, lastOver } = await findOpenDays(deps.database);
  if (hour < CLOSES_FROM_HOUR || (lastClosed !== null && lastClosed >= lastOver)) return 0;
  await reconcileStatements(deps);
  await closeBooks(deps, null);
  return 0;
}

async function readDay(connection: Queryable, day: string): Promise<ClosingContent> {
  const until = await findDayEnd(connection, day);
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

function toClosedWallet(compared: ReturnType<typeof compareWallet>): ClosedWallet {
  const { wallet, bookCents, reportedCents, reportedAt, differenceCents, cause } = compared;
  return {
    wallet,
    book: String(bookCents),
    told: String(reportedCents),
    toldAt: reportedAt.toISOString(),
    difference: String(differenceCents),
    cause,
  };
}

function hashOf(previousHash: string, content: string): string {
  return createHash('sha256').update(`${previousHash}\n${content}`).digest('hex');
}

export interface BrokenClosing {
  readonly day: string;
  readonly problem: string;
}

/** Checks all closings: their chain, and whether the entries still give their figures. */
export async function findBrokenClosings(connection: Queryable): Promise<readonly BrokenClosing[]> {
  const broken: BrokenClosing[] = [];
  let before: ClosingRow | null = null;
  for (const closing of await listClosings(connection)) {
    const { day } = closing;
    const problem = findChainProblem(before, closing) ?? (await findChange(connection, closing));
    if (problem !== null) broken.push({ day, problem });
    before = closing;
  }
  return broken;
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
  { day, content }: ClosingRow,
): Promise<string | null> {
  const { accounts } = JSON.parse(content) as ClosingContent;
  const now = await listClosedAccounts(connection, day);
  return JSON.stringify(now) === JSON.stringify(accounts)
    ? null
    : 'the totals of its day are not what they were';
}
