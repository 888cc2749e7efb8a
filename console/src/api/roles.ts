import type { QueueName, Role } from './types.ts';

export interface Rights {
  /** Approves, resolves and closes. */
  readonly decides: boolean;
  readonly keepsBooks: boolean;
  readonly administers: boolean;
  /** Sees phone numbers, and so searches by them. */
  readonly seesNumbers: boolean;
}

/** What screens offer to each role; the service refuses everything else by itself. */
export const RIGHTS = {
  viewer: { decides: false, keepsBooks: false, administers: false, seesNumbers: false },
  agent: { decides: true, keepsBooks: false, administers: false, seesNumbers: true },
  finance: { decides: false, keepsBooks: true, administers: false, seesNumbers: true },
  admin: { decides: true, keepsBooks: true, administers: true, seesNumbers: true },
} as const satisfies Record<Role, Rights>;

export const ROLES: readonly Role[] = Object.keys(RIGHTS) as Role[];

export function mayDecide({ role }: { readonly role: Role }): boolean {
  return RIGHTS[role].decides;
}

/** What a role needs to work each off; what a person asked for, only another one can approve. */
const NEEDS = {
  approvals: 'decides',
  payouts_not_sent: 'decides',
  held: 'decides',
  contradictions: 'decides',
  statement_differences: 'keepsBooks',
  changes: 'administers',
  own_changes: null,
  unmatched_receipts: 'decides',
  sms_to_look_at: 'decides',
  undelivered_webhooks: 'decides',
} as const satisfies Record<QueueName, keyof Rights | null>;

/**
 * Whether it waits for a person of this role or for others; `null` if this role has no
 * screen for it. Everybody sees what waits for those who decide.
 */
export function waitsFor(name: QueueName, role: Role): 'me' | 'others' | null {
  const need = NEEDS[name];
  if (need !== null && RIGHTS[role][need]) return 'me';
  return need === null || need === 'decides' ? 'others' : null;
}

/** It is to be worked off, by this person or by others; what they asked for is no news to them. */
export function isWork(name: QueueName, role: Role): boolean {
  return name !== 'own_changes' && waitsFor(name, role) !== null;
}
