import type { FastifyRequest } from 'fastify';
import {
  type CheckoutRequestBody,
  cancelCheckoutSchema,
  createCheckoutSchema,
  findCheckoutDifferences,
  readCheckoutSchema,
} from '../../../contract/checkouts/checkouts-api.ts';
import { amountIssues } from '../../../contract/transactions/payments-api.ts';
import { findSeller } from '../../../db/access/access.ts';
import { findCheckout } from '../../../db/checkouts/checkouts.ts';
import { type Checkout, findPagesProblem } from '../../../domain/checkouts/checkout.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import { type CheckoutRequest, createCheckout } from '../../../flows/checkouts/create-checkout.ts';
import {
  cancelCheckout,
  type SettleDeps,
  type SettledCheckout,
  settleCheckout,
} from '../../../flows/checkouts/settle-checkouts.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { markReplay } from '../mark-replay.ts';
import { findAmountIssues } from '../transactions/payments.ts';

export interface CheckoutRouteDeps extends SettleDeps {
  readonly policy: PolicySource;
  readonly publicUrl: string | null;
  readonly environment: 'sandbox' | 'live';
}

export function checkoutRoutes(api: App, deps: CheckoutRouteDeps): void {
  const config = {
    findMoreIssues: async (body: unknown) =>
      findAmountIssues(body, (await deps.policy.recent()).amountMaxXaf),
  };
  api.post(
    '/api/v1/checkouts',
    { schema: createCheckoutSchema, config },
    async (request, reply) => {
      const seller = await findSeller(deps.database, request.applicationId);
      const problem = findPagesProblem(deps, seller);
      if (problem !== null) return sendProblem(reply, { code: problem });
      const asked = toCheckoutRequest(request, request.body);
      const created = await createCheckout(deps, asked);
      if (created.kind === 'amount_refused') {
        throw new InvalidRequest(amountIssues(asked.amountXaf, created.bound));
      }
      const { kind, checkout } = created;
      const answer = toShort(checkout, checkoutAddress(deps, request));
      if (kind === 'created') return answer;
      const differs = findCheckoutDifferences(request.body, checkout);
      return { ...answer, ...markReplay(reply, differs) };
    },
  );

  api.get(
    '/api/v1/checkouts/:checkout_id',
    { schema: readCheckoutSchema },
    async (request, reply) => {
      const own = await findOwnCheckout(deps, request, request.params.checkout_id);
      if (own === null) return sendProblem(reply, { code: 'checkout_not_found' });
      const settled = await settleCheckout(deps, own.id);
      return toCheckoutBody(settled, checkoutAddress(deps, request));
    },
  );

  api.post(
    '/api/v1/checkouts/:checkout_id/cancel',
    { schema: cancelCheckoutSchema },
    async (request, reply) => {
      const own = await findOwnCheckout(deps, request, request.params.checkout_id);
      if (own === null) return sendProblem(reply, { code: 'checkout_not_found' });
      const cancelled = await cancelCheckout(deps, own.id);
      if (cancelled.kind === 'cancelled')
        return toCheckoutBody(cancelled, checkoutAddress(deps, request));
      const { state } = cancelled.checkout;
      return sendProblem(reply, { code: 'checkout_not_open', params: { state } });
    },
  );
}

/** Another application's checkout does not exist for the caller. */
async function findOwnCheckout(
  { database }: CheckoutRouteDeps,
  { applicationId }: FastifyRequest,
  id: string,
): Promise<Checkout | null> {
  const found = await findCheckout(database, { id });
  return found?.checkout.applicationId === applicationId ? found.checkout : null;
}

/** Never what a header names: buyers would follow it. Without PUBLIC_URL they sit at this machine. */
export function checkoutAddress(
  { publicUrl }: Pick<CheckoutRouteDeps, 'publicUrl'>,
  { socket }: FastifyRequest,
): string {
  return (publicUrl ?? `http://localhost:${socket.localPort}`).replace(/\/$/, '');
}

function toCheckoutRequest(
  { applicationId, keyActor }: FastifyRequest,
  body: CheckoutRequestBody,
): CheckoutRequest {
  return {
    applicationId,
    reference: body.reference,
    amountXaf: body.amount_xaf,
    description: body.description,
    playerId: body.player_id,
    operators: body.operators,
    lang: body.lang,
    returnUrl: body.return_url,
    cancelUrl: body.cancel_url,
    callbackUrl: body.callback_url,
    createdBy: keyActor,
    expiresInSeconds: body.expires_in,
  };
}

function toShort({ id, token, state, expiresAt }: Checkout, address: string) {
  return {
    checkout_id: id,
    url: `${address}/pay/${token}`,
    state,
    expires_at: expiresAt.toISOString(),
  };
}

function toCheckoutBody({ checkout, attempts }: SettledCheckout, address: string) {
  const idsOf = (outcome: 'paid' | 'surplus') =>
    attempts.filter((one) => one.outcome === outcome).map(({ id }) => id);
  return {
    ...toShort(checkout, address),
    reference: checkout.reference,
    amount_xaf: checkout.amountXaf,
    created_at: checkout.createdAt.toISOString(),
    attempts: attempts.map((attempt) => ({
      service_tx_id: attempt.id,
      state: attempt.state as 'pending',
      operator: attempt.operator,
      msisdn: maskMsisdn(attempt.msisdn),
      provider_tx_id: attempt.providerTxId,
      created_at: attempt.createdAt.toISOString(),
    })),
    paid_by: idsOf('paid')[0] ?? null,
    surplus: idsOf('surplus'),
  };
}
