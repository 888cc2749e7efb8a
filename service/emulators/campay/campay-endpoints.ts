import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Payment, PaymentState } from '../book.ts';
import type { Core } from '../core.ts';
import type { Endpoint } from '../emulator.ts';
import { type Answer, type Call, json, parseObject } from '../http.ts';
import type { Outcome } from '../payments.ts';

export const CAMPAY_OPERATIONS = ['token', 'collect', 'collect_status', 'balance'] as const;

export type CampayOperation = (typeof CAMPAY_OPERATIONS)[number];

export interface CampayDetails {
  readonly operator: 'MTN' | 'ORANGE';
  readonly externalUser: string;
  readonly description: string;
  readonly code: string;
  readonly operatorReference: string;
}

interface CampayState {
  readonly core: Core<CampayOperation, CampayDetails>;
  readonly settings: { readonly tokenLifeMs: number };
  readonly account: { readonly username: string; readonly password: string };
  /** When each token ends. */
  readonly tokens: Map<string, number>;
}

type Run = Endpoint<CampayOperation>['run'];

/** The operation of a call, or `null` for an unknown path or method. */
export function routeCampay(state: CampayState, call: Call): Endpoint<CampayOperation> | null {
  const { method, path } = call;
  const signedIn = (operation: CampayOperation, run: Run) => ({
    operation,
    run: (funds: 'booked' | 'none') =>
      isSignedIn(state, call) ? run(funds) : campayError(401, 'UNAUTHORIZED'),
  });
  if (method === 'POST' && path === '/token/') {
    return { operation: 'token', run: () => giveToken(state, call) };
  }
  if (method === 'POST' && path === '/collect/') {
    return signedIn('collect', (funds) => collect(state, call, funds));
  }
  if (method === 'GET' && path === '/balance/') {
    return signedIn('balance', () => readBalances(state));
  }
  const [, id] = /^\/transaction\/([^/]+)\/$/.exec(path) ?? [];
  if (method !== 'GET' || id === undefined) return null;
  return signedIn('collect_status', () => {
    const payment = state.core.payments.find('collection', id);
    return payment === null ? json(404, {}) : json(200, renderCampay(payment));
  });
}

function giveToken({ account, core, settings, tokens }: CampayState, call: Call): Answer {
  const body = parseObject(call.body);
  const isRight = body?.['username'] === account.username && body['password'] === account.password;
  if (!isRight) return campayError(401, 'UNAUTHORIZED');
  const token = randomBytes(20).toString('hex');
  tokens.set(token, core.now() + settings.tokenLifeMs);
  return json(200, { token, expires_in: Math.floor(settings.tokenLifeMs / 1_000) });
}

function isSignedIn({ core, tokens }: CampayState, call: Call): boolean {
  const token = /^Token (\S+)$/.exec(call.headers['authorization'] ?? '')?.[1] ?? '';
  return (tokens.get(token) ?? 0) > core.now();
}

/** Takes a payment whatever its `external_reference` is, also one that it had before. */
function collect({ core }: CampayState, call: Call, funds: 'booked' | 'none'): Answer {
  const body = parseObject(call.body);
  const text = (name: string) => {
    const value = body?.[name];
    return typeof value === 'string' ? value : '';
  };
  const number = text('from');
  if (!/^237\d{9}$/.test(number)) return campayError(400, 'ER101');
  const operator = operatorOf(number);
  if (operator === null) return campayError(400, 'ER102');
  if (!/^[1-9]\d{0,11}$/.test(text('amount'))) return campayError(400, 'ER201');
  if (text('currency') !== 'XAF' || text('external_reference') === '') {
    return campayError(400, 'INVALID');
  }
  const outcome: Outcome =
    funds === 'none'
      ? { kind: 'fail', reason: 'Insufficient balance' }
      : (core.outcomes.get(number) ?? { kind: 'succeed' });
  const reference = randomUUID();
  core.payments.accept(
    {
      reference,
      direction: 'collection',
      externalId: text('external_reference'),
      msisdn: number,
      amount: Number(text('amount')),
      details: {
        operator,
        externalUser: text('external_user'),
        description: text('description'),
        code: `CP${randomInt(100_000_000, 999_999_999)}`,
        operatorReference: String(randomInt(1_000_000_000, 9_999_999_999)),
      },
    },
    outcome,
  );
  const ussd = operator === 'MTN' ? '*126#' : '#150*50#';
  return json(200, { reference, ussd_code: ussd, operator: operator.toLowerCase() });
}

/** CamPay finds the operator by the number, and need not agree with us about a range. */
function operatorOf(number: string): CampayDetails['operator'] | null {
  if (/^2376(7|8[0-5]|5[0-4])/.test(number)) return 'MTN';
  return /^2376(9|8[6-9]|5[5-9])/.test(number) ? 'ORANGE' : null;
}

/** Each operator has a float of its own. */
function readBalances({ core }: CampayState): Answer {
  const sums = { MTN: 0, ORANGE: 0 };
  for (const { state, amount, details } of core.payments.list()) {
    if (state === 'succeeded') sums[details.operator] += amount;
  }
  return json(200, {
    total_balance: sums.MTN + sums.ORANGE,
    mtn_balance: sums.MTN,
    orange_balance: sums.ORANGE,
    currency: 'XAF',
  });
}

/** The payment as its status and its callback show it: what is absent is the word "None". */
export function renderCampay({
  reference,
  externalId,
  state,
  reason,
  msisdn,
  amount,
  details,
}: Payment<CampayDetails>): Readonly<Record<string, unknown>> {
  const isDone = state === 'succeeded';
  return {
    reference,
    external_reference: externalId,
    external_user: details.externalUser,
    status: STATUSES[state],
    amount: amount.toFixed(2),
    app_amount: isDone ? amount : 'None',
    currency: 'XAF',
    operator: details.operator,
    code: details.code,
    operator_reference: isDone ? details.operatorReference : 'None',
    description: details.description,
    endpoint: 'collect',
    phone_number: msisdn,
    reason: reason ?? 'None',
  };
}

const STATUSES = {
  pending: 'PENDING',
  succeeded: 'SUCCESSFUL',
  failed: 'FAILED',
  refused: 'FAILED',
  expired: 'FAILED',
} as const satisfies Record<PaymentState, string>;

export function campayError(status: number, code: string): Answer {
  return json(status, { error_code: code, message: code.toLowerCase() });
}
