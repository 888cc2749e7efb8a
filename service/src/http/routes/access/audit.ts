import { listAuditSchema } from '../../../contract/access/audit-api.ts';
import { listAudit } from '../../../db/access/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import type { App } from '../../app.ts';

const viewer = { role: 'viewer' } as const;

export function auditRoute(app: App, { replica }: { readonly replica: Queryable }): void {
  app.get('/internal/v1/audit', { schema: listAuditSchema, config: viewer }, async ({ query }) => {
    const { q = null, cursor = null, limit } = query;
    const rows = await listAudit(replica, { q, before: cursor, limit });
    return {
      items: rows.map(({ id, at, actor, action, subject, reason, ip, before, after }) => ({
        id,
        at: at.toISOString(),
        actor,
        action,
        subject,
        reason,
        ip,
        before,
        after,
      })),
      next_cursor: rows.length < limit ? null : String(rows.at(-1)?.id ?? ''),
    };
  });
}
