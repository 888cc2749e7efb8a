import { createThrottles } from '../../src/flows/access/limits/throttle.ts';
import {
  receiveAccountCallback,
  receiveProviderCallback,
} from '../../src/flows/provider-requests/receive-provider-callback.ts';
import { ADAPTERS } from '../../src/providers/registry.ts';
import type { VirtualProcess } from '../process.ts';
import type { Dice } from '../seeded.ts';
import { now } from '../virtual-time.ts';
import type { Actor, World } from '../world-parts.ts';
import { renderPawapay } from './aggregators.ts';
import { type BookedRequest, idOf } from './book.ts';

/** The secret of the address that each aggregator was given. */
export type CallbackSecrets = Readonly<Record<'pawapay' | 'campay', string>>;

/** After that the service may have given up asking before an answer comes through. */
const ASKS_FOR_MS = 36 * 3_600_000;

/** Callbacks of operators and aggregators; some never arrive, some come twice or name another. */
export function createCaller(world: World, secrets: CallbackSecrets): Actor {
  const { strays } = createThrottles();
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
        return report(process, last);
      }
      if (!world.isCalm() && dice.chance(0.1)) return nameAnother(dice, process);
      const request = world.operator.findUnreported();
      if (request === null) return null;
      // It repeats a reversed status until it arrives; one in three of the other calls is lost.
      if (request.fate !== 'failed_first' && !world.isCalm() && dice.chance(0.3)) {
        world.faults.add('callback_lost');
        request.reportedState = request.state;
        return Promise.resolve();
      }
      last = request;
      return report(process, request);
    },
  };

  async function report(process: VirtualProcess, request: BookedRequest): Promise<void> {
    const { state, system } = request;
    const isTaken = await (system === 'mtn'
      ? callAddress(process, request)
      : callAccount(process, request, request.handle));
    if (!isTaken) return;
    request.reportedState = state;
    if (!request.isAnswered && system === 'campay') world.faults.add('handle_by_callback');
  }

  /** One of the payments that CamPay names is called by the name of another one, or of none. */
  function nameAnother(dice: Dice, process: VirtualProcess): Promise<unknown> | null {
    const named = world.operator.list().filter(({ system }) => system === 'campay');
    const unanswered = named.filter(({ isAnswered }) => !isAnswered);
    if (named.length === 0) return null;
    // Those whose answer was lost have no name yet.
    const request = dice.pick(unanswered.length > 0 ? unanswered : named);
    const other = dice.chance(0.5) ? dice.pick(named).handle : idOf(dice);
    if (other === request.handle) return null;
    world.faults.add('callback_of_another');
    return callAccount(process, request, other);
  }

  /** The address of this one payment. */
  async function callAddress(process: VirtualProcess, { callbackUrl }: BookedRequest) {
    const { database } = process;
    const [reference = '', secret = ''] = callbackUrl?.split('/').slice(-2) ?? [];
    const hint = { reference, secret, method: 'PUT', body: '{}' };
    const taken = await world.answerOf(process, () =>
      receiveProviderCallback({ database, strangers: database, onHint: () => {} }, hint),
    );
    return taken !== null;
  }

  /** The one address of the account. */
  async function callAccount(
    process: VirtualProcess,
    request: BookedRequest,
    handle: string,
  ): Promise<boolean> {
    const { database } = process;
    const { system, reference, takenAt } = request;
    if (system === 'mtn') return false;
    const query = new URLSearchParams({ reference: handle, external_reference: reference });
    const call =
      system === 'campay'
        ? { method: 'GET', query: String(query), body: '' }
        : { method: 'POST', query: '', body: JSON.stringify(renderPawapay(request)) };
    const deps = { database, strangers: database, adapters: ADAPTERS, strays, onHint: () => {} };
    request.namedAs = null;
    const taken = await world.answerOf(process, () =>
      receiveAccountCallback(deps, {
        accountId: system,
        secret: secrets[system],
        network: '192.0.2.1',
        ...call,
      }),
    );
    if (taken !== null && taken !== 'asked') world.report(`a callback of ${system} was ${taken}`);
    if (taken !== null && now() < takenAt + ASKS_FOR_MS) request.namedAs = handle;
    return taken !== null;
  }
}
