import type { Endpoint } from '../emulator.ts';
import { type Answer, type Call, json, parseObject } from '../http.ts';
import { createOrangeToken, findCallerProblem } from './orange-auth.ts';
import { orangeOutcomeOf, REFUSALS } from './orange-numbers.ts';
import { ORANGE_DIRECTIONS, pay, problem } from './orange-pay.ts';
import { renderOrangePayment, renderUnpaid } from './orange-render.ts';
import {
  issuePayToken,
  type OrangeOperation,
  type OrangeProduct,
  type OrangeState,
} from './orange-state.ts';

/** Both platforms, each with an address for tokens. */
const BASE = /^\/(?:omcoreapis|omapi)\/1\.0\.2\//;
const TOKEN_PATHS: ReadonlySet<string> = new Set(['/token', '/oauth2/token']);

/** The operation of a call, or `null` for an unknown path or method. */
export function routeOrange(state: OrangeState, call: Call): Endpoint<OrangeOperation> | null {
  if (call.method === 'POST' && TOKEN_PATHS.has(call.path)) {
    return { operation: 'token', run: () => createOrangeToken(state, call) };
  }
  if (!BASE.test(call.path)) return null;
  const endpoint = routeMerchant(state, call, call.path.replace(BASE, ''));
  if (endpoint === null) return null;
  const { operation, run } = endpoint;
  return { operation, run: (funds) => findCallerProblem(state, call) ?? run(funds) };
}

const OPERATIONS = {
  mp: { init: 'init', pay: 'pay', status: 'status' },
  cashin: { init: 'cashin_init', pay: 'cashin_pay', status: 'cashin_status' },
} as const satisfies Record<OrangeProduct, Record<string, OrangeOperation>>;

function routeMerchant(
  state: OrangeState,
  call: Call,
  rest: string,
): Endpoint<OrangeOperation> | null {
  const [first = '', verb, item, ...more] = rest.split('/');
  const [msisdn, ...tooMuch] = more;
  const isName = `${first}/${verb}/${item}` === 'infos/subscriber/customer';
  if (isName && call.method === 'POST' && msisdn !== undefined && tooMuch.length === 0) {
    return { operation: 'name', run: () => readName(state, call, msisdn) };
  }
  if (!isProduct(first) || more.length > 0) return null;
  const operations = OPERATIONS[first];
  switch (`${call.method} ${verb}${item === undefined ? '' : '/'}`) {
    case 'POST init':
      return { operation: operations.init, run: () => init(state, first) };
    case 'POST pay':
      return { operation: operations.pay, run: (funds) => pay(state, call, first, funds) };
    case 'GET paymentstatus/':
      return { operation: operations.status, run: () => readStatus(state, first, item ?? '') };
    case 'GET push/':
      if (first !== 'mp') return null;
      return { operation: 'push', run: () => push(state, item ?? '') };
    default:
      return null;
  }
}

function init(state: OrangeState, product: OrangeProduct): Answer {
  const payToken = issuePayToken(state, product);
  return json(200, { message: 'Payment request successfully initiated', data: { payToken } });
}

function readStatus(state: OrangeState, product: OrangeProduct, payToken: string): Answer {
  const { settings, core, issued } = state;
  if (issued.get(payToken) !== product) return problem(404, 'PayToken not found');
  const payment = core.payments.find(ORANGE_DIRECTIONS[product], payToken);
  const data =
    payment === null ? renderUnpaid(settings, payToken) : renderOrangePayment(settings, payment);
  return json(200, { message: 'Transaction retrieved successfully', data });
}

/** Shows the prompt to the customer again. */
function push({ core, settings }: OrangeState, payToken: string): Answer {
  const payment = core.payments.find('collection', payToken);
  if (payment === null) return problem(404, 'PayToken not found');
  const data = renderOrangePayment(settings, payment);
  if (payment.state !== 'pending') return json(422, { message: 'Nothing is waiting', data });
  return json(200, { message: 'Push sent to customer', data });
}

function readName(state: OrangeState, call: Call, msisdn: string): Answer {
  const { account, core, settings } = state;
  const body = parseObject(call.body);
  if (body?.['channelMsisdn'] !== account.channelMsisdn) {
    return problem(400, 'channelMsisdn is not of this merchant');
  }
  if (body['pin'] !== account.pin) return problem(417, 'Le code PIN est incorrect');
  const outcome = core.outcomes.get(msisdn) ?? orangeOutcomeOf(settings, msisdn);
  const code = outcome.kind === 'fail' ? outcome.reason : null;
  // A wallet has the same owner with or without money.
  const isUnknown = code !== null && ['00671', '99051', '0066111'].includes(code);
  const refusal = isUnknown ? REFUSALS[code] : undefined;
  if (refusal !== undefined) return problem(refusal.status, `${code} :: ${refusal.text}`);
  const { given, family } = state.nameOf(msisdn);
  return json(200, { message: 'Success', data: spellName(call, given, family) });
}

/** Each platform spells the members in its own way. */
function spellName({ path }: Call, given: string, family: string): object {
  return path.startsWith('/omapi/')
    ? { firstname: given, lastname: family }
    : { firstName: given, lastName: family };
}

function isProduct(text: string): text is OrangeProduct {
  return text === 'mp' || text === 'cashin';
}
