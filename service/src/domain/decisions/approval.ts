import { includesRole, type StaffRole } from '../access/staff-role.ts';

/** An approval is worth what the person who gave it may do now. */
export function mayApprove(person: {
  readonly role: StaffRole;
  readonly disabled: boolean;
}): boolean {
  return !person.disabled && includesRole(person.role, 'agent');
}

/**
 * How many people stand behind some accounts, at the least. Whoever set up an account could use it,
 * so all accounts that go back to one person count as one, through however many others they do.
 */
export function countIndependent(
  accounts: readonly string[],
  setUps: readonly { readonly account: string; readonly set_up_by: string }[],
): number {
  const next = new Map<string, string>();
  const headOf = (id: string): string => {
    let head = id;
    for (let up = next.get(head); up !== undefined; up = next.get(head)) head = up;
    return head;
  };
  for (const { account, set_up_by } of setUps) {
    const [to, by] = [headOf(account), headOf(set_up_by)];
    // Two who reset each other are one group already; a link more would go round in a circle.
    if (to !== by) next.set(to, by);
  }
  return new Set(accounts.map(headOf)).size;
}
