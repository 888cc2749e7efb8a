import type { AuditEntry } from '../../db/access/audit.ts';

/** Who acts, as the audit log names them. */
export type Actor = Pick<AuditEntry, 'actor' | 'actorId' | 'ip'>;

/** The service itself, at its start. A person who runs `momo` is named by the command. */
export const COMMAND_LINE: Actor = { actor: 'momo', actorId: null, ip: null };
