import type { Posting } from '../../../src/domain/books/posting.ts';
import {
  type AccountKind,
  BOOK_RULES,
  type BookRule,
  TURNS_ROUND,
} from '../../../src/domain/books/rules.ts';

interface PaperEntry {
  readonly debit: string;
  readonly credit: string;
  readonly amountCents: bigint;
}

export interface PaperBooks {
  readonly post: (postings: readonly Posting[]) => void;
  /** Debits less credits of an account, such as `wallet:mtn:1`. */
  readonly balance: (account: string) => bigint;
  readonly sum: () => bigint;
}

/** The books as the rules say, without a database; `walletOf` is the wallet of a transaction. */
export function openPaperBooks(walletOf: (transactionId: string) => string): PaperBooks {
  const entries = new Map<string, PaperEntry>();
  const balances = new Map<string, bigint>();
  const add = (account: string, cents: bigint) =>
    balances.set(account, (balances.get(account) ?? 0n) + cents);
  const keyOf = (kind: AccountKind, posting: Posting): string => {
    if (kind === 'application') return `${kind}:${posting.applicationId}`;
    if (kind !== 'wallet') return kind;
    return `${kind}:${posting.wallet ?? walletOf(posting.transactionId ?? '')}`;
  };
  const isTurned = (cause: string, rule: string | null): boolean =>
    TURNS_ROUND.some(
      ([turned, by]) => turned === rule && entries.has(`${cause} ${by}`) && !isTurned(cause, by),
    );
  const write = (posting: Posting) => {
    const { debit, credit, after }: BookRule = BOOK_RULES[posting.rule];
    const before = after === null ? undefined : entries.get(`${posting.cause} ${after}`);
    const name = `${posting.cause} ${posting.rule}`;
    if (entries.has(name) || (after !== null && before === undefined)) return;
    if (debit === null && credit === null && isTurned(posting.cause, after)) return;
    const entry = {
      debit: debit === null ? (before?.credit ?? '') : keyOf(debit, posting),
      credit: credit === null ? (before?.debit ?? '') : keyOf(credit, posting),
      amountCents: before?.amountCents ?? posting.amountCents ?? 0n,
    };
    entries.set(name, entry);
    add(entry.debit, entry.amountCents);
    add(entry.credit, -entry.amountCents);
  };
  return {
    post: (postings) => postings.forEach(write),
    balance: (account) => balances.get(account) ?? 0n,
    sum: () => [...balances.values()].reduce((sum, cents) => sum + cents, 0n),
  };
}
