import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { ORANGE_MONEY } from '../../../src/providers/orange-money/index.ts';
import type { PreparedOrder } from '../../../src/providers/provider.ts';
import {
  BOTH,
  type Dialect,
  paymentOrderOf,
  type Route,
  type Routes,
  type Subject,
} from './provider-subject.ts';
import type { ReceivedRequest, Scripted } from './scripted-provider.ts';

// Orange Money as the test plays it, written from what is known of its interface.

const API = '/omcoreapis/1.0.2';
const SECOND_API = '/omapi/1.0.2';
const SERVICES = { deposit: 'mp', withdrawal: 'cashin' } as const;
const TOKENS = {
  deposit: 'MP2611150a1b2c3d4e5f60718293',
  withdrawal: 'CI2611150a1b2c3d4e5f60718293',
} as const;
const TXN_ID = { deposit: 'MP261115.0815.A12345', withdrawal: 'CI261115.0815.A12345' } as const;

const order = paymentOrderOf(ORANGE_MONEY, 'deposit');
const NUMBER = order.msisdn.slice('+237'.length);

/** The `data` of a payment; a withdrawal has other fields for how its one step went. */
export function payment(direction: Direction, changes: object = {}): object {
  const steps =
    direction === 'deposit'
      ? {
          inittxnstatus: '200',
          inittxnmessage: 'Paiement initie. Le client doit confirmer.',
          confirmtxnstatus: null,
          confirmtxnmessage: null,
        }
      : { txnstatus: '200', txnmessage: 'Depot effectue.' };
  return {
    id: 7_001,
    createtime: '1794730500',
    subscriberMsisdn: NUMBER,
    amount: 2_500,
    payToken: TOKENS[direction],
    txnid: TXN_ID[direction],
    txnmode: '5b0c3a529b1e4d5e8f6a',
    ...steps,
    status: 'SUCCESSFULL',
    notifUrl: order.callbackUrl,
    description: 'Depot n 12 l equipe',
    channelUserMsisdn: '690000099',
    ...changes,
  };
}

function said(direction: Direction, changes: object, status = 200): Scripted {
  return { status, body: { message: 'Transaction', data: payment(direction, changes) } };
}

const at = (method: string, path: string) => (request: ReceivedRequest) =>
  request.method === method && request.path.startsWith(path);

function routesOf(api: string, direction: Direction, names: object): Routes {
  const base = `${api}/${SERVICES[direction]}`;
  const sent = direction === 'deposit' ? { status: 'PENDING' } : {};
  return {
    prepare: {
      matches: at('POST', `${base}/init`),
      well: {
        status: 200,
        body: { message: 'Initiated', data: { payToken: TOKENS[direction] } },
      },
    },
    send: { matches: at('POST', `${base}/pay`), well: said(direction, sent) },
    ask: {
      matches: at('GET', `${base}/paymentstatus/`),
      well: said(direction, direction === 'deposit' ? { confirmtxnstatus: '200' } : {}),
    },
    name: {
      matches: at('POST', `${api}/infos/subscriber/customer/`),
      well: { status: 200, body: { data: names } },
    },
    // Nothing but the token is needed to see that Orange is there.
    check: { matches: () => false, well: { status: 200 } },
  };
}

const NAMES = { firstName: 'AMINA', lastName: 'NGONO' };
const ROUTES: Readonly<Record<Direction, Routes>> = {
  deposit: routesOf(API, 'deposit', NAMES),
  withdrawal: routesOf(API, 'withdrawal', NAMES),
};

const SECOND_NAMES = { firstname: 'AMINA', lastname: 'NGONO' };
const SECOND_ROUTES: Readonly<Record<Direction, Routes>> = {
  deposit: routesOf(`/gateway${SECOND_API}`, 'deposit', SECOND_NAMES),
  withdrawal: routesOf(`/gateway${SECOND_API}`, 'withdrawal', SECOND_NAMES),
};

