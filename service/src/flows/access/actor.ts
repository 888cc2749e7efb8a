import type { AuditEntry } from '../../db/access/audit.ts';

/** Who acts, as the audit log names them. */
export type Actor = Pick<AuditEntry, 'actor' | 'actorId' | 'ip'>;

/** Whoever runs `momo` on the machine of the service. */
export const COMMAND_LINE: Actor = { actor: 'momo', actorId: null, ip: null };
