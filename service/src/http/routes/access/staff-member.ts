import type { Static } from 'typebox';
import type { StaffMember } from '../../../contract/access/session-api.ts';
import type { StaffRow } from '../../../db/access/staff.ts';

/** A person as the console sees them: no hash, no secret. */
export function toStaffMember(row: StaffRow): Static<typeof StaffMember> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    second_factor: row.has_second_factor,
    disabled: row.disabled_at !== null,
    created_at: row.created_at.toISOString(),
  };
}
