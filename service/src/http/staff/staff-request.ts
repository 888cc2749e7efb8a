import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { WaitingChange } from '../../contract/access/admin-api.ts';
import type { StaffRole } from '../../domain/access/staff-role.ts';
import type { Actor } from '../../flows/access/actor.ts';
import type { Waiting } from '../../flows/access/seek-agreement.ts';

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

/** The person behind a request, as the audit log names them. */
export function requestActor({ staff, ip }: FastifyRequest): Actor {
  return { actor: actorName(staff), actorId: staff.id, ip };
}

/** The answer to a change that was not made yet. */
export function toWaiting({
  changeId,
  expiresAt,
}: Extract<Waiting, { readonly kind: 'waits' }>): Static<typeof WaitingChange> {
  return { change_id: changeId, expires_at: expiresAt.toISOString() };
}
