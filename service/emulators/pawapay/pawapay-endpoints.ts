import type { Direction, Payment, PaymentState } from '../book.ts';
import type { Core } from '../core.ts';
import type { Endpoint } from '../emulator.ts';
import { type Answer, type Call, json, parseObject } from '../http.ts';
import type { Outcome } from '../payments.ts';

export const PAWAPAY_OPERATIONS = [
  'collect',
  'collect_status',
  'transfer',
  'transfer_status',
  'balance',
  'limits',
] as const;

export type PawapayOperation = (typeof PAWAPAY_OPERATIONS)[number];

/** Request fields that the status repeats. */
export interface PawapayDetails {
  readonly amount: string;
  readonly provider: string;
  readonly customerMessage: string | null;
  readonly providerTransactionId: string;
}

interface PawapayState {
  readonly core: Core<PawapayOperation, PawapayDetails>;
  readonly settings: { readonly limits: { readonly least: number; readonly most: number } };
  readonly account: { readonly apiToken: string };
  readonly nextProviderId: () => string;
}

export const KINDS = {
  collection: { path: 'deposits', id: 'depositId', party: 'payer', operation: 'DEPOSIT' },
  transfer: { path: 'payouts', id: 'payoutId', party: 'recipient', operation: 'PAYOUT' },
} as const satisfies Record<Direction, object>;

const PROVIDERS = ['MTN_MOMO_CMR', 'ORANGE_CMR'] as const;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The operation of a call, or `null` for an unknown path or method. */
export function routePawapay(state: PawapayState, call: Call): Endpoint<PawapayOperation> | null {
  const to = (operation: PawapayOperation, run: Endpoint<PawapayOperation>['run']) => ({
    operation,
    run: (funds: 'booked' | 'none') =>
      call.headers['authorization'] === `Bearer ${state.account.apiToken}`
        ? run(funds)
        : technicalError(401, 'AUTHENTICATION_ERROR'),
  });
  const { method, path } = call;
  if (method === 'GET' && path === '/v2/wallet-balances') {
    const balance = state.core.payments.float('transfer').toFixed(2);
    const wallet = { country: 'CMR', balance, currency: 'XAF' };
    return to('balance', () => json(200, { balances: [wallet] }));
  }
  if (method === 'GET' && path === '/v2/active-conf') return to('limits', () => readLimits(state));
  const [, noun, id] = /^\/v2\/(deposits|payouts)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (noun === undefined) return null;
  const direction = noun === 'deposits' ? 'collection' : 'transfer';
  const verb = noun === 'deposits' ? 'collect' : 'transfer';
  if (method === 'POST' && id === undefined) {
    return to(verb, (funds) => createPayment(state, call, { direction, funds }));
  }
  if (method !== 'GET' || id === undefined) return null;
  return to(`${verb}_status`, () => {
    const payment = state.core.payments.find(direction, id);
    if (payment === null) return json(200, { status: 'NOT_FOUND' });
    return json(200, { status: 'FOUND', data: renderPayment(payment) });
  });
}

