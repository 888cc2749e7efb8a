import { randomBytes } from 'node:crypto';
import { revokeApiKey } from '../../src/db/access/access.ts';
import { issueKey } from '../../test/support/access/api-keys.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { testConfig } from '../../test/support/harness.ts';
import { inParallel } from '../../test/support/in-parallel.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { create, DEPOSITS, paymentBody } from '../../test/support/transactions/payments.ts';
import { countFindings } from '../findings.ts';

const CONFIGURED = 'chaos-key-of-a-service-on-loopback';
const HANDS = 16;
const CONNECTIONS = 1;

/** Keys that are not quite right, keys of others, and whether the time tells how far one is off. */
export async function guessKeys(order: { readonly guesses: number; readonly timings: number }) {
  const { database, url } = await openTestDatabase();
  const env = { DATABASE_URL: url, SPORTSBOOK_API_KEY: CONFIGURED, LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  const access = { database, config: testConfig() };
  const [mine, other, revoked] = [
    await issueKey(access, 'mine'),
    await issueKey(access, 'other'),
    await issueKey(access, 'revoked'),
  ];
  await revokeApiKey(database, revoked.prefix);
  const secret = mine.key.slice(`svc_test_${mine.prefix}_`.length);
  const kinds = [
    () => `svc_test_${mine.prefix}_${randomBytes(32).toString('base64url')}`,
    () => `svc_test_${randomBytes(6).toString('hex')}_${secret}`,
    () => `svc_live_${mine.prefix}_${secret}`,
    () => mine.key.slice(0, -1 - Math.floor(20 * Math.random())),
    () => revoked.key,
    () => `svc_test_${other.prefix}_${secret}`,
  ];
  let notRefused = 0;
  await inParallel(order.guesses, HANDS, async (index) => {
    const key = kinds[index % kinds.length]?.() ?? '';
    const options = { headers: { 'x-api-key': key }, json: paymentBody() };
    const { status } = await service.call('POST', DEPOSITS, options);
    if (status === 401) return;
    notRefused += 1;
    console.log(`${key.slice(0, 20)}: ${status}`);
  });
  const foreign = await readForeign();
  const t = await compareTimes(service.url, secret);
  const { status } = await service.call('GET', '/api/v1/CM/providers', {
    headers: { 'x-api-key': mine.key },
  });
  await service.end('SIGTERM');
  return {
    not_refused: notRefused,
    foreign_reads: foreign,
    own_key_refused: status === 200 ? 0 : 1,
    welch_t: Math.round(100 * Math.abs(t)) / 100,
    findings: await countFindings(database, { isStopped: true }),
  };

  /** Whatever another application has is not there. */
  async function readForeign(): Promise<number> {
    const [asMine, asOther] = [{ 'x-api-key': mine.key }, { 'x-api-key': other.key }];
    let seen = 0;
    for (let n = 0; n < Math.min(50, order.guesses); n += 1) {
      const player_id = crypto.randomUUID();
      const { service_tx_id: id } = await create(service, DEPOSITS, { player_id }, asMine);
      for (const [method, path] of [
        ['GET', `/api/v1/transactions/${id}`],
        ['POST', `/api/v1/transactions/${id}/replay-webhook`],
      ] as const) {
        const answer = await service.call(method, path, { headers: asOther });
        if (answer.status !== 404) seen += 1;
      }
      const list = await service.call('GET', `/api/v1/players/${player_id}/transactions`, {
        headers: asOther,
      });
      if (list.text.includes(id)) seen += 1;
    }
    return seen;
  }

  /** Secrets that are wrong in their first letter, and in their last: in turn, so none is warmer. */
  async function compareTimes(base: string, right: string): Promise<number> {
    const wrong = (at: number) => {
      const letter = right.at(at) === 'A' ? 'B' : 'A';
      const index = at < 0 ? right.length + at : at;
      return `${right.slice(0, index)}${letter}${right.slice(index + 1)}`;
    };
    const keys = [wrong(0), wrong(-2)].map((one) => `svc_test_${mine.prefix}_${one}`);
    const times: [number[], number[]] = [[], []];
    await inParallel(order.timings, CONNECTIONS, async (index) => {
      const side = index % 2 === 0 ? 0 : 1;
      const startedAt = performance.now();
      const headers = { 'x-api-key': keys[side] ?? '' };
      await (await fetch(`${base}/api/v1/CM/providers`, { headers })).arrayBuffer();
      times[side].push(performance.now() - startedAt);
    });
    return welch(middle(times[0]), middle(times[1]));
  }
}

/** Pauses of the machine are not the comparison's. */
function middle(times: readonly number[]): readonly number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.slice(0, Math.ceil(0.9 * sorted.length));
}

function welch(a: readonly number[], b: readonly number[]): number {
  const [one, two] = [moments(a), moments(b)];
  return (one.mean - two.mean) / Math.sqrt(one.variance / a.length + two.variance / b.length);
}

function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
