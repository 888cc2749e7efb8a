import { receiveProviderCallback } from '../../src/flows/provider-requests/receive-provider-callback.ts';
import type { VirtualProcess } from '../process.ts';
import type { Actor, World } from '../world-parts.ts';
import type { BookedRequest } from './operator.ts';

/** The operator's callbacks; some never arrive, some come twice. */
export function createCaller(world: World): Actor {
  let last: BookedRequest | null = null;
  return {
    name: 'caller',
    weight: 8,
    isReporter: true,
    act: (dice) => {
      const process = world.pickProcess(dice);
      if (process === null) return null;
      if (last !== null && !world.isCalm() && dice.chance(0.1)) {
        world.faults.add('callback_twice');
        return call(process, last);
      }
      const request = world.operator.findUnreported();
      if (request === null) return null;
      // It repeats a reversed status until it arrives; one in three of the other calls is lost.
      if (request.fate !== 'failed_first' && !world.isCalm() && dice.chance(0.3)) {
        world.faults.add('callback_lost');
        request.reportedState = request.state;
        return Promise.resolve();
      }
      last = request;
      return call(process, request);
    },
  };

  async function call(process: VirtualProcess, request: BookedRequest): Promise<void> {
    const { state, callbackUrl } = request;
    const { database } = process;
    const [reference = '', secret = ''] = callbackUrl?.split('/').slice(-2) ?? [];
    const hint = { reference, secret, method: 'PUT', body: '{}' };
    const isOurs = await world.answerOf(process, () =>
      receiveProviderCallback({ database, strangers: database, onHint: () => {} }, hint),
    );
    if (isOurs !== null) request.reportedState = state;
  }
}
