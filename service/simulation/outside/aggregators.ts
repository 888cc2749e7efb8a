import type { HttpAnswer, HttpRequest } from '../../src/providers/http-client.ts';
import type { Book, BookedRequest } from './book.ts';

/** The addresses of their interfaces. */
export const ADDRESSES = {
  pawapay: 'https://pawapay.example',
  campay: 'https://campay.example',
} as const;

/** pawaPay and CamPay as the service's own adapters call them: each answer of theirs is HTTP. */
export function createAggregators(book: Book): (request: HttpRequest) => Promise<HttpAnswer> {
  return async (request) => {
    const { origin, pathname } = new URL(request.url);
    const call = { ...request, path: pathname };
    if (origin === ADDRESSES.pawapay) return answerOfPawapay(book, call);
    if (origin === ADDRESSES.campay) return answerOfCampay(book, call);
    throw new Error(`nobody is called ${request.url}`);
  };
}

interface Called extends HttpRequest {
  readonly path: string;
}

interface PawapayBody {
  readonly depositId?: string;
  readonly payoutId?: string;
  readonly amount: string;
  readonly payer?: PawapayParty;
  readonly recipient?: PawapayParty;
}

interface PawapayParty {
  readonly accountDetails: { readonly phoneNumber: string };
}

const WALLET = { country: 'CMR', currency: 'XAF', balance: '100000000.00' };

/** Knows a payment by our reference, and answers a refusal with 200. */
async function answerOfPawapay(book: Book, call: Called): Promise<HttpAnswer> {
  const { path, timeoutMs } = call;
  const [, , kind = '', id = ''] = path.split('/');
  if (kind !== 'deposits' && kind !== 'payouts') {
    if (book.losesCall(path)) return lost(timeoutMs);
    return answered(200, kind === 'wallet-balances' ? { balances: [WALLET] } : {});
  }
  if (id !== '') {
    const found = await book.ask('pawapay', decodeURIComponent(id), timeoutMs);
    if (found.kind === 'lost') return lost(timeoutMs);
    if (found.kind === 'not_listed') return answered(200, { status: 'NOT_FOUND' });
    return answered(200, { status: 'FOUND', data: renderPawapay(found.request) });
  }
  const body = JSON.parse(call.body ?? '{}') as PawapayBody;
  const party = body.payer ?? body.recipient;
  const wanted = {
    system: 'pawapay',
    reference: body.depositId ?? body.payoutId ?? '',
    direction: kind === 'deposits' ? 'deposit' : 'withdrawal',
    msisdn: `+${party?.accountDetails.phoneNumber}`,
    amountXaf: Number(body.amount),
    callbackUrl: null,
  } as const;
  const answer = await book.receive(wanted, timeoutMs);
  if (answer.kind === 'lost') return lost(timeoutMs);
  if (answer.kind === 'taken') return answered(200, { status: 'ACCEPTED' });
  const ofPayment = wanted.direction === 'deposit' ? 'PAYER_NOT_FOUND' : 'RECIPIENT_NOT_FOUND';
  const failureCode = answer.because === 'payment' ? ofPayment : 'PROVIDER_TEMPORARILY_UNAVAILABLE';
  return answered(200, { status: 'REJECTED', failureReason: { failureCode } });
}

/** A payment as pawaPay shows it, in a status and in a callback. */
export function renderPawapay(request: BookedRequest) {
  const { reference, direction, msisdn, amountXaf, state, operatorTxId } = request;
  const isDeposit = direction === 'deposit';
  const party = {
    type: 'MMO',
    accountDetails: { phoneNumber: msisdn.slice(1), provider: 'MTN_MOMO_CMR' },
  };
  const statuses = { pending: 'IN_RECONCILIATION', succeeded: 'COMPLETED', failed: 'FAILED' };
  return {
    [isDeposit ? 'depositId' : 'payoutId']: reference,
    [isDeposit ? 'payer' : 'recipient']: party,
    status: statuses[state],
    amount: amountXaf.toFixed(2),
    currency: 'XAF',
    country: 'CMR',
    ...(state === 'succeeded' && { providerTransactionId: operatorTxId }),
    ...(state === 'failed' && { failureReason: { failureCode: 'UNSPECIFIED_FAILURE' } }),
  };
}

/** Names a payment itself, and is asked by that name alone. */
async function answerOfCampay(book: Book, call: Called): Promise<HttpAnswer> {
  const { path, timeoutMs } = call;
  const [, kind = '', id = ''] = path.split('/');
  if (kind === 'transaction') {
    const found = await book.ask('campay', decodeURIComponent(id), timeoutMs);
    if (found.kind === 'lost') return lost(timeoutMs);
    if (found.kind === 'not_listed') return answered(404, {});
    return answered(200, renderCampay(found.request));
  }
  if (kind !== 'collect') {
    if (book.losesCall(path)) return lost(timeoutMs);
    const token = { token: 'the-token', expires_in: 3_600 };
    const balance = { total_balance: 100_000_000, mtn_balance: 100_000_000 };
    return answered(200, kind === 'token' ? token : balance);
  }
  const body = JSON.parse(call.body ?? '{}') as Readonly<Record<string, string>>;
  const wanted = {
    system: 'campay',
    reference: body['external_reference'] ?? '',
    direction: 'deposit',
    msisdn: `+${body['from']}`,
    amountXaf: Number(body['amount']),
    callbackUrl: null,
  } as const;
  const answer = await book.receive(wanted, timeoutMs);
  if (answer.kind === 'lost') return lost(timeoutMs);
  if (answer.kind === 'taken') return answered(200, { reference: answer.handle });
  return answer.because === 'payment' ? answered(400, { error_code: 'ER102' }) : answered(429, {});
}

/** A payment as CamPay shows it: what is absent is the word "None". */
function renderCampay(request: BookedRequest) {
  const { reference, handle, msisdn, amountXaf, state, operatorTxId } = request;
  const statuses = { pending: 'PENDING', succeeded: 'SUCCESSFUL', failed: 'FAILED' };
  return {
    reference: handle,
    external_reference: reference,
    status: statuses[state],
    amount: amountXaf.toFixed(2),
    currency: 'XAF',
    operator: 'MTN',
    operator_reference: state === 'succeeded' ? operatorTxId : 'None',
    endpoint: 'collect',
    phone_number: msisdn.slice(1),
  };
}

function answered(status: number, json: object): HttpAnswer {
  return { kind: 'answered', status, text: JSON.stringify(json), json };
}

function lost(timeoutMs: number): HttpAnswer {
  const trouble = { code: 'no_answer_within', params: { ms: Math.round(timeoutMs) } } as const;
  return { kind: 'lost', status: null, trouble };
}
