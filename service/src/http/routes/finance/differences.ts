import type { FastifyReply } from 'fastify';
import {
  adjustSchema,
  askAboutDifferenceSchema,
  explainDifferenceSchema,
  listDifferencesSchema,
  recordLineSchema,
} from '../../../contract/finance/differences-api.ts';
import type { Database } from '../../../db/client.ts';
import { type DifferenceRow, listDifferences } from '../../../db/finance/differences.ts';
import { readAccount } from '../../../domain/books/posting.ts';
import { proposeAct } from '../../../domain/finance/line-record.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import {
  type Acted,
  askAbout,
  explainDifference,
  recordLine,
} from '../../../flows/finance/differences/act-on-difference.ts';
import { adjustBooks } from '../../../flows/finance/differences/correct-books.ts';
import type { ReadSmsDeps } from '../../../flows/receipts/read-sms.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { finance } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

interface DifferenceRouteDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly sms: Pick<ReadSmsDeps, 'onQueued'>;
  readonly onSubmitted: () => void;
}

const MAX_DIFFERENCES = 500;

/** Differences between statements and our books, and the actions of staff on them. */
export function differenceRoutes(app: App, deps: DifferenceRouteDeps): void {
  const { database, sms } = deps;

  app.get(
    '/internal/v1/differences',
    { schema: listDifferencesSchema, config: finance },
    async () => {
      const rows = await listDifferences(database, { limit: MAX_DIFFERENCES });
      return { items: rows.map(toDifference) };
    },
  );

  app.post(
    '/internal/v1/differences/:id/record',
    { schema: recordLineSchema, config: finance },
    async (request, reply) => {
      const asked = { id: request.params.id, reason: request.body.reason };
      return answer(reply, await recordLine({ ...deps, ...sms }, requestActor(request), asked));
    },
  );

  app.post(
    '/internal/v1/differences/:id/explain',
    { schema: explainDifferenceSchema, config: finance },
    async (request, reply) => {
      const { reason, expects_fees: expectsFees } = request.body;
      const asked = { id: request.params.id, reason, expectsFees };
      return answer(reply, await explainDifference(deps, requestActor(request), asked));
    },
  );

  app.post(
    '/internal/v1/differences/:id/ask-provider',
    { schema: askAboutDifferenceSchema, config: finance },
    async ({ params }, reply) => {
      const asked = await askAbout(deps, params.id);
      return asked === 'asked' ? { done: true } : sendProblem(reply, { code: asked });
    },
  );

  app.post(
    '/internal/v1/adjustments',
    { schema: adjustSchema, config: finance },
    async (request, reply) => {
      const { change_xaf: changeXaf, difference_id: differenceId, reason, evidence } = request.body;
      const account = readAccount(request.body.account);
      if (account === null || changeXaf === 0) {
        return sendProblem(reply, { code: 'account_not_found' });
      }
      const asked = { account, changeXaf, reason, evidence, differenceId: differenceId ?? null };
      const adjusted = await adjustBooks(deps, requestActor(request), asked);
      if (adjusted.kind === 'no_account') return sendProblem(reply, { code: 'account_not_found' });
      return answer(reply, adjusted.kind === 'adjusted' ? { kind: 'done' } : adjusted);
    },
  );
}

function answer(reply: FastifyReply, acted: Acted) {
  switch (acted.kind) {
    case 'done':
      return { done: true };
    case 'refused':
      return sendProblem(reply, { code: acted.refusal });
    case 'change_waits':
      return sendProblem(reply, { code: acted.kind });
    case 'waits':
      return reply.code(202).send(toWaiting(acted));
  }
}

function toDifference(row: DifferenceRow) {
  return {
    id: row.id,
    wallet: row.wallet,
    kind: row.kind,
    proposed_act: proposeAct(row),
    operator_tx_id: row.operatorTxId,
    transaction_id: row.transactionId,
    direction: row.direction,
    is_computed: row.isComputed,
    is_in_opening: row.isInOpening,
    other: row.other,
    fee_xaf: row.feeCents === null ? null : row.feeCents / 100,
    ours_xaf: row.oursCents === null ? null : Number(row.oursCents) / 100,
    theirs_xaf: row.theirsCents === null ? null : Number(row.theirsCents) / 100,
    at: row.at.toISOString(),
    found_at: row.foundAt.toISOString(),
    said: row.said.map(({ fileName, direction, amountCents, other, isFailed, isComputed }) => ({
      file_name: fileName,
      direction,
      amount_xaf: amountCents / 100,
      other,
      is_failed: isFailed,
      is_computed: isComputed,
    })),
  };
}