const PAYMENT = { kind: 'refused', because: 'payment' } as const;
const PROVIDER = { kind: 'refused', because: 'provider' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
const PENDING = { kind: 'pending' } as const;
const FAILED = { kind: 'failed' } as const;

const NO_FUNDS: Scripted = {
  status: 417,
  body: {
    message: '60019 :: Solde insuffisant | ref 88',
    data: { status: 'FAILED', txnid: null, payToken: null },
  },
};
const SIMILAR: Scripted = {
  status: 417,
  body: { message: 'Une operation similaire vient d etre faite, patientez 5 minutes', data: null },
};
const FAULT = { fault: { code: 900901, message: 'Invalid Credentials' } };
const XML_FAULT = '<ams:fault><ams:code>900902</ams:code></ams:fault>';

/** Answers to both services, each in its own form. */
function both<Expected>(name: string, changes: object, expected: Expected, status = 200) {
  return BOTH.map((direction) => ({
    name,
    directions: [direction],
    answer: said(direction, changes, status),
    expected,
  }));
}

function plain<Expected>(name: string, answer: Scripted, expected: Expected) {
  return { name, directions: BOTH, answer, expected };
}

/** Whose money it is that was not enough. */
const POOR = {
  deposit: { code: 'payer_lacks_money' },
  withdrawal: { code: 'we_lack_money', params: { system: 'Orange Money' } },
} as const;

const TOKEN: Route = {
  matches: at('POST', '/token'),
  well: {
    status: 200,
    body: {
      access_token: 'b2a6c1e0-first-token',
      scope: 'am_application_scope default',
      token_type: 'Bearer',
      expires_in: 1_800,
    },
  },
};

const DIALECT: Dialect = {
  token: TOKEN,
  of: (direction) => ROUTES[direction],
  sends: [
    ...both('PENDING', { status: 'PENDING' }, { kind: 'accepted', isFinal: false } as const),
    {
      name: 'a final success',
      directions: ['withdrawal'],
      answer: said('withdrawal', {}),
      expected: { kind: 'accepted', isFinal: true, providerTxId: TXN_ID.withdrawal },
    },
    {
      name: 'a success with one L',
      directions: ['withdrawal'],
      answer: said('withdrawal', { status: 'SUCCESSFUL' }),
      expected: { kind: 'accepted', isFinal: true },
    },
    {
      name: 'a success before the player can have answered',
      directions: ['deposit'],
      answer: said('deposit', {}),
      expected: { kind: 'accepted', isFinal: false },
    },
    ...both('a success of another amount', { amount: '2501' }, UNKNOWN),
    ...both('a success without an amount', { amount: null }, UNKNOWN),
    ...both('a success of another number', { subscriberMsisdn: '690000013' }, UNKNOWN),
    ...both('a success of another token', { payToken: 'MP0000' }, UNKNOWN),
    ...both('a success beside a failed step', { txnstatus: '60019' }, UNKNOWN),
    ...both('an unknown status', { status: 'OK' }, UNKNOWN),
    ...both('EXPIRED', { status: 'EXPIRED' }, UNKNOWN),
    ...both('FAILED', { status: 'FAILED', txnstatus: '60021' }, { ...PAYMENT, code: '60021' }),
    ...both('CANCELLED', { status: 'CANCELLED' }, PAYMENT),
    ...both('417 of a payment that is under way', { status: 'PENDING' }, UNKNOWN, 417),
    ...BOTH.map((direction) => ({
      name: 'no money',
      directions: [direction],
      answer: NO_FUNDS,
      expected: { ...PAYMENT, code: '60019', reason: POOR[direction] },
    })),
    plain('the same operation again', SIMILAR, {
      ...PAYMENT,
      reason: { code: 'system_refuses_same_again', params: { system: 'Orange Money' } },
    }),
    plain(
      'a refusal inside 200',
      { status: 200, body: { code: '0066111', message: 'Invalid subscriber' } },
      { ...PAYMENT, code: '0066111' },
    ),
    plain(
      'a new number inside 200',
      { status: 200, body: { code: '77777', message: 'Something' } },
      UNKNOWN,
    ),
    plain('417 of a new number', { status: 417, body: { message: '70001 :: Non' } }, PAYMENT),
    plain('a token that was used', { status: 422, body: { message: 'Token used' } }, UNKNOWN),
    plain('400', { status: 400, body: { message: 'amount is not valid' } }, PAYMENT),
    plain('400 and a page', { status: 400, body: '<p>' }, UNKNOWN),
    plain('a fault of the gateway', { status: 400, body: FAULT }, PROVIDER),
    plain('missing credentials in XML', { status: 401, body: XML_FAULT }, PROVIDER),
    plain('404 of the route', { status: 404 }, PROVIDER),
    plain(
      'credentials refused inside 200',
      { status: 200, body: { statusCode: '401', message: 'Unauthorized' } },
      UNKNOWN,
    ),
  ],
  asks: [
    ...both('SUCCESSFULL', {}, { kind: 'succeeded' } as const),
    ...both('SUCCESSFUL', { status: 'SUCCESSFUL' }, { kind: 'succeeded' } as const),
    ...both('an amount in words of the wire', { amount: '2500' }, { kind: 'succeeded' } as const),
    ...both('INITIATED', { status: 'INITIATED' }, PENDING),
    ...both('PENDING', { status: 'PENDING' }, PENDING),
    ...both('FAILED', { status: 'FAILED', txnmessage: '60019 :: Non | 9' }, FAILED),
    ...both('FAILED with 417', { status: 'FAILED' }, FAILED, 417),
    ...both('SUCCESSFULL with 417', {}, UNKNOWN, 417),
    ...both('CANCELLED', { status: 'CANCELLED' }, FAILED),
    ...both('CANCELED', { status: 'CANCELED' }, FAILED),
    ...both('another amount', { amount: 2_501 }, UNKNOWN),
    ...both('no amount', { amount: null }, UNKNOWN),
    ...both('another number', { subscriberMsisdn: '690000013' }, UNKNOWN),
    ...both('another token', { payToken: 'MP0000' }, UNKNOWN),
    ...both('a failed step', { confirmtxnstatus: '60019' }, UNKNOWN),
    ...both('an unknown status', { status: 'SUCCESS' }, UNKNOWN),
    plain(
      'EXPIRED with nothing else',
      {
        status: 200,
        body: { message: 'x', data: { status: 'EXPIRED', amount: null, payToken: null } },
      },
      { ...FAILED, code: 'EXPIRED', isExpiry: true },
    ),
    plain('404 of the token', { status: 404, body: { message: 'Transaction not found' } }, {
      kind: 'not_found',
    } as const),
    plain('404 of the gateway', { status: 404, body: FAULT }, UNKNOWN),
    plain('404 of a page', { status: 404, body: '<html>' }, UNKNOWN),
    plain('422', { status: 422, body: { message: 'x' } }, UNKNOWN),
  ],
  isSuccess: isOrangeSuccess,
};

function isOrangeSuccess(body: unknown, order: PreparedOrder): boolean {
  const data = (body as { data: Record<string, unknown> }).data;
  const isOr = (name: string, values: readonly unknown[]) =>
    data[name] === undefined || data[name] === null || values.includes(data[name]);
  return (
    /^successfull?$/i.test(String(data['status']).trim()) &&
    /^\s*2500(\.0+)?\s*$/.test(String(data['amount'])) &&
    isOr('payToken', [order.handle]) &&
    isOr('subscriberMsisdn', [NUMBER]) &&
    ['inittxnstatus', 'confirmtxnstatus', 'txnstatus'].every((step) => isOr(step, ['200', 200]))
  );
}

export const ORANGE_SUBJECT: Subject = {
  adapter: ORANGE_MONEY,
  account: (baseUrl) => ({
    baseUrl,
    tokenUrl: '',
    apiPath: API,
    tokenHeader: 'Authorization',
    grant: 'client_credentials',
    consumerKey: 'ck_5Yt0aQe81',
    consumerSecret: 'cs_V7w2LmN94kPz',
    apiUser: 'MERCHANT01',
    apiPassword: 'pw_r8T3xQ6yB1',
    pin: '70953',
  }),
  dialect: DIALECT,
};

/** The same system on its second platform: other paths, another header, tokens elsewhere. */
export const SECOND_ORANGE_SUBJECT: Subject = {
  ...ORANGE_SUBJECT,
  account: (baseUrl) => ({
    ...ORANGE_SUBJECT.account(`${baseUrl}/gateway`),
    tokenUrl: `${baseUrl}/oauth2/token`,
    apiPath: SECOND_API,
    tokenHeader: 'WSO2-Authorization',
    grant: 'password',
  }),
  dialect: {
    ...DIALECT,
    token: { ...TOKEN, matches: at('POST', '/oauth2/token') },
    of: (direction) => SECOND_ROUTES[direction],
  },
};
