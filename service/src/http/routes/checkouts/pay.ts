import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { findSeller, type Seller } from '../../../db/access/access.ts';
import {
  type CheckoutAttempt,
  listCheckoutAttempts,
} from '../../../db/checkouts/checkout-attempts.ts';
import { findCheckout, type TimedCheckout } from '../../../db/checkouts/checkouts.ts';
import type { Database } from '../../../db/client.ts';
import {
  type Checkout,
  findCheckoutProblem,
  ROUGH_WAITS,
  roughWait,
  takesAttempts,
} from '../../../domain/checkouts/checkout.ts';
import {
  lastDigits,
  nationalDigits,
  normaliseLoosely,
  operatorOf,
} from '../../../domain/msisdn.ts';
import { OPERATORS } from '../../../domain/operators/operator.ts';
import { NO_SEAL } from '../../../domain/seals/seal.ts';
import type { Instructions } from '../../../domain/transactions/instructions.ts';
import { hasEnded, isOpenDeposit } from '../../../domain/transactions/transaction.ts';
import { ipNetworkOf } from '../../../flows/access/ip-network.ts';
import { LONGEST_LINE_S, type Throttle } from '../../../flows/access/limits/throttle.ts';
import { type StartedAttempt, startAttempt } from '../../../flows/checkouts/start-attempt.ts';
import { type Catalogue, pickChannel } from '../../../flows/providers/catalogue.ts';
import { readSealed } from '../../../flows/transactions/compare-seals.ts';
import type { CreateDeps } from '../../../flows/transactions/create-transaction.ts';
import type { App } from '../../app.ts';
import {
  answerPeople,
  type PayNotice,
  type PayView,
  type ShownAttempt,
  sendPayPage,
  sendPayTrouble,
  versionOf,
} from '../../pages/pay-page.ts';
import { acceptRawBodies, rawBody } from '../../request/request-body.ts';

export interface PayDeps extends CreateDeps {
  /** What the page reads and decides takes from the small share of strangers. */
  readonly strangers: Database;
  readonly payers: Throttle;
  readonly refusedPayers: Throttle;
  readonly environment: 'sandbox' | 'live';
}

interface Page extends TimedCheckout {
  readonly attempts: readonly CheckoutAttempt[];
  readonly seller: Seller;
}

/** The page of a checkout, for anyone: its address is its key. */
export function payRoutes(app: App, deps: PayDeps): void {
  acceptRawBodies(app);
  answerPeople(app);

  app.get('/pay/:token', { schema: { hide: true } }, async (request, reply) => {
    const page = await findPage(deps, request);
    if (typeof page === 'number') return sendPayTrouble(reply, page);
    const { lang, attempt, seen } = request.query as Readonly<Record<string, unknown>>;
    const shown = page.attempts.find(({ id }) => id === attempt);
    const view = await toView(deps, page, { lang, shown, notice: null });
    if (view === null) return sendPayTrouble(reply, CHANGED);
    // A page that is looked at asks every few seconds, on networks where each kilobyte costs.
    return seen === versionOf(view) ? reply.code(204).send() : sendPayPage(reply, view);
  });

  app.post('/pay/:token', { schema: { hide: true } }, async (request, reply) => {
    const page = await findPage(deps, request);
    if (typeof page === 'number') return sendPayTrouble(reply, page);
    const form = new URLSearchParams(rawBody(request).toString('utf8'));
    const lang = form.get('lang');
    const started = await begin(deps, request, page, form);
    if (typeof started === 'string') {
      return reply.redirect(`?attempt=${started}&lang=${langOf(page.checkout, lang)}`, 303);
    }
    const view = await toView(deps, page, { lang, notice: started });
    if (view === null) return sendPayTrouble(reply, CHANGED);
    reply.code(NOTICE_STATUS[started.kind]);
    const seconds = waitSecondsOf(started, page.now);
    if (seconds !== null) reply.header('retry-after', seconds);
    return sendPayPage(reply, view);
  });
}

const NOTICE_STATUS = {
  not_a_number: 422,
  unknown_operator: 422,
  not_possible: 503,
  too_many_here: 429,
  wait: 429,
  asked_often: 429,
  same_code: 409,
} as const satisfies Record<PayNotice['kind'], number>;

function waitSecondsOf(notice: PayNotice, now: Date): number | null {
  if ('within' in notice) return ROUGH_WAITS[notice.within];
  if ('until' in notice) return Math.ceil((notice.until.getTime() - now.getTime()) / 1_000);
  return null;
}

const TOKEN = /^[\w-]{22}$/;

const NOT_FOUND = 404;
/** What was changed behind the service's back is shown to nobody: a buyer would pay by it. */
const CHANGED = 503;

async function findPage(
  { strangers, environment }: PayDeps,
  { params }: Pick<FastifyRequest, 'params'>,
): Promise<Page | number> {
  const { token } = params as { readonly token: string };
  if (!TOKEN.test(token)) return NOT_FOUND;
  const found = await findCheckout(strangers, { token });
  if (found === null) return NOT_FOUND;
  const { checkout } = found;
  const seller = await findSeller(strangers, checkout.applicationId);
  if (seller === null || (environment === 'live' && !seller.takesCheckouts)) return NOT_FOUND;
  const attempts = await listCheckoutAttempts(strangers, checkout.id);
  const { seal = NO_SEAL } = strangers;
  if (findCheckoutProblem(seal, checkout, attempts) !== null) return CHANGED;
  return { ...found, attempts, seller };
}

