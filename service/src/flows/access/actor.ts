import type { AuditEntry } from '../../db/access/audit.ts';

/** Who acts, as the audit log names them. */
export type Actor = Pick<AuditEntry, 'actor' | 'actorId' | 'ip'>;

/** The person who runs `momo` on the service's machine. */
export const COMMAND_LINE: Actor = { actor: 'momo', actorId: null, ip: null };
