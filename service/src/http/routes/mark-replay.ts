import type { FastifyReply } from 'fastify';

/** Shows the platform that its reference was known, and what of this request was ignored. */
export function markReplay<Name extends string>(
  reply: FastifyReply,
  differs: Name[],
): { differs?: Name[] } {
  reply.header('idempotent-replayed', 'true');
  if (differs.length === 0) return {};
  reply.header('idempotent-differs', differs.join(', '));
  return { differs };
}
