import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../flows/access/actor.ts';
import { actorName } from '../../staff/staff-request.ts';

/** The person behind a request, as the audit log names them. */
export function requestActor({ staff, ip }: FastifyRequest): Actor {
  return { actor: actorName(staff), actorId: staff.id, ip };
}
