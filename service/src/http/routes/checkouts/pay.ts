import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { findSeller, type Seller } from '../../../db/access/access.ts';
import {
  type CheckoutAttempt,
  listCheckoutAttempts,
} from '../../../db/checkouts/checkout-attempts.ts';
import { findCheckout, type TimedCheckout } from '../../../db/checkouts/checkouts.ts';
import type { Queryable } from '../../../db/client.ts';
import { type Checkout, takesAttempts } from '../../../domain/checkouts/checkout.ts';
import { normaliseLoosely, operatorOf } from '../../../domain/msisdn.ts';
import { OPERATORS } from '../../../domain/operators/operator.ts';
import { isOpenDeposit } from '../../../domain/transactions/transaction.ts';
import { ipNetworkOf } from '../../../flows/access/ip-network.ts';
import { LONGEST_LINE_S, type Throttle } from '../../../flows/access/limits/throttle.ts';
import { type StartedAttempt, startAttempt } from '../../../flows/checkouts/start-attempt.ts';
import type { CreateDeps } from '../../../flows/transactions/create-transaction.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { type PayNotice, type PayView, sendPayPage } from '../../pages/pay-page.ts';
import { acceptRawBodies, rawBody } from '../../request/request-body.ts';

export interface PayDeps extends CreateDeps {
  /** Everything that is read for the page comes from the small share of strangers. */
  readonly strangers: Queryable;
  readonly payers: Throttle;
  readonly environment: 'sandbox' | 'live';
}

interface Page extends TimedCheckout {
  readonly attempts: readonly CheckoutAttempt[];
  readonly seller: Seller;
}

/** The page of a checkout, for anyone: its address is its key. */
export function payRoutes(app: App, deps: PayDeps): void {
  acceptRawBodies(app);

  app.get('/pay/:token', { schema: { hide: true } }, async (request, reply) => {
    const page = await findPage(deps, request);
    if (page === null) return sendProblem(reply, { code: 'not_found' });
    const { lang, attempt } = request.query as Readonly<Record<string, unknown>>;
    const shown = page.attempts.find(({ number }) => String(number) === attempt);
    return sendPayPage(reply, await toView(deps, page, { lang, shown, notice: null }));
  });

  app.post('/pay/:token', { schema: { hide: true } }, async (request, reply) => {
    const page = await findPage(deps, request);
    if (page === null) return sendProblem(reply, { code: 'not_found' });
    const form = new URLSearchParams(rawBody(request).toString('utf8'));
    const lang = form.get('lang');
    const started = await begin(deps, request, page, form);
    if (typeof started === 'number') {
      return reply.redirect(`?attempt=${started}&lang=${langOf(page.checkout, lang)}`, 303);
    }
    reply.code(NOTICE_STATUS[started.kind]);
    return sendPayPage(reply, await toView(deps, page, { lang, notice: started }));
  });
}

const NOTICE_STATUS = {
  not_a_number: 422,
  unknown_operator: 422,
  not_possible: 503,
  too_many_here: 429,
  wait: 429,
  same_code: 409,
} as const satisfies Record<PayNotice['kind'], number>;

async function findPage(
  { strangers, environment }: PayDeps,
  { params }: Pick<FastifyRequest, 'params'>,
): Promise<Page | null> {
  const { token } = params as { readonly token: string };
  const found = await findCheckout(strangers, { token });
  if (found === null) return null;
  const seller = await findSeller(strangers, found.checkout.applicationId);
  if (seller === null || (environment === 'live' && !seller.takesCheckouts)) return null;
  const attempts = await listCheckoutAttempts(strangers, found.checkout.id);
  return { ...found, attempts, seller };
}

/** The number of the attempt, or why there is none: never why an earlier payment failed. */
async function begin(
  deps: PayDeps,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { checkout, now }: Page,
  form: URLSearchParams,
): Promise<number | PayNotice> {
  const number = normaliseLoosely(form.get('msisdn') ?? '');
  if (number.kind === 'invalid') return { kind: 'not_a_number' };
  const { msisdn } = number;
  const { operatorPrefixes } = await deps.policy.recent();
  const operator = form.get('operator') || (operatorOf(operatorPrefixes, msisdn) ?? '');
  if (!offered(checkout).some((name) => name === operator)) return { kind: 'unknown_operator' };
  if (!takesAttempts(checkout, now)) return { kind: 'not_possible' };
  const waitSeconds = await deps.payers.take(ipNetworkOf(ip));
  if (waitSeconds > LONGEST_LINE_S)
    return { kind: 'wait', until: new Date(now.getTime() + waitSeconds * 1_000) };
  await pause(waitSeconds * 1_000);
  const lang = langOf(checkout, form.get('lang'));
  const started = await startAttempt(deps, checkout, { msisdn, operator, lang });
  if (started.kind !== 'started') return toNotice(started);
  const attempts = await listCheckoutAttempts(deps.database, checkout.id);
  return attempts.find(({ id }) => id === started.transaction.id)?.number ?? 1;
}

function offered({ operators }: Checkout) {
  return OPERATORS.filter((name) => operators === null || operators.includes(name));
}

function toNotice(started: Exclude<StartedAttempt, { readonly kind: 'started' }>): PayNotice {
  if (started.kind === 'amount_refused') return { kind: 'not_possible' };
  if (started.kind === 'problem') {
    const isWrongOperator = started.problem.code === 'prefix_mismatch';
    return { kind: isWrongOperator ? 'unknown_operator' : 'not_possible' };
  }
  const { refusal } = started;
  if (refusal.code === 'too_many_attempts_of_number') return { kind: 'wait', until: refusal.until };
  if (refusal.code === 'same_code_elsewhere') return { kind: 'same_code', until: refusal.until };
  return { kind: refusal.code === 'not_open' ? 'not_possible' : 'too_many_here' };
}

function langOf({ lang }: Checkout, asked: unknown): 'fr' | 'en' {
  return asked === 'fr' || asked === 'en' ? asked : lang;
}

async function toView(
  { policy }: PayDeps,
  { checkout, attempts, seller, now }: Page,
  asked: {
    readonly lang: unknown;
    readonly shown?: CheckoutAttempt | undefined;
    readonly notice: PayNotice | null;
  },
): Promise<PayView> {
  const { operatorPrefixes } = await policy.recent();
  const { shown, notice } = asked;
  const payer = attempts.find(({ outcome }) => outcome === 'paid');
  return {
    lang: langOf(checkout, asked.lang),
    seller: seller.displayName ?? seller.name,
    supportNumber: seller.supportNumber,
    amountXaf: checkout.amountXaf,
    description: checkout.description,
    reference: checkout.reference,
    state: checkout.state,
    expiresAt: checkout.expiresAt,
    now,
    operators: offered(checkout).map((name) => ({ name, prefixes: operatorPrefixes[name] })),
    attempt:
      shown === undefined
        ? null
        : {
            isOpen: isOpenDeposit(shown) || (shown.succeededAt !== null && shown.outcome === null),
            merchant: shown.instructions?.merchant.displayName ?? shown.merchantName,
            instructions: shown.instructions,
            until: shown.expiresAt,
          },
    notice,
    paid:
      payer === undefined || payer.succeededAt === null
        ? null
        : { at: payer.succeededAt, providerTxId: payer.providerTxId },
    returnUrl: checkout.returnUrl === null ? null : withId(checkout.returnUrl, checkout.id),
    cancelUrl: checkout.cancelUrl,
  };
}

/** The shop reads the checkout with its key: nothing that passes a browser proves anything. */
function withId(returnUrl: string, checkoutId: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('checkout_id', checkoutId);
  return url.href;
}
