import { unknown } from '../answers.ts';
import { findAddressProblem } from '../http-client.ts';
import type { AccountSetting, Adapter, Connector } from '../provider.ts';
import { findKeyProblem } from '../wire.ts';
import { createClient } from './client.ts';
import { OF_CAMPAY, toHealth, toMeantPayment, toSendAnswer, toStatusAnswer } from './translate.ts';

const SETTINGS: readonly AccountSetting[] = [
  {
    name: 'baseUrl',
    description: 'Where the API is; the demo has an address of its own.',
    secret: false,
    fallback: 'https://www.campay.net/api',
    findProblem: findAddressProblem,
  },
  {
    name: 'username',
    description: 'The user name of the app.',
    secret: false,
    fallback: null,
    findProblem: (value) => (value === '' ? 'must be given' : findKeyProblem(value)),
  },
  {
    name: 'password',
    description: 'The password of the app.',
    secret: true,
    fallback: null,
    findProblem: (value) => (value === '' ? 'must be given' : findKeyProblem(value)),
  },
];

/**
 * CamPay, to collect from both operators. It gives its own id only in the answer or in a callback,
 * and cannot be asked by ours, so it pays nothing out.
 */
export const CAMPAY: Adapter = {
  name: 'campay',
  operators: ['mtn', 'orange'],
  abilities: {
    collect: true,
    payOut: false,
    payeeName: false,
    asksByReference: false,
    learnsHandle: true,
    ownLines: false,
    simulated: false,
  },
  settings: SETTINGS,
  whichPayment: toMeantPayment,
  connect: (account, _jobs, operator = null): Connector => {
    const client = createClient(account, SETTINGS);
    const noPayouts = OF_CAMPAY.refusedBy('not_set_up_for_payouts');
    return {
      prepare: async ({ direction }) =>
        direction === 'deposit' ? { kind: 'prepared', handle: null } : noPayouts,
      send: async (order, call) =>
        order.direction === 'deposit' ? toSendAnswer(await client.collect(order, call)) : noPayouts,
      ask: async (order, call) => toStatusAnswer(await client.find(order.handle, call), order),
      check: async (call) => toHealth(await client.balance(call), operator),
      findPayeeName: async () => unknown({ code: 'not_set_up_for_this' }),
      close: client.close,
    };
  },
};