/** A refusal is a 200 as well; only what is no request at all is a 400. */
function createPayment(
  state: PawapayState,
  call: Call,
  { direction, funds }: { readonly direction: Direction; readonly funds: 'booked' | 'none' },
): Answer {
  const { id: idName, party } = KINDS[direction];
  const body = parseObject(call.body);
  const reference = body?.[idName];
  if (body === null || typeof reference !== 'string' || !UUID_V4.test(reference)) {
    return technicalError(400, 'INVALID_INPUT');
  }
  const answer = (status: string, failureCode?: string) =>
    json(200, {
      [idName]: reference,
      status,
      created: new Date(state.core.now()).toISOString(),
      ...(failureCode === undefined ? {} : { failureReason: failureOf(failureCode) }),
    });
  const { payments, outcomes } = state.core;
  if (payments.find(direction, reference) !== null) return answer('DUPLICATE_IGNORED');
  const { phoneNumber, provider } = accountOf(body[party]);
  const { amount, currency, customerMessage } = body;
  if (!isText(amount) || !/^\d{1,12}(\.\d{1,2})?$/.test(amount)) {
    return answer('REJECTED', 'INVALID_AMOUNT');
  }
  if (currency !== 'XAF') return answer('REJECTED', 'INVALID_CURRENCY');
  if (!PROVIDERS.some((one) => one === provider)) return answer('REJECTED', 'INVALID_PROVIDER');
  if (!/^2376\d{8}$/.test(phoneNumber)) return answer('REJECTED', 'INVALID_PHONE_NUMBER');
  const { least, most } = state.settings.limits;
  if (Number(amount) < least || Number(amount) > most) {
    return answer('REJECTED', 'AMOUNT_OUT_OF_BOUNDS');
  }
  const isMessage = isText(customerMessage) && /^[A-Za-z0-9 ]{4,22}$/.test(customerMessage);
  if (customerMessage !== undefined && !isMessage) {
    return answer('REJECTED', 'UNSUPPORTED_PARAMETER');
  }
  const outcome: Outcome =
    funds === 'none'
      ? { kind: 'fail', reason: direction === 'collection' ? PAYER_WITHOUT_MONEY : FLOAT_EMPTY }
      : (outcomes.get(phoneNumber) ?? { kind: 'succeed' });
  payments.accept(
    {
      reference,
      direction,
      externalId: reference,
      msisdn: phoneNumber,
      amount: Number(amount),
      details: {
        amount,
        provider,
        customerMessage: isMessage ? customerMessage : null,
        providerTransactionId: state.nextProviderId(),
      },
    },
    outcome,
  );
  return answer('ACCEPTED');
}

const PAYER_WITHOUT_MONEY = 'INSUFFICIENT_BALANCE';
const FLOAT_EMPTY = 'PAWAPAY_WALLET_OUT_OF_FUNDS';

function readLimits({ settings: { limits } }: PawapayState): Answer {
  const amounts = { minAmount: String(limits.least), maxAmount: String(limits.most) };
  const operationTypes = { DEPOSIT: amounts, PAYOUT: amounts };
  const providers = PROVIDERS.map((provider) => ({
    provider,
    currencies: [{ currency: 'XAF', operationTypes }],
  }));
  return json(200, { companyName: 'Wouri Shop', countries: [{ country: 'CMR', providers }] });
}

/** The payment as its status and its callback show it. */
export function renderPayment({
  direction,
  reference,
  state,
  reason,
  acceptedAt,
  msisdn,
  details,
}: Payment<PawapayDetails>): Readonly<Record<string, unknown>> {
  const { id, party } = KINDS[direction];
  const cause = REASONS[state] ?? reason;
  return {
    [id]: reference,
    status: STATUSES[state],
    amount: Number(details.amount).toFixed(2),
    currency: 'XAF',
    country: 'CMR',
    [party]: {
      type: 'MMO',
      accountDetails: { phoneNumber: msisdn, provider: details.provider },
    },
    ...(details.customerMessage === null ? {} : { customerMessage: details.customerMessage }),
    created: new Date(acceptedAt).toISOString(),
    ...(state === 'succeeded' ? { providerTransactionId: details.providerTransactionId } : {}),
    ...(cause === null ? {} : { failureReason: failureOf(cause) }),
  };
}

const STATUSES = {
  pending: 'PROCESSING',
  succeeded: 'COMPLETED',
  failed: 'FAILED',
  refused: 'FAILED',
  expired: 'FAILED',
} as const satisfies Record<PaymentState, string>;

/** It does not distinguish a player who refused from one who did not answer. */
const REASONS = {
  pending: null,
  succeeded: null,
  failed: null,
  refused: 'PAYMENT_NOT_APPROVED',
  expired: 'PAYMENT_NOT_APPROVED',
} as const satisfies Record<PaymentState, string | null>;

export function technicalError(status: number, failureCode: string): Answer {
  return json(status, { failureReason: failureOf(failureCode) });
}

function failureOf(failureCode: string): object {
  return { failureCode, failureMessage: failureCode.toLowerCase().replaceAll('_', ' ') };
}

function accountOf(party: unknown): { readonly phoneNumber: string; readonly provider: string } {
  const { accountDetails } = (party ?? {}) as { accountDetails?: unknown };
  const { phoneNumber, provider } = (accountDetails ?? {}) as Record<string, unknown>;
  return {
    phoneNumber: isText(phoneNumber) ? phoneNumber : '',
    provider: isText(provider) ? provider : '',
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
