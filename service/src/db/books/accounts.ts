import type { Queryable } from '../client.ts';

/** The account that has the money of a name: of wallets that are joined, one has it for all. */
export function accountOf(name: string): string {
  return `(select coalesce(named.same_as, named.id) from book_accounts named where named.name = ${name})`;
}

/** The same of a wallet, which is written without the kind of its account. */
export function accountOfWallet(wallet: string): string {
  return accountOf(`'wallet ' || ${wallet}`);
}

/** What the opening entries of an account are caused by: one of its names, joined ones included. */
export function openingsOf(account: string): string {
  return `select 'opening:' || opened.key from book_accounts opened
          where ${account} in (opened.id, opened.same_as)`;
}

/** Whether two wallets are booked to the same account. */
export function isSameWallet(wallet: string, other: string): string {
  return `(${wallet} = ${other}
    or coalesce(${accountOfWallet(wallet)} = ${accountOfWallet(other)}, false))`;
}

/** The wallet whose account has the money of this one; itself, also before its first entry. */
export async function findWalletKey(connection: Queryable, wallet: string): Promise<string> {
  const [row] = await connection.query<{ readonly key: string }>({
    text: `select key from book_accounts where id = ${accountOfWallet('$1')}`,
    values: [wallet],
  });
  return row?.key ?? wallet;
}

/** Waits until nobody else joins or opens wallets; before `lockBookings`, where both are taken. */
export async function lockWallets(connection: Queryable): Promise<void> {
  await connection.query({ text: 'select from books for update' });
}

export interface JoinedWallets {
  readonly wallet: string;
  readonly into: string;
}

/** Whether both wallets are booked to the same account; opens missing accounts. */
export async function areJoined(
  connection: Queryable,
  { wallet, into }: JoinedWallets,
): Promise<boolean> {
  const [row] = await connection.query<{ readonly same: boolean }>({
    text: `select open_account('wallet ' || $1) = open_account('wallet ' || $2) as same`,
    values: [wallet, into],
  });
  return row?.same === true;
}

/** From now on what is booked to a wallet, or to one joined with it, goes to another. */
export async function updateSameWallet(
  connection: Queryable,
  { wallet, into }: JoinedWallets,
): Promise<void> {
  await connection.query({
    text: `with joined as materialized (
             select open_account('wallet ' || $1) as own, open_account('wallet ' || $2) as other)
           update book_accounts a set same_as = j.other from joined j
           where a.id = j.own or a.same_as = j.own`,
    values: [wallet, into],
  });
}
