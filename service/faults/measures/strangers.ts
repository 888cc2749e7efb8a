import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { medianOf } from '../../bench/load/median.ts';
import {
  type ServiceProcess,
  sampleDeposit,
  startServiceProcess,
} from '../../test/support/service-process.ts';

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What anybody may send: nothing of it is authenticated, and each asks the database. */
const STRANGE: readonly (() => Asked)[] = [
  () => ({ method: 'GET', path: '/health' }),
  () => ({ method: 'POST', path: `/internal/v1/callbacks/${randomUUID()}/${randomUUID()}` }),
  () => ({ method: 'POST', path: '/internal/v1/sms/some-gateway' }),
  () => ({
    method: 'GET',
    path: '/internal/v1/overview',
    headers: { cookie: `momo=${randomBytes(32).toString('base64url')}` },
  }),
];

const LIVEZ = () => ({ method: 'GET', path: '/livez' }) as const;

/**
 * What a platform's request takes while strangers ask as fast as they can, compared with as many
 * clients of an address that asks nothing.
 */
export async function measureStrangers({
  clients,
  rounds,
  seconds,
}: Readonly<Record<'clients' | 'rounds' | 'seconds', number>>) {
  const key = 'a-key-of-a-platform-that-is-long-enough';
  const service = await startServiceProcess({ env: { SPORTSBOOK_API_KEY: key } });
  try {
    const takes = { livez: [] as number[], strangers: [] as number[] };
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ['livez', 'strangers'] as const) {
        const load = keepAsking(service.url, clients, kind === 'livez' ? [LIVEZ] : STRANGE);
        const measured = await platform(service, { key, seconds });
        await load.stop();
        takes[kind].push(...measured.ms);
        refused += measured.refused;
      }
    }
    const [livezMs, strangersMs] = [medianOf(takes.livez), medianOf(takes.strangers)];
    return {
      p50_times: strangersMs / livezMs,
      refused,
      livez_ms: livezMs,
      strangers_ms: strangersMs,
    };
  } finally {
    await service.end('SIGTERM');
  }
}

/** Four clients of one platform, which create deposits one after the other. */
async function platform(
  service: ServiceProcess,
  { key, seconds }: { readonly key: string; readonly seconds: number },
) {
  const until = performance.now() + seconds * 1_000;
  const ms: number[] = [];
  let refused = 0;
  const client = async () => {
    while (performance.now() < until) {
      const at = performance.now();
      const { json } = sampleDeposit();
      const asked = { json, headers: { 'x-api-key': key } };
      const { status } = await service.call('POST', '/api/v1/deposits', asked);
      ms.push(performance.now() - at);
      if (status !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return { ms, refused };
}

function keepAsking(url: string, clients: number, kinds: readonly (() => Asked)[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let isOver = false;
  const ask = (asked: Asked) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sent = request(`${url}${asked.path}`, { ...asked, agent }, (answer) => {
      answer.resume().once('close', resolve);
    });
    sent.once('error', () => resolve()).end();
    return promise;
  };
  const client = async (index: number) => {
    const make = kinds[index % kinds.length] ?? LIVEZ;
    while (!isOver) await ask(make());
  };
  const asking = Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return {
    stop: async () => {
      isOver = true;
      await asking;
      agent.destroy();
    },
  };
}
