import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../emulator.ts';
import { type Answer, type Call, json, parseBasic, parseObject } from '../http.ts';
import { checkCaller, findKeyProblem, isReference } from './mtn-checks.ts';
import { mtnError } from './mtn-errors.ts';
import { type Holder, holderOf } from './mtn-numbers.ts';
import { createPayment, DIRECTIONS, readPayment, remindPayer } from './mtn-payments.ts';
import { issueToken, type MtnOperation, type MtnState, type Product } from './mtn-state.ts';

/** The operation of a call, or `null` for an unknown path or method. */
export function routeMtn(state: MtnState, call: Call): Endpoint<MtnOperation> | null {
  const to = (operation: MtnOperation, run: Endpoint<MtnOperation>['run']) => ({ operation, run });
  const { method, path } = call;
  const provisioning = /^\/v1_0\/apiuser(?:\/([^/]+)(\/apikey)?)?$/.exec(path);
  if (provisioning !== null) {
    const [, id, apikey] = provisioning;
    const run = findProvisioning(state, call, { id, apikey });
    return run === null ? null : to('provision', run);
  }
  const [, product = '', rest = ''] = /^\/(collection|disbursement)\/(.+)$/.exec(path) ?? [];
  if (!isProduct(product)) return null;
  if (method === 'POST' && /^token\/?$/.test(rest)) {
    return to('token', () => createToken(state, call, product));
  }
  if (method === 'GET' && rest === 'v1_0/account/balance') {
    return to('balance', () => readBalance(state, call, product));
  }
  const [, msisdn = '', question] =
    /^v1_0\/accountholder\/msisdn\/([^/]+)\/(active|basicuserinfo)$/i.exec(rest) ?? [];
  if (method === 'GET' && question === 'active') {
    return to('active', () => readActive(state, call, { product, msisdn }));
  }
  if (method === 'GET' && question === 'basicuserinfo') {
    return to('user_info', () => readUserInfo(state, call, { product, msisdn }));
  }
  return routePayments(state, call, product, rest);
}

function routePayments(
  state: MtnState,
  call: Call,
  product: Product,
  rest: string,
): Endpoint<MtnOperation> | null {
  const noun = product === 'collection' ? 'requesttopay' : 'transfer';
  const verb = product === 'collection' ? 'collect' : 'transfer';
  const [version, name, reference, extra, ...more] = rest.split('/');
  if (version !== 'v1_0' || name !== noun || more.length > 0) return null;
  if (call.method === 'POST' && reference === undefined) {
    return { operation: verb, run: (funds) => createPayment(state, call, product, funds) };
  }
  if (reference === undefined) return null;
  if (call.method === 'GET' && extra === undefined) {
    const operation = `${verb}_status` as const;
    return { operation, run: () => readPayment(state, call, product, reference) };
  }
  const isReminder = extra === 'deliverynotification' && product === 'collection';
  if (call.method !== 'POST' || !isReminder) return null;
  return { operation: 'collect_reminder', run: () => remindPayer(state, call, reference) };
}

