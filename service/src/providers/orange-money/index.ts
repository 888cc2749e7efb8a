import { nationalDigits } from '../../domain/msisdn.ts';
import { findAddressProblem } from '../http-client.ts';
import type { AccountSetting, Adapter, Connector, RefusedRequest } from '../provider.ts';
import { findKeyProblem } from '../wire.ts';
import { createClient } from './client.ts';
import { OF_ORANGE } from './reasons.ts';
import { toPayee, toPrepared, toSendAnswer, toStatusAnswer } from './translate.ts';

const GRANTS: readonly string[] = ['client_credentials', 'password'];

const SETTINGS: readonly AccountSetting[] = [
  {
    name: 'baseUrl',
    description: 'Where the Orange Money API is; tests have an address of their own.',
    secret: false,
    fallback: 'https://api-s1.orange.cm',
    findProblem: findAddressProblem,
  },
  {
    name: 'tokenUrl',
    description: 'Where tokens are given, if not at /token of the same address.',
    secret: false,
    fallback: '',
    findProblem: (value) => (value === '' ? null : findAddressProblem(value)),
  },
  {
    name: 'apiPath',
    description: 'The path of the API at its address; the second platform has one of its own.',
    secret: false,
    fallback: '/omcoreapis/1.0.2',
    findProblem: (value) =>
      /^(\/[\w.-]+)+$/.test(value) ? null : 'must be a path without a query',
  },
  {
    name: 'tokenHeader',
    description: 'The header that carries the token; the second platform wants another.',
    secret: false,
    fallback: 'Authorization',
    findProblem: (value) => (/^[A-Za-z0-9-]{1,60}$/.test(value) ? null : 'must be a header name'),
  },
  {
    name: 'grant',
    description: 'How a token is asked for: by the application alone, or with the API user.',
    secret: false,
    fallback: 'client_credentials',
    findProblem: (value) => (GRANTS.includes(value) ? null : `must be one of ${GRANTS.join(', ')}`),
  },
  setting('consumerKey', 'The consumer key of our application.'),
  secretSetting('consumerSecret', 'The consumer secret of our application.'),
  setting('apiUser', 'The user name that goes with every call.'),
  secretSetting('apiPassword', 'The password of that user.'),
  {
    ...secretSetting('pin', 'The PIN of the merchant line.'),
    findProblem: (value) => (/^\d{4,8}$/.test(value) ? null : 'must be 4 to 8 digits'),
  },
];

/** Orange Money Cameroon: every payment has a token of Orange's, fetched before it is used. */
export const ORANGE_MONEY: Adapter = {
  name: 'orange-money',
  operators: ['orange'],
  abilities: {
    collect: true,
    payOut: true,
    payeeName: true,
    asksByReference: false,
    ownLines: false,
    simulated: false,
  },
  settings: SETTINGS,
  connect: (account): Connector => {
    const client = createClient(account, SETTINGS);
    return {
      prepare: async (order, call) =>
        nationalDigits(order.msisdn) === null
          ? FOREIGN_NUMBER
          : toPrepared(await client.init(order.direction, call)),
      send: async (order, call) =>
        nationalDigits(order.msisdn) === null
          ? FOREIGN_NUMBER
          : toSendAnswer(await client.pay(order, call), order),
      ask: async (order, call) => toStatusAnswer(await client.ask(order, call), order),
      check: async (call) => {
        const { problem } = await client.signIn(call);
        return problem === null ? { kind: 'up', balanceXaf: null } : { kind: 'down', problem };
      },
      findPayeeName: async (payee, call) =>
        nationalDigits(payee.msisdn) === null
          ? { kind: 'not_found' }
          : toPayee(await client.findPerson(payee, call)),
      close: client.close,
    };
  },
};

const FOREIGN_NUMBER: RefusedRequest = {
  kind: 'refused',
  because: 'payment',
  reason: OF_ORANGE.of('only_cameroon'),
  code: null,
};

function setting(name: string, description: string): AccountSetting {
  return { name, description, secret: false, fallback: null, findProblem: findMissing };
}

function secretSetting(name: string, description: string): AccountSetting {
  return { ...setting(name, description), secret: true };
}

function findMissing(value: string): string | null {
  return value === '' ? 'must be given' : findKeyProblem(value);
}
