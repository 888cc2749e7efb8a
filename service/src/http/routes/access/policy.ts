import { changePolicySchema, readPolicySchema } from '../../../contract/access/policy-api.ts';
import { toMessageBody } from '../../../contract/message.ts';
import { listPolicyRows, type PolicyRow } from '../../../db/access/policy.ts';
import {
  type AcceptedValue,
  acceptedBy,
  POLICY_NAMES,
  readChange,
  toContent,
} from '../../../domain/access/policy.ts';
import type { Plain } from '../../../domain/access/policy-fields.ts';
import { type ChangePolicyDeps, changePolicy } from '../../../flows/access/change-policy.ts';
import { findPolicyValues } from '../../../flows/access/policy.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { admin } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

const MAX_LISTED = 50;

export function policyRoutes(app: App, deps: ChangePolicyDeps): void {
  app.get(
    '/internal/v1/policy',
    { schema: readPolicySchema, config: admin },
    async (_request, reply) => {
      const found = await findPolicyValues(deps.database, deps);
      if (found.kind === 'problem') return sendProblem(reply, { code: 'policy_untrusted' });
      // One more than is listed, to compare the last one with its predecessor.
      const rows = await listPolicyRows(deps.database, { limit: MAX_LISTED + 1 });
      const content = toContent(found.values);
      return {
        revision: found.revision,
        values: POLICY_NAMES.map((name) => ({
          name,
          value: toText(content[name]),
          ...toAccepted(acceptedBy(name)),
        })),
        history: rows.slice(0, MAX_LISTED).map((row, index) => toRevision(row, rows[index + 1])),
      };
    },
  );

  app.post(
    '/internal/v1/policy',
    { schema: changePolicySchema, config: admin },
    async (request, reply) => {
      const { changes, reason } = request.body;
      const read = readChange(Object.fromEntries(changes.map((one) => [one.name, one.value])));
      if (read.kind === 'invalid') {
        const params = { problems: read.accepted };
        return sendProblem(reply, { code: 'policy_invalid', params });
      }
      const asked = { change: read.change, reason };
      const changed = await changePolicy(deps, requestActor(request), asked);
      if (changed.kind === 'untrusted') return sendProblem(reply, { code: 'policy_untrusted' });
      if (changed.kind === 'short_retention') {
        return sendProblem(reply, { code: 'policy_short_retention' });
      }
      if (changed.kind === 'change_waits') return sendProblem(reply, { code: changed.kind });
      if (changed.kind === 'waits') return reply.code(202).send(toWaiting(changed));
      return { done: changed.kind === 'done' };
    },
  );
}

function toAccepted({ accepts, isFlag = false, mayBeOff = false }: AcceptedValue) {
  return { accepts: toMessageBody(accepts), is_flag: isFlag, may_be_off: mayBeOff };
}

/** The fields that a revision changed; none for the first one, which would list everything. */
function toRevision(row: PolicyRow, before: PolicyRow | undefined) {
  const { revision, at, changed_by, agreed_by, reason, content } = row;
  const changed =
    before === undefined
      ? []
      : POLICY_NAMES.filter((name) => content[name] !== before.content[name]);
  return {
    revision,
    at: at.toISOString(),
    changed_by,
    agreed_by,
    reason,
    changes: changed.map((name) => ({
      name,
      before: toText(before?.content[name]),
      after: toText(content[name]),
    })),
  };
}

function toText(value: Plain | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
