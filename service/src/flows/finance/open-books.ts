import { findWalletKey, lockWallets } from '../../db/books/accounts.ts';
import { findBalanceCents } from '../../db/books/balances.ts';
import { insertEntries } from '../../db/books/entries.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  countUnproven,
  listNextIds,
  listOpenedWallets,
  listStoredPayments,
  lockOpening,
  lockStoredTransactions,
  markOpened,
  updateOpening,
} from '../../db/finance/stored-money.ts';
import { listComparedWallets } from '../../db/finance/wallets.ts';
import type { Posting } from '../../domain/books/posting.ts';
import { BOOK_RULES } from '../../domain/books/rules.ts';
import { openingOf, postingsOfPayment, postingsOfStored } from '../../domain/finance/opening.ts';
import type { WalletFacts } from '../../domain/finance/wallet.ts';
import { isSettled } from '../../domain/transactions/transaction.ts';

export interface Opened {
  readonly looked: number;
  /** Wallets that got an opening balance now. */
  readonly wallets: readonly { readonly wallet: string; readonly cents: bigint }[];
  readonly waiting: readonly WaitingWallet[];
}

/**
 * A wallet that cannot be opened yet: money moved while its last balance was read, so that the next
 * one opens it, texts reported money that is neither booked nor dismissed, or a person says two
 * balances of it, under two of its names.
 */
export interface WaitingWallet extends Pick<WalletFacts, 'wallet' | 'between'> {
  /** `null` of a balance that a person says: now. */
  readonly reportedAt: Date | null;
  /** How many such texts. */
  readonly unproven: number;
  readonly isSaidTwice: boolean;
}

const BATCH = 500;

/**
 * Books what was stored before there were books, by the same rules, in batches: an interrupted run
 * continues where it was, and what is booked already stays as it is. Then each wallet with a known
 * balance gets what was in it before.
 */
export async function openBooks(
  { database }: { readonly database: Database },
  saidCents: ReadonlyMap<string, bigint>,
): Promise<Opened> {
  let looked = 0;
  const unsettled: string[] = [];
  for (;;) {
    const batch = await database.atomically(openBatch);
    if (batch === null) break;
    looked += batch.ids.length;
    unsettled.push(...batch.unsettled);
  }
  // A move that waited for our lock could not see what we booked before it: book it again.
  for (let first = 0; first < unsettled.length; first += BATCH) {
    const ids = unsettled.slice(first, first + BATCH);
    await database.atomically((connection) => bookStored(connection, ids));
  }
  const opened = await database.atomically((connection) => openWallets(connection, saidCents));
  return { looked, ...opened };
}

interface Batch {
  readonly ids: readonly string[];
  readonly unsettled: readonly string[];
}

async function openBatch(connection: Queryable): Promise<Batch | null> {
  const after = await lockOpening(connection);
  const ids = await listNextIds(connection, after, BATCH);
  const last = ids.at(-1);
  if (last === undefined) return null;
  const unsettled = await bookStored(connection, ids);
  await updateOpening(connection, last);
  return { ids, unsettled };
}

/** Returns the transactions that may still move. */
async function bookStored(
  connection: Queryable,
  ids: readonly string[],
): Promise<readonly string[]> {
  const transactions = await lockStoredTransactions(connection, ids);
  const payments = await listStoredPayments(connection, ids);
  await bookInTurn(connection, [
    ...transactions.flatMap((one) => postingsOfStored({ ...one, transaction: one })),
    ...payments.flatMap(postingsOfPayment),
  ]);
  return transactions.filter((one) => !isSettled(one)).map(({ id }) => id);
}

/** An entry sees only those of earlier queries, so the answers come second. */
async function bookInTurn(connection: Queryable, postings: readonly Posting[]): Promise<void> {
  const answers = postings.filter(({ rule }) => BOOK_RULES[rule].after !== null);
  await insertEntries(
    connection,
    postings.filter((posting) => !answers.includes(posting)),
  );
  await insertEntries(connection, answers);
}

interface Known {
  readonly wallet: string;
  readonly knownCents: bigint;
  readonly bookCents: bigint;
  /** `null` of what a person says: now. */
  readonly at: Date | null;
}

/** What a person says about a wallet outranks a reported balance; an open wallet stays as it is. */
async function openWallets(
  connection: Queryable,
  saidCents: ReadonlyMap<string, bigint>,
): Promise<Omit<Opened, 'looked'>> {
  await lockWallets(connection);
  const opened = new Set(await listOpenedWallets(connection));
  const known = new Map<string, Known>();
  const saidTwice = new Set<string>();
  for (const [name, knownCents] of saidCents) {
    const wallet = await findWalletKey(connection, name);
    const bookCents = await findBalanceCents(connection, { kind: 'wallet', key: wallet });
    if (known.has(wallet) && known.get(wallet)?.knownCents !== knownCents) saidTwice.add(wallet);
    known.set(wallet, { wallet, knownCents, bookCents, at: null });
  }
  const waiting: WaitingWallet[] = [];
  for (const reported of await listComparedWallets(connection)) {
    const { wallet, reportedCents: knownCents, bookCents, reportedAt: at } = reported;
    if (known.has(wallet) || opened.has(wallet)) continue;
    if (reported.between.length > 0) waiting.push({ ...reported, unproven: 0, isSaidTwice: false });
    else known.set(wallet, { wallet, knownCents, bookCents, at });
  }
  const unread = waiting.filter(({ wallet }) => !known.has(wallet));
  const postings: Posting[] = [];
  const doubtful: WaitingWallet[] = [];
  for (const { at, ...one } of [...known.values()].filter(({ wallet }) => !opened.has(wallet))) {
    const { wallet } = one;
    // Its balance may contain them, and they would be booked on top of it once they are believed.
    const unproven = await countUnproven(connection, { wallet, until: at });
    const isSaidTwice = saidTwice.has(wallet);
    const doubted = { wallet, reportedAt: at, between: [], unproven, isSaidTwice };
    if (unproven > 0 || isSaidTwice) doubtful.push(doubted);
    else postings.push(...openingOf({ ...one, at }));
  }
  await insertEntries(connection, postings);
  await markOpened(connection);
  const wallets = postings.map(({ wallet, rule, amountCents }) => ({
    wallet: wallet ?? '',
    cents: (rule === 'wallet_opened' ? 1n : -1n) * (amountCents ?? 0n),
  }));
  return { wallets, waiting: [...unread, ...doubtful] };
}
