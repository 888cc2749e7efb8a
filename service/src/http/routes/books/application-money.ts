import type { FastifyReply } from 'fastify';
import {
  listApplicationMoneySchema,
  setCreditSchema,
  settleSchema,
} from '../../../contract/books/books-api.ts';
import {
  type ApplicationMoneyRow,
  listPlatformMoney,
} from '../../../db/books/application-money.ts';
import type { Database } from '../../../db/client.ts';
import { findAvailableXaf } from '../../../domain/books/application-money.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import {
  type Settled,
  setCredit,
  settleApplication,
} from '../../../flows/books/application-money.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { finance } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

interface ApplicationRouteDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
}

/** What platforms are owed, what they may spend, and what they were paid. */
export function applicationMoneyRoutes(app: App, deps: ApplicationRouteDeps): void {
  app.get(
    '/internal/v1/application-money',
    { schema: listApplicationMoneySchema, config: finance },
    async () => ({ items: (await listPlatformMoney(deps.database)).map(toApplication) }),
  );

  app.put(
    '/internal/v1/application-money/:name/credit',
    { schema: setCreditSchema, config: finance },
    async (request, reply) => {
      const { credit_xaf: creditXaf, reason } = request.body;
      const asked = { application: request.params.name, creditXaf, reason };
      return answer(reply, await setCredit(deps, requestActor(request), asked));
    },
  );

  app.post(
    '/internal/v1/application-money/:name/settlements',
    { schema: settleSchema, config: finance },
    async (request, reply) => {
      const { amount_xaf: amountXaf, paid_to: paidTo, reference, reason } = request.body;
      const { name: application } = request.params;
      const asked = { application, amountXaf, paidTo, reference, reason };
      return answer(reply, await settleApplication(deps, requestActor(request), asked));
    },
  );
}

function answer(reply: FastifyReply, acted: Settled) {
  switch (acted.kind) {
    case 'done':
      return { done: true as const };
    case 'no_application':
      return sendProblem(reply, { code: 'application_not_found' });
    case 'waits':
      return reply.code(202).send(toWaiting(acted));
    case 'change_waits':
    case 'more_than_owed':
    case 'settled_already':
      return sendProblem(reply, { code: acted.kind });
  }
}

function toApplication(money: ApplicationMoneyRow) {
  const { id, name, owedXaf, settledXaf, promisedXaf, creditXaf, isOnly } = money;
  return {
    id,
    name,
    owed_xaf: owedXaf + settledXaf,
    settled_xaf: settledXaf,
    left_xaf: owedXaf,
    promised_xaf: promisedXaf,
    credit_xaf: creditXaf,
    available_xaf: findAvailableXaf(money),
    is_only: isOnly,
  };
}
