import type { StaffRole } from '../../domain/access/staff-role.ts';

/** The signed-in person behind a request to the staff interface; set by the authentication hook. */
export interface SignedInStaff {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: SignedInStaff;
  }
  interface FastifyContextConfig {
    /** The least role that a staff route needs; a route without one is closed. */
    role?: StaffRole;
  }
}

/** How a person appears in history and audit. */
export function actorName({ name, email }: SignedInStaff): string {
  return `${name} <${email}>`;
}
