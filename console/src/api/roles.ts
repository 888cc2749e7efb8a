import type { Role } from './types.ts';

export interface Rights {
  /** Approves, resolves and closes. */
  readonly decides: boolean;
  readonly keepsBooks: boolean;
  readonly administers: boolean;
}

/** What screens offer to each role; the service refuses everything else by itself. */
export const RIGHTS = {
  viewer: { decides: false, keepsBooks: false, administers: false },
  agent: { decides: true, keepsBooks: false, administers: false },
  finance: { decides: false, keepsBooks: true, administers: false },
  admin: { decides: true, keepsBooks: true, administers: true },
} as const satisfies Record<Role, Rights>;

export const ROLES: readonly Role[] = Object.keys(RIGHTS) as Role[];

export function mayDecide({ role }: { readonly role: Role }): boolean {
  return RIGHTS[role].decides;
}
