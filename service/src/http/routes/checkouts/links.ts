import type { FastifyRequest } from 'fastify';
import {
  cancelLinkSchema,
  listLinksSchema,
  makeLinkSchema,
} from '../../../contract/checkouts/links-api.ts';
import { reasonMember } from '../../../contract/fields.ts';
import { amountIssues } from '../../../contract/transactions/payments-api.ts';
import { listSellers } from '../../../db/access/access.ts';
import { listLinks, type StoredLink } from '../../../db/checkouts/checkouts.ts';
import { includesRole } from '../../../domain/access/staff-role.ts';
import { findCheckoutProblem, findPagesProblem } from '../../../domain/checkouts/checkout.ts';
import { linkText } from '../../../domain/checkouts/link.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import { NO_SEAL } from '../../../domain/seals/seal.ts';
import { shownReason } from '../../../domain/transactions/reason-code.ts';
import { cancelLink, makeLink } from '../../../flows/checkouts/make-link.ts';
import type { App } from '../../app.ts';
import { nextCursor, readIdCursor } from '../../cursor.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';
import { type CheckoutRouteDeps, checkoutAddress } from './checkouts.ts';

/** Who hands out links, and so may have their addresses. */
const MAKER = 'agent';

/** The checkouts that people make, for those who have no developer. */
export function linkRoutes(app: App, deps: CheckoutRouteDeps): void {
  app.get(
    '/internal/v1/links',
    { schema: listLinksSchema, config: { role: 'viewer' } },
    async (request) => {
      const { cursor, limit } = request.query;
      const rows = await listLinks(deps.database, { before: readIdCursor(cursor), limit });
      return {
        items: rows.map((row) => toLink(deps, request, row)),
        next_cursor: nextCursor({ rows, limit }, ({ checkout }) => [checkout.id]),
        applications: mayShare(request) ? await listNames(deps) : [],
      };
    },
  );

  app.post(
    '/internal/v1/links',
    { schema: makeLinkSchema, config: { role: MAKER } },
    async (request, reply) => {
      const { application, description, reference, lang } = request.body;
      const { amount_xaf: amountXaf, expires_in: expiresInSeconds } = request.body;
      const asked = { application, amountXaf, description, reference, lang, expiresInSeconds };
      const made = await makeLink(deps, requestActor(request), asked);
      if (made.kind === 'amount_refused') {
        throw new InvalidRequest(amountIssues(amountXaf, made.bound));
      }
      if (made.kind !== 'made') return sendProblem(reply, { code: made.kind });
      return toLink(deps, request, made.link);
    },
  );

  app.post(
    '/internal/v1/links/:id/cancel',
    { schema: cancelLinkSchema, config: { role: MAKER } },
    async (request, reply) => {
      const asked = { id: request.params.id, reason: request.body.reason };
      const cancelled = await cancelLink(deps, requestActor(request), asked);
      if (cancelled.kind === 'not_found') return sendProblem(reply, { code: 'checkout_not_found' });
      if (cancelled.kind === 'cancelled') return toLink(deps, request, cancelled.link);
      const { state } = cancelled;
      return sendProblem(reply, { code: 'checkout_not_open', params: { state } });
    },
  );
}

function mayShare({ staff }: FastifyRequest): boolean {
  return includesRole(staff.role, MAKER);
}

async function listNames(deps: CheckoutRouteDeps): Promise<string[]> {
  const sellers = await listSellers(deps.database);
  return sellers.filter((one) => findPagesProblem(deps, one) === null).map(({ name }) => name);
}

function toLink(
  deps: CheckoutRouteDeps,
  request: FastifyRequest,
  { checkout, attempts, application, seller, maker }: StoredLink,
) {
  const { id, reference, amountXaf, description, state, createdAt, expiresAt } = checkout;
  const { seal = NO_SEAL } = deps.database;
  const isAsWritten = findCheckoutProblem(seal, checkout, attempts) === null;
  const url = `${checkoutAddress(deps, request)}/pay/${checkout.token}`;
  const message = { seller, amountXaf, description, url, expiresAt };
  const isShared = isAsWritten && state === 'open' && mayShare(request);
  return {
    id,
    application,
    reference,
    amount_xaf: amountXaf,
    description,
    state,
    made_by: maker,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_as_written: isAsWritten,
    share: isShared
      ? { url, texts: { fr: linkText('fr', message), en: linkText('en', message) } }
      : null,
    attempts: attempts.map((attempt) => ({
      service_tx_id: attempt.id,
      operator: attempt.operator,
      msisdn_masked: maskMsisdn(attempt.msisdn),
      state: attempt.state as 'pending',
      ...reasonMember(shownReason(attempt.state, attempt.reasonCode)),
      outcome: attempt.outcome,
      created_at: attempt.createdAt.toISOString(),
    })),
  };
}
