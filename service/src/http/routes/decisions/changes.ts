import type { FastifyReply } from 'fastify';
import {
  approveChangeSchema,
  CHANGED_FIELDS,
  listChangesSchema,
  withdrawChangeSchema,
} from '../../../contract/decisions/changes-api.ts';
import type { Problem } from '../../../contract/problems.ts';
import {
  type ListedPendingChangeRow,
  listPendingChanges,
} from '../../../db/access/pending-changes.ts';
import {
  approveChange,
  type ChangeDecided,
  type ChangeDeps,
  withdrawChange,
} from '../../../flows/decisions/decide-change.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../access/actor.ts';

const admin = { role: 'admin' } as const;
const MOST_LISTED = 50;

/** Changes of who gets the money, or of who may decide: two people make them. */
export function changeRoutes(app: App, deps: ChangeDeps): void {
  app.get(
    '/internal/v1/changes',
    { schema: listChangesSchema, config: admin },
    async ({ staff }) => {
      const rows = await listPendingChanges(deps.database, { limit: MOST_LISTED });
      return { items: rows.map((row) => toChange(row, staff.id)) };
    },
  );

  app.post(
    '/internal/v1/changes/:id/approve',
    { schema: approveChangeSchema, config: admin },
    async (request, reply) =>
      answer(deps, reply, await approveChange(deps, requestActor(request), request.params.id)),
  );

  app.post(
    '/internal/v1/changes/:id/withdraw',
    { schema: withdrawChangeSchema, config: admin },
    async (request, reply) => {
      const asked = { id: request.params.id, reason: request.body.reason };
      return answer(deps, reply, await withdrawChange(deps, requestActor(request), asked));
    },
  );
}

function toChange(row: ListedPendingChangeRow, staffId: string) {
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subject_id,
    subject: row.subject,
    differences: differencesOf(row),
    reason: row.reason,
    asked_by: row.asked_by_name,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    state: row.state,
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    refusal: row.asked_by === staffId ? ('own_change' as const) : null,
  };
}

function differencesOf({ before, after }: ListedPendingChangeRow) {
  return CHANGED_FIELDS.flatMap((field) => {
    const name = field.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    if (before[name] === after[name]) return [];
    return [{ field, before: toText(before[name]), after: toText(after[name]) }];
  });
}

function toText(value: string | number | boolean | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function answer(deps: ChangeDeps, reply: FastifyReply, decided: ChangeDecided) {
  return decided.kind === 'done' ? { done: true } : sendProblem(reply, problemOf(deps, decided));
}

function problemOf(
  { setUpDays }: ChangeDeps,
  refused: Exclude<ChangeDecided, { readonly kind: 'done' }>,
): Problem {
  switch (refused.kind) {
    case 'not_found':
      return { code: 'change_not_found' };
    case 'closed':
      return { code: 'change_closed' };
    case 'overtaken':
      return { code: 'change_overtaken' };
    case 'forbidden':
      return refused.why === 'not_independent'
        ? { code: 'set_up_by_approver', params: { days: setUpDays } }
        : { code: refused.why };
  }
}
