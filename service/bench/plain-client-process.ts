// A platform as many are written: one process that asks by `fetch`, 32 at a time, and takes its
// webhooks itself. Reports how many a second arrived, from the first settlement to the last one.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { BENCH_API_KEY } from './load/request-text.ts';
import { listen } from './webhooks.ts';

export interface PlainJob {
  readonly port: number;
  readonly count: number;
}

const AT_ONCE = 32;

process.once('message', (job: PlainJob) => {
  void settleAndReceive(job).then((perSecond) => process.send?.(perSecond));
});
process.once('disconnect', () => process.exit(0));

async function settleAndReceive({ port, count }: PlainJob): Promise<number> {
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  const receiver = createServer((request, response) => {
    request.resume();
    response.end('{}');
    arrived += 1;
    if (arrived === count) all.resolve();
  });
  const callback_url = await listen(receiver);
  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': BENCH_API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const ids: string[] = [];
  await inTurn(count, async (n) => {
    const created = await ask('deposits', {
      player_id: randomUUID(),
      msisdn: `+23767${String(n).padStart(7, '0')}`,
      amount_xaf: 2_500,
      operator: 'mtn',
      reference: randomUUID(),
      lang: 'en',
      callback_url,
    });
    ids.push((created as { readonly service_tx_id: string }).service_tx_id);
  });
  const startedAt = performance.now();
  await inTurn(count, (n) =>
    ask(`sandbox/transactions/${ids[n]}/simulate`, { outcome: 'succeeded' }),
  );
  await all.promise;
  const seconds = (performance.now() - startedAt) / 1_000;
  receiver.close();
  receiver.closeAllConnections();
  return count / seconds;
}

async function inTurn(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const hand = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}
