import { findAddressProblem } from '../http-client.ts';
import type { AccountSetting, Adapter, Connector, Order, RefusedRequest } from '../provider.ts';
import { findKeyProblem } from '../wire.ts';
import { createClient } from './client.ts';
import { OF_MTN } from './reasons.ts';
import { toHealth, toPayee, toSendAnswer, toStatusAnswer } from './translate.ts';

const SETTINGS: readonly AccountSetting[] = [
  {
    name: 'baseUrl',
    description: 'Where the MoMo API is; the sandbox has an address of its own.',
    secret: false,
    fallback: 'https://proxy.momoapi.mtn.com',
    findProblem: findAddressProblem,
  },
  {
    name: 'targetEnvironment',
    description: 'The environment that MTN names in the partner portal.',
    secret: false,
    fallback: 'mtncameroon',
    findProblem: findKeyProblem,
  },
  {
    name: 'currency',
    description: 'The currency of the environment. The sandbox of MTN takes only EUR.',
    secret: false,
    fallback: 'XAF',
    findProblem: (value) => (/^[A-Z]{3}$/.test(value) ? null : 'must be three capital letters'),
  },
  ...productSettings('collection', 'deposits'),
  ...productSettings('disbursement', 'payouts'),
];

/** MTN MoMo Open API: requests to pay and transfers under references of our own choice. */
export const MTN_MOMO: Adapter = {
  name: 'mtn-momo',
  operators: ['mtn'],
  abilities: {
    collect: true,
    payOut: true,
    payeeName: true,
    asksByReference: true,
    ownLines: false,
    simulated: false,
    payoutWallet: 'disbursement',
  },
  settings: SETTINGS,
  connect: (account): Connector => {
    const client = createClient(account, SETTINGS);
    const currency = account['currency'] ?? '';
    return {
      // The reference is ours, so it is stored before MTN gets it.
      prepare: async ({ direction, reference }) =>
        client.has(direction) ? { kind: 'prepared', handle: reference } : notSetUp(direction),
      send: async (order, call) => toSendAnswer(await client.send(order, call), order),
      ask: async (order, call) =>
        toStatusAnswer(await client.ask(order, call), { order, currency }),
      check: async (call) => toHealth(await client.balances(call), currency),
      findPayeeName: async (payee, call) => toPayee(await client.findPerson(payee, call)),
      close: client.close,
    };
  },
};

function productSettings(product: 'collection' | 'disbursement', of: string): AccountSetting[] {
  const setting = (
    name: string,
    { description, secret }: Pick<AccountSetting, 'description' | 'secret'>,
  ): AccountSetting => ({
    name: `${product}${name}`,
    description: `${description} Leave it empty for an account without ${of}.`,
    secret,
    fallback: '',
    findProblem: findKeyProblem,
  });
  return [
    setting('SubscriptionKey', {
      description: `The subscription key of the ${product} product.`,
      secret: true,
    }),
    setting('ApiUser', { description: `The API user for ${of}, a UUID.`, secret: false }),
    setting('ApiKey', { description: `The API key of the API user for ${of}.`, secret: true }),
  ];
}

function notSetUp(direction: Order['direction']): RefusedRequest {
  const code = direction === 'deposit' ? 'not_set_up_for_deposits' : 'not_set_up_for_payouts';
  return OF_MTN.refusedBy(code);
}
