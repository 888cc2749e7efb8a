import { refused, unknown } from '../answers.ts';
import { findAddressProblem, type HttpAnswer } from '../http-client.ts';
import type { AccountSetting, Adapter, Call, Connector, Order } from '../provider.ts';
import { findKeyProblem } from '../wire.ts';
import { createClient, type PawapayClient } from './client.ts';
import { toHealth, toHintedPayment, toLimits, toSendAnswer, toStatusAnswer } from './translate.ts';

const SETTINGS: readonly AccountSetting[] = [
  {
    name: 'baseUrl',
    description: 'Where the Merchant API is; the sandbox has an address of its own.',
    secret: false,
    fallback: 'https://api.pawapay.io',
    findProblem: findAddressProblem,
  },
  {
    name: 'apiToken',
    description: 'The API token of the dashboard.',
    secret: true,
    fallback: null,
    findProblem: (value) => (value === '' ? 'must be given' : findKeyProblem(value)),
  },
];

/** pawaPay's Merchant API v2: both operators by one account, under ids of our own choice. */
export const PAWAPAY: Adapter = {
  name: 'pawapay',
  operators: ['mtn', 'orange'],
  abilities: {
    collect: true,
    payOut: true,
    payeeName: false,
    asksByReference: true,
    notFoundAfterMs: 300_000,
    ownLines: false,
    simulated: false,
    onePool: true,
  },
  settings: SETTINGS,
  whichPayment: toHintedPayment,
  connect: (account): Connector => {
    const client = createClient(account, SETTINGS);
    const limits = rememberLimits(client);
    return {
      // The id is ours, so it is stored before pawaPay gets it.
      prepare: async (order, call) =>
        (await limits.allow(order, call))
          ? { kind: 'prepared', handle: order.reference }
          : refused('payment', { code: 'amount_outside_limits' }, null),
      send: async (order, call) => toSendAnswer(await client.send(order, call), order),
      ask: async (order, call) => toStatusAnswer(await client.ask(order, call), order),
      check: async (call) => toHealth(await client.balances(call)),
      findPayeeName: async () => unknown({ code: 'not_set_up_for_this' }),
      close: client.close,
    };
  },
};

/** Limits change rarely. No payment waits long for them, nor each for a system that says none. */
const LIMITS_MS = 600_000;
const NO_LIMITS_MS = 10_000;
const LIMITS_PATIENCE_MS = 2_000;

/** Remembers what one payment may be. What pawaPay does not say is no limit: it refuses by itself. */
function rememberLimits({ limits }: PawapayClient) {
  let known: { readonly answer: HttpAnswer; readonly until: number } | null = null;
  const ask = async (order: Order, call: Call) => {
    const timeoutMs = Math.min(call.timeoutMs, LIMITS_PATIENCE_MS);
    const answer = await limits({ ...call, timeoutMs });
    const forMs = toLimits(answer, order) === null ? NO_LIMITS_MS : LIMITS_MS;
    known = { answer, until: performance.now() + forMs };
    return answer;
  };
  return {
    allow: async (order: Order, call: Call): Promise<boolean> => {
      const isKnown = known !== null && performance.now() < known.until;
      if (isKnown && known !== null && isWithin(known.answer, order)) return true;
      // A limit that is remembered may have been raised since.
      return isWithin(await ask(order, call), order);
    },
  };
}

function isWithin(answer: HttpAnswer, order: Order): boolean {
  const found = toLimits(answer, order);
  return found === null || (order.amountXaf >= found.leastXaf && order.amountXaf <= found.mostXaf);
}
