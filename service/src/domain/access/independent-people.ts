/** One person gave another a password, and no third one has vouched for the account yet. */
export interface SetUp {
  readonly account: string;
  readonly set_up_by: string;
}

/**
 * The smallest number of people behind some accounts. The person who set up an account could use
 * it, so all accounts that were set up by one person, directly or through others, count as one.
 */
export function countIndependent(accounts: readonly string[], setUps: readonly SetUp[]): number {
  const next = new Map<string, string>();
  const headOf = (id: string): string => {
    let head = id;
    for (let up = next.get(head); up !== undefined; up = next.get(head)) head = up;
    return head;
  };
  for (const { account, set_up_by } of setUps) {
    const [to, by] = [headOf(account), headOf(set_up_by)];
    // Two accounts that reset each other are one group already; another link would make a loop.
    if (to !== by) next.set(to, by);
  }
  return new Set(accounts.map(headOf)).size;
}