function createToken(state: MtnState, call: Call, product: Product): Answer {
  const keyProblem = findKeyProblem(state, call, product);
  if (keyProblem !== null) return keyProblem;
  if (call.body !== '') return mtnError('BAD_REQUEST', 'The body has to be empty.');
  const [, basic = ''] = /^Basic (\S+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const { name, secret } = parseBasic(basic);
  const user = state.apiUsers.get(name);
  const isKnown = user !== undefined && user.apiKey !== null && user.apiKey === secret;
  if (!isKnown || user.product !== product) {
    return mtnError('UNAUTHORIZED', 'The api user or its key is wrong.');
  }
  return json(200, {
    access_token: issueToken(state, name, product),
    token_type: 'access_token',
    expires_in: Math.floor(state.settings.tokenLifeMs / 1_000),
  });
}

function readBalance(state: MtnState, call: Call, product: Product): Answer {
  const caller = checkCaller(state, call, product);
  if (caller.kind === 'bad') return caller.answer;
  return json(200, {
    availableBalance: String(state.core.payments.float(DIRECTIONS[product])),
    currency: state.settings.eurOnly ? 'EUR' : 'XAF',
  });
}

interface HolderQuestion {
  readonly product: Product;
  readonly msisdn: string;
}

function readActive(state: MtnState, call: Call, { product, msisdn }: HolderQuestion): Answer {
  const caller = checkCaller(state, call, product);
  if (caller.kind === 'bad') return caller.answer;
  const holder = holderOf(state.settings, msisdn);
  return findHolderProblem(holder) ?? json(200, { result: holder === 'active' });
}

function readUserInfo(state: MtnState, call: Call, { product, msisdn }: HolderQuestion): Answer {
  const caller = checkCaller(state, call, product);
  if (caller.kind === 'bad') return caller.answer;
  const problem = findHolderProblem(holderOf(state.settings, msisdn));
  if (problem !== null) return problem;
  const { given, family } = state.nameOf(msisdn);
  return json(200, {
    given_name: given,
    family_name: family,
    name: `${given} ${family}`,
    birthdate: '1990-01-01',
    locale: 'fr_CM',
    gender: 'UNKNOWN',
    sub: '0',
  });
}

function findHolderProblem(holder: Holder): Answer | null {
  switch (holder) {
    case 'active':
    case 'not_active':
      return null;
    case 'not_found':
      return mtnError('RESOURCE_NOT_FOUND');
    case 'not_allowed':
      return mtnError('NOT_ALLOWED');
    case 'wrong_environment':
      return mtnError('NOT_ALLOWED_TARGET_ENVIRONMENT');
    case 'internal_error':
      return mtnError('INTERNAL_PROCESSING_ERROR');
    case 'unavailable':
      return mtnError('SERVICE_UNAVAILABLE');
  }
}

/** The sandbox's own way to create an API user and its key. */
function findProvisioning(
  state: MtnState,
  call: Call,
  { id, apikey }: { readonly id: string | undefined; readonly apikey: string | undefined },
): (() => Answer) | null {
  const product = state.subscriptionKeys.get(call.headers['ocp-apim-subscription-key'] ?? '');
  const guarded = (run: (product: Product) => Answer) => () =>
    product === undefined ? mtnError('UNAUTHORIZED', 'Invalid subscription key.') : run(product);
  if (call.method === 'POST' && id === undefined) {
    return guarded((product) => createApiUser(state, call, product));
  }
  if (call.method === 'POST' && id !== undefined && apikey !== undefined) {
    return guarded(() => createApiKey(state, id));
  }
  if (call.method === 'GET' && id !== undefined && apikey === undefined) {
    return guarded(() => readApiUser(state, id));
  }
  return null;
}

function createApiUser({ apiUsers }: MtnState, call: Call, product: Product): Answer {
  const id = call.headers['x-reference-id'] ?? '';
  if (!isReference(id)) return mtnError('BAD_REQUEST', 'X-Reference-Id is not a UUID v4.');
  if (apiUsers.has(id)) return mtnError('RESOURCE_ALREADY_EXIST');
  const providerCallbackHost = parseObject(call.body)?.['providerCallbackHost'];
  if (typeof providerCallbackHost !== 'string') {
    return mtnError('BAD_REQUEST', 'providerCallbackHost has to be a text.');
  }
  apiUsers.set(id, { product, providerCallbackHost, apiKey: null });
  return { status: 201, body: '' };
}

/** Shown once; a second call makes a new key and revokes the first. */
function createApiKey({ apiUsers }: MtnState, id: string): Answer {
  const user = apiUsers.get(id);
  if (user === undefined) return mtnError('RESOURCE_NOT_FOUND');
  user.apiKey = randomUUID().replaceAll('-', '');
  return json(201, { apiKey: user.apiKey });
}

function readApiUser({ apiUsers, settings }: MtnState, id: string): Answer {
  const user = apiUsers.get(id);
  if (user === undefined) return mtnError('RESOURCE_NOT_FOUND');
  const { targetEnvironment, providerCallbackHost } = settings;
  return json(200, {
    providerCallbackHost: user.providerCallbackHost ?? providerCallbackHost,
    targetEnvironment,
  });
}

function isProduct(text: string): text is Product {
  return text === 'collection' || text === 'disbursement';
}
