import { isIP } from 'node:net';
import { type Answer, type Call, parseObject, parseUrl } from '../http.ts';
import { mtnError } from './mtn-errors.ts';
import type { MtnSettings, MtnState, Product } from './mtn-state.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Apostrophes and special characters are refused; the full list is not published. */
const PLAIN_TEXT = /^[A-Za-z0-9 .,_-]{0,160}$/;

export interface PaymentBody {
  readonly amount: string;
  readonly currency: string;
  readonly externalId: string | null;
  readonly party: { readonly partyIdType: string; readonly partyId: string };
  readonly payerMessage: string | null;
  readonly payeeNote: string | null;
}

export type Checked<T> =
  | { readonly kind: 'good'; readonly value: T }
  | { readonly kind: 'bad'; readonly answer: Answer };

/** The gateway checks the product's subscription key before anything else. */
export function findKeyProblem({ subscriptionKeys }: MtnState, call: Call, product: Product) {
  const key = call.headers['ocp-apim-subscription-key'];
  if (key === undefined) return mtnError('UNAUTHORIZED', 'Missing subscription key.');
  if (subscriptionKeys.get(key) === product) return null;
  return mtnError('UNAUTHORIZED', 'Invalid subscription key for this product.');
}

/** The API user of this token. */
export function checkCaller(state: MtnState, call: Call, product: Product): Checked<string> {
  const keyProblem = findKeyProblem(state, call, product);
  if (keyProblem !== null) return { kind: 'bad', answer: keyProblem };
  const [, text = ''] = /^Bearer (\S+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const token = state.tokens.get(text);
  if (token === undefined || token.product !== product || token.endsAt <= state.core.now()) {
    return { kind: 'bad', answer: mtnError('UNAUTHORIZED', 'Invalid or expired access token.') };
  }
  if (call.headers['x-target-environment'] !== state.settings.targetEnvironment) {
    return { kind: 'bad', answer: mtnError('NOT_ALLOWED_TARGET_ENVIRONMENT') };
  }
  return { kind: 'good', value: token.apiUser };
}

export function isReference(text: string): boolean {
  return UUID_V4.test(text);
}

export function checkPayment(
  settings: MtnSettings,
  text: string,
  partyName: 'payer' | 'payee',
): Checked<PaymentBody> {
  const bad = (message: string): Checked<PaymentBody> => ({
    kind: 'bad',
    answer: mtnError('BAD_REQUEST', message),
  });
  const body = parseObject(text);
  if (body === null) return bad('The body is not a JSON object.');
  const { amount, currency, externalId = null, payerMessage = null, payeeNote = null } = body;
  if (!isText(amount) || !/^\d{1,12}(\.\d{1,2})?$/.test(amount) || Number(amount) <= 0) {
    return bad('amount has to be a text of digits above zero.');
  }
  if (!isText(currency)) return bad('currency has to be a text.');
  if (externalId !== null && !isText(externalId)) return bad('externalId has to be a text.');
  if (!isMessage(payerMessage)) return bad('payerMessage is too long or has special characters.');
  if (!isMessage(payeeNote)) return bad('payeeNote is too long or has special characters.');
  const party = toParty(body[partyName]);
  if (party === null) return bad(`${partyName} has to be an MSISDN with country code and no plus.`);
  if (currency !== (settings.eurOnly ? 'EUR' : 'XAF')) {
    const { status, body, headers = {} } = mtnError('INVALID_CURRENCY');
    const code = settings.wrongCurrencyStatus === 500 ? status : 400;
    return { kind: 'bad', answer: { status: code, headers, body } };
  }
  return {
    kind: 'good',
    value: { amount, currency, externalId, party, payerMessage, payeeNote },
  };
}

/** `null` if callbacks may go there or there is no address. */
export function findCallbackProblem(
  { settings, apiUsers }: MtnState,
  apiUser: string,
  address: string | undefined,
): Answer | null {
  if (address === undefined) return null;
  const url = parseUrl(address);
  if (url === null) return mtnError('INVALID_CALLBACK_URL_HOST');
  if (!settings.checkCallbackHost) return null;
  const host = apiUsers.get(apiUser)?.providerCallbackHost ?? settings.providerCallbackHost;
  const isSafe = url.protocol === 'https:';
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  return isSafe && isName && url.hostname === host ? null : mtnError('INVALID_CALLBACK_URL_HOST');
}

export function isMessage(value: unknown): value is string | null {
  return value === null || (isText(value) && PLAIN_TEXT.test(value));
}

function toParty(value: unknown): PaymentBody['party'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { partyIdType, partyId } = value as Record<string, unknown>;
  if (partyIdType !== 'MSISDN' || !isText(partyId) || !/^[1-9]\d{7,14}$/.test(partyId)) return null;
  return { partyIdType, partyId };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
