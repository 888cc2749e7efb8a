import { OPERATORS } from '../../domain/operators/operator.ts';
import { sandboxProviderTxId } from '../../domain/sandbox/simulation.ts';
import type { Adapter, Connector, Order } from '../provider.ts';

/** The sandbox with the interface of the real systems: every payout succeeds, nothing is sent. */
export const SANDBOX: Adapter = {
  name: 'sandbox',
  operators: OPERATORS,
  abilities: {
    collect: false,
    payOut: true,
    payeeName: true,
    asksByReference: true,
    ownLines: false,
    simulated: true,
  },
  settings: [],
  connect: (): Connector => ({
    prepare: async ({ reference }) => ({ kind: 'prepared', handle: reference }),
    send: async (order) => {
      if (order.direction === 'withdrawal') {
        return { kind: 'accepted', isFinal: true, providerTxId: txIdOf(order) };
      }
      const reason = { code: 'sandbox_sends_no_prompts' } as const;
      return { kind: 'refused', because: 'provider', reason, code: null };
    },
    ask: async (order) =>
      order.direction === 'withdrawal'
        ? { kind: 'succeeded', providerTxId: txIdOf(order) }
        : { kind: 'not_found' },
    check: async () => ({ kind: 'up', balanceXaf: null }),
    findPayeeName: async () => ({ kind: 'found', name: 'SANDBOX PAYEE' }),
    close: async () => {},
  }),
};

function txIdOf({ reference }: Order): string {
  return sandboxProviderTxId({ id: reference });
}
