import type { FastifyReply } from 'fastify';
import {
  approveChangeSchema,
  CHANGED_FIELDS,
  listChangesSchema,
  withdrawChangeSchema,
} from '../../../contract/decisions/changes-api.ts';
import type { Problem } from '../../../contract/problems.ts';
import { type ListedChangeRow, listChanges } from '../../../db/access/agreements.ts';
import { AGREEING_ROLE, APPROVING_ROLE, CHANGE_KINDS } from '../../../domain/access/agreement.ts';
import { includesRole } from '../../../domain/access/staff-role.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import {
  approveChange,
  type ChangeDecided,
  type ChangeDeps,
  withdrawChange,
} from '../../../flows/decisions/decide-change.ts';
import { listRepaired } from '../../../flows/finance/repair-books.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { nameSubjects } from '../../name-subjects.ts';
import { requestActor, type SignedInStaff } from '../../staff/staff-request.ts';

const approver = { role: APPROVING_ROLE } as const;
// Roles are not ranked: those who decide and those who keep the books each ask for some.
const everyone = { role: 'viewer' } as const;
const MAX_LISTED = 50;

interface ChangeRouteDeps extends ChangeDeps {
  readonly policy: PolicySource;
}

/** Changes to payees, to staff rights, to the books or to the policy take two people. */
export function changeRoutes(app: App, deps: ChangeRouteDeps): void {
  app.get(
    '/internal/v1/changes',
    { schema: listChangesSchema, config: everyone },
    async ({ staff }) => {
      const kinds = CHANGE_KINDS.filter((kind) => includesRole(staff.role, AGREEING_ROLE[kind]));
      const rows = await listChanges(deps.database, { kinds, limit: MAX_LISTED });
      const subjects = rows.flatMap((row) => [subjectOf(row), ...repairedBy(row)]);
      const aboutOf = await nameSubjects(deps.database, subjects);
      return {
        items: rows.map((row) => {
          const repaired = repairedBy(row).map(aboutOf);
          return { ...toChange(row, staff), about: aboutOf(subjectOf(row)), repaired };
        }),
      };
    },
  );

  app.post(
    '/internal/v1/changes/:id/approve',
    { schema: approveChangeSchema, config: approver },
    async (request, reply) =>
      answer(reply, await approveChange(deps, requestActor(request), request.params)),
  );

  app.post(
    '/internal/v1/changes/:id/withdraw',
    { schema: withdrawChangeSchema, config: everyone },
    async (request, reply) => {
      const { params, body, staff } = request;
      const asked = { id: params.id, reason: body.reason, role: staff.role };
      return answer(reply, await withdrawChange(deps, requestActor(request), asked));
    },
  );
}

function subjectOf({ kind, subject_id }: ListedChangeRow): string {
  return `${kind}:${subject_id}`;
}

function repairedBy({ kind, after }: ListedChangeRow): readonly string[] {
  return kind === 'repair' ? listRepaired(after) : [];
}

function toChange(row: ListedChangeRow, staff: SignedInStaff) {
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
    refusal: refusalFor(row, staff),
  };
}

function refusalFor({ asked_by }: ListedChangeRow, { id, role }: SignedInStaff) {
  if (asked_by === id) return 'own_change' as const;
  return includesRole(role, APPROVING_ROLE) ? null : ('role_required' as const);
}

function differencesOf({ before, after }: ListedChangeRow) {
  return CHANGED_FIELDS.flatMap((field) => {
    const name = field.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    if (before[name] === after[name]) return [];
    return [{ field, before: toText(before[name]), after: toText(after[name]) }];
  });
}

function toText(value: string | number | boolean | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function answer(reply: FastifyReply, decided: ChangeDecided) {
  if (decided.kind !== 'done') return sendProblem(reply, problemOf(decided));
  return { done: true, secret: decided.secret };
}

function problemOf(refused: Exclude<ChangeDecided, { readonly kind: 'done' }>): Problem {
  switch (refused.kind) {
    case 'not_found':
      return { code: 'change_not_found' };
    case 'closed':
      return { code: 'change_closed' };
    case 'overtaken':
      return { code: 'change_overtaken' };
    case 'forbidden':
      return { code: refused.why };
  }
}
