export const STAFF_ROLES = ['viewer', 'agent', 'admin'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

const RANK = { viewer: 0, agent: 1, admin: 2 } as const satisfies Record<StaffRole, number>;

/** Whether a role includes what another may do. */
export function includesRole(role: StaffRole, needed: StaffRole): boolean {
  return RANK[role] >= RANK[needed];
}
