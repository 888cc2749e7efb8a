import { OPERATORS } from '../../domain/operators/operator.ts';
import type { Adapter, Refused } from '../provider.ts';

/**
 * Our own lines, whose payments are reported by SMS. The service never calls out here: players
 * start the payments themselves, and the gateways bring the operators' texts.
 */
export const SIM_GATEWAY: Adapter = {
  name: 'sim-gateway',
  operators: OPERATORS,
  abilities: {
    collect: false,
    payOut: false,
    payeeName: false,
    asksByReference: false,
    simulated: false,
  },
  settings: [],
  connect: () => ({
    prepare: async () => REFUSED,
    send: async () => REFUSED,
    ask: async () => ({ kind: 'unknown', problem: { code: 'line_cannot_be_asked' } }),
    // Whether its gateways are heard from is known for each line, not for the provider.
    check: async () => ({ kind: 'up', balanceXaf: null }),
    findPayeeName: async () => ({ kind: 'not_found' }),
    close: async () => {},
  }),
};

const REFUSED: Refused = {
  kind: 'refused',
  because: 'provider',
  reason: { code: 'line_only_receives' },
  code: null,
};
