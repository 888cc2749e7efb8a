import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '../../test/support/database.ts';
import { PACKAGING, readQueries } from '../../test/support/process/prometheus.ts';
import { freePort } from '../../test/support/process/rolling-restarts.ts';
import { addGateway } from '../../test/support/receipts/sms.ts';
import { eventually, launch, startServiceProcess } from '../../test/support/service-process.ts';
import {
  create,
  DEPOSITS,
  simulate,
  WITHDRAWALS,
} from '../../test/support/transactions/payments.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';

/** What a small sandbox has none of: payouts by SIM, and floods. */
const EMPTY = new Set([
  'SIMs that pay',
  'Silence of agents',
  'Shed per second',
  // Known only of the bundled PostgreSQL, of one that archives, and behind https.
  'Age of the backup',
  'Archive of the log fails',
  'Days of the certificate',
  'Nightly jobs',
]);

interface Answered {
  readonly status: string;
  readonly error?: string;
  readonly data?: { readonly result: readonly unknown[] };
}

/** Asks a real Prometheus, which has scraped a real service, every query of the dashboard. */
export async function queryDashboard() {
  const { database, url: databaseUrl } = await openTestDatabase();
  const env = { DATABASE_URL: databaseUrl, PROCESSES: '2', METRICS_TOKEN: 'a-token' };
  const service = await startServiceProcess({ env });
  const line = '+237699000044';
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line } } });
  // Nobody asks a simulated provider how it is.
  await database.query({
    text: `insert into provider_health (provider_id, is_up, balance_xaf, checked_at)
           select id, true, 100000, app_now() from providers on conflict do nothing`,
  });
  const prometheus = await startPrometheus(new URL(service.url).host);
  const ask = (query: string) => askPrometheus(prometheus, query);

  const receiver = await startReceiver();
  const pay = async () => {
    const callback_url = receiver.url;
    const { service_tx_id: id } = await create(service, DEPOSITS, { callback_url });
    await simulate(service, id, 'succeeded');
    await create(service, WITHDRAWALS);
  };
  // A rate is known from the second scrape on.
  await eventually('webhooks have a rate', async () => {
    await pay();
    const { data } = await ask('sum(rate(momo_webhook_attempts_total[5m])) > 0');
    return data?.result.length === 1;
  });

  const empty: string[] = [];
  for (const { panel, expr } of readQueries()) {
    const answer = await ask(expr);
    assert.equal(answer.status, 'success', `${panel}: ${answer.error}`);
    if (answer.data?.result.length === 0) empty.push(panel);
  }
  const rules = await ask('count(ALERTS{alertname=~"Momo.+"}) or vector(0)');
  assert.equal(rules.status, 'success');
  await service.end('SIGTERM');
  const unanswered = empty.filter((panel) => !EMPTY.has(panel)).length;
  return { unanswered, queries: readQueries().length, empty };
}

/** As the example configures it, but for the address, the token and the interval. */
async function startPrometheus(target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-prometheus-'));
  const port = await freePort();
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(PACKAGING, 'prometheus', 'momo-rules.yml')],
    scrape_configs: [
      {
        job_name: 'momo',
        authorization: { credentials: 'a-token' },
        static_configs: [{ targets: [target] }],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const running = launch({
    command: [
      'prometheus',
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
  });
  await running.seen('Server is ready to receive web requests');
  return `http://127.0.0.1:${port}`;
}

async function askPrometheus(url: string, query: string): Promise<Answered> {
  const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
  return (await answer.json()) as Answered;
}