/** The id of the attempt, or why there is none: never why an earlier payment failed. */
async function begin(
  deps: PayDeps,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { checkout, now }: Page,
  form: URLSearchParams,
): Promise<string | PayNotice> {
  const number = normaliseLoosely(form.get('msisdn') ?? '');
  if (number.kind === 'invalid' || nationalDigits(number.msisdn) === null) {
    return { kind: 'not_a_number' };
  }
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
  const ofStrangers = { ...deps, database: deps.strangers };
  const started = await startAttempt(ofStrangers, checkout, { msisdn, operator, lang });
  if (started.kind === 'started') return started.transaction.id;
  const notice = toNotice(started, now);
  // What a refusal says of a number is said so often and no more, for any number.
  const isSaid = !('within' in notice) || (await deps.refusedPayers.take(checkout.id)) === 0;
  return isSaid ? notice : { kind: 'too_many_here' };
}

function offered({ operators }: Checkout) {
  return OPERATORS.filter((name) => operators === null || operators.includes(name));
}

function toNotice(
  started: Exclude<StartedAttempt, { readonly kind: 'started' }>,
  now: Date,
): PayNotice {
  if (started.kind === 'amount_refused') return { kind: 'not_possible' };
  if (started.kind === 'problem') {
    const { code } = started.problem;
    if (code === 'too_many_prompts') return { kind: 'asked_often', within: 'half_an_hour' };
    return { kind: code === 'prefix_mismatch' ? 'unknown_operator' : 'not_possible' };
  }
  const { refusal } = started;
  if (refusal.code === 'not_open') return { kind: 'not_possible' };
  if (refusal.code === 'too_many_attempts_here') return { kind: 'too_many_here' };
  const kind = refusal.code === 'same_code_elsewhere' ? 'same_code' : 'asked_often';
  return { kind, within: roughWait(refusal.until, now) };
}

function langOf({ lang }: Checkout, asked: unknown): 'fr' | 'en' {
  return asked === 'fr' || asked === 'en' ? asked : lang;
}

async function toView(
  deps: PayDeps,
  { checkout, attempts, seller, now }: Page,
  asked: {
    readonly lang: unknown;
    readonly shown?: CheckoutAttempt | undefined;
    readonly notice: PayNotice | null;
  },
): Promise<PayView | null> {
  const { operatorPrefixes } = await deps.policy.recent();
  const catalogue = await deps.catalogue.recent();
  const { shown, notice } = asked;
  const attempt = shown === undefined ? null : await readShown(deps, catalogue, shown);
  if (attempt === 'changed') return null;
  const payer = attempts.find(({ outcome }) => outcome === 'paid');
  const view = catalogue.seenBy(checkout.applicationId);
  const { amountXaf } = checkout;
  return {
    lang: langOf(checkout, asked.lang),
    seller: seller.displayName ?? seller.name,
    supportNumber: seller.supportNumber,
    amountXaf,
    description: checkout.description,
    reference: checkout.reference,
    state: checkout.state,
    expiresAt: checkout.expiresAt,
    now,
    operators: offered(checkout).map((name) => {
      const choice = pickChannel(view, { operator: name, direction: 'deposit', amountXaf });
      const merchant = choice.kind === 'chosen' ? choice.channel.merchantDisplayName : null;
      return { name, prefixes: operatorPrefixes[name], merchant };
    }),
    attempt,
    notice,
    paid:
      payer === undefined || payer.succeededAt === null
        ? null
        : { at: payer.succeededAt, providerTxId: payer.providerTxId },
    returnUrl: checkout.returnUrl === null ? null : withId(checkout.returnUrl, checkout.id),
    cancelUrl: checkout.cancelUrl,
  };
}

/** What a buyer dials is read under its seal, and the name from channels that are under theirs. */
async function readShown(
  { strangers }: PayDeps,
  { channels }: Catalogue,
  shown: CheckoutAttempt,
): Promise<ShownAttempt | 'changed'> {
  const [read] = await readSealed(strangers, [shown.id]);
  if (read === undefined || read.problem !== null) return 'changed';
  const { instructions: text } = read.transaction;
  const instructions = text === null ? null : (JSON.parse(text) as Instructions);
  const channel = channels.find(({ id }) => id === shown.channelId);
  const kind = kindOf(shown);
  return {
    id: shown.id,
    kind,
    merchant: instructions?.merchant.displayName ?? channel?.merchantDisplayName ?? null,
    instructions,
    until: shown.expiresAt,
    // Of a household's phones one is asked. Who opens the address later reads no number at all.
    numberEnd: kind === 'open' ? lastDigits(shown.msisdn) : null,
  };
}

function kindOf(attempt: CheckoutAttempt): ShownAttempt['kind'] {
  const { state, outcome } = attempt;
  if (outcome === 'surplus') return 'surplus';
  if (isOpenDeposit(attempt) || (state === 'succeeded' && outcome === null)) return 'open';
  return hasEnded(state) ? 'ended' : 'looked_into';
}

/** The shop reads the checkout with its key: nothing that passes a browser proves anything. */
function withId(returnUrl: string, checkoutId: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('checkout_id', checkoutId);
  return url.href;
}
