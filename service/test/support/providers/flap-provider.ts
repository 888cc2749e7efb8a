import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, idOf } from '../service-process.ts';
import { DEPOSITS, paymentBody, read } from '../transactions/payments.ts';
import { addMtn, LIVE_KEY, startLiveProcess, startLiveService, startMtn } from './live.ts';

const SWITCH_EVERY_MS = 5_000;
const RIGHT_WITHIN_MS = 10_000;
const HEADERS = { 'x-api-key': LIVE_KEY };

/** A provider goes off and on; says how long it took to be shown, each time. */
export async function flapProvider(switches: number): Promise<readonly number[]> {
  const setup = await startLiveService();
  const [operator, other] = await Promise.all([startMtn(), startMtn()]);
  await addMtn(setup.database, operator, { id: 'mtn-main' });
  await addMtn(setup.database, other, { id: 'mtn-spare', isPrimary: false });
  const service = await startLiveProcess(setup, { HOST: '127.0.0.1' });
  const call: typeof service.call = (method, path, options) =>
    service.call(method, path, { ...options, headers: HEADERS });
  const statusOf = async (id: string) => {
    const answer = await call('GET', '/api/v1/CM/providers/status');
    const { providers } = answer.json as {
      providers: readonly { provider_id: string; status: string }[];
    };
    return providers.find(({ provider_id: one }) => one === id)?.status;
  };
  const shown = async (id: string, wanted: string) => {
    const startedAt = performance.now();
    const isShown = async () => (await statusOf(id)) === wanted;
    await eventually(`${id} is ${wanted}`, isShown, RIGHT_WITHIN_MS);
    return Math.round(performance.now() - startedAt);
  };
  const deposit = () => call('POST', DEPOSITS, { json: paymentBody() });
  const providerOf = async () => {
    const answer = await deposit();
    assert.equal(answer.status, 200, answer.text);
    return (await read({ call }, idOf(answer)))['provider'];
  };

  const delays: number[] = [];
  for (let n = 0; n < switches; n += 1) {
    const isOff = n % 2 === 0;
    const switchedAt = performance.now();
    await (isOff ? operator.goOffline() : operator.goOnline());
    delays.push(await shown('mtn-main', isOff ? 'degraded' : 'operational'));
    // No deposit is refused meanwhile; the hot path sees what is shown a second later at most.
    const wanted = isOff ? 'mtn-spare' : 'mtn-main';
    await eventually(`deposits take ${wanted}`, async () => (await providerOf()) === wanted, 3_000);
    await pause(Math.max(0, SWITCH_EVERY_MS - (performance.now() - switchedAt)));
  }
  assert.equal(await statusOf('mtn-spare'), 'operational', 'the other one is not mixed up with it');

  await Promise.all([operator.goOffline(), other.goOffline()]);
  await Promise.all([shown('mtn-main', 'degraded'), shown('mtn-spare', 'degraded')]);
  await eventually('deposits are a 503', async () => (await deposit()).status === 503, 3_000);
  await Promise.all([operator.goOnline(), other.goOnline()]);
  await shown('mtn-main', 'operational');
  await eventually('deposits are taken', async () => (await deposit()).status === 200, 3_000);
  await service.end('SIGTERM');
  return delays;
}
