import type { Static } from 'typebox';
import { listAuditSchema, searchAuditSchema } from '../../../contract/access/audit-api.ts';
import { listAudit } from '../../../db/access/audit.ts';
import { listStaff } from '../../../db/access/staff.ts';
import type { Queryable } from '../../../db/client.ts';
import type { App } from '../../app.ts';
import { isCount, nextCursor, readCursor } from '../../cursor.ts';
import { nameRecordedIds, nameSubjects } from '../../name-subjects.ts';
import { viewer } from '../../staff/needed-role.ts';

/** The audit log, with the names of the things that its entries concern. */
export function auditRoutes(app: App, { replica }: { readonly replica: Queryable }): void {
  app.get('/internal/v1/audit', { schema: listAuditSchema, config: viewer }, ({ query }) =>
    listPage(replica, query),
  );
  app.post(
    '/internal/v1/audit/search',
    { schema: searchAuditSchema, config: { ...viewer, isSearch: true } },
    ({ body }) => listPage(replica, body),
  );
}

type Asked = Static<typeof listAuditSchema.querystring> & { readonly q?: string };

async function listPage(replica: Queryable, asked: Asked) {
  const { q = '', person = null, kind = null, from, to, cursor, limit } = asked;
  const rows = await listAudit(replica, {
    q: q.trim() === '' ? null : q.trim(),
    actorId: person,
    kind,
    from: toTime(from),
    to: toTime(to),
    before: readCursor(cursor, ([id]) => (isCount(id) ? id : null)),
    limit,
  });
  const [aboutOf, namedIn, people] = await Promise.all([
    nameSubjects(
      replica,
      rows.map(({ subject }) => subject),
    ),
    nameRecordedIds(
      replica,
      rows.map(({ before, after }) => `${before} ${after}`),
    ),
    listStaff(replica),
  ]);
  return {
    items: rows.map(({ id, at, actor, action, subject, reason, ip, before, after }) => ({
      id,
      at: at.toISOString(),
      actor,
      action,
      subject,
      about: aboutOf(subject),
      reason,
      ip,
      before,
      after,
      named: namedIn(`${before} ${after}`),
    })),
    people: people.map(({ id, name }) => ({ id, name })),
    next_cursor: nextCursor({ rows, limit }, ({ id }) => [id]),
  };
}

/** PostgreSQL's earliest time is later than JavaScript's. */
function toTime(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(Math.max(0, Date.parse(text)));
}
