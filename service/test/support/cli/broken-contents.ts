import { claimProvidersToCheck, recordCheck } from '../../../src/db/providers/provider-health.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { openTestDatabase } from '../database.ts';
import { makeDataDir, startServiceProcess } from '../service-process.ts';
import type { Broken, Env, WellInstallation } from './broken-installations.ts';

/** The same database, read as one with real money. */
export const LIVE: Env = { SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'a-key-of-live' };

const ID = '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10';
const LINE = '+237670000001';
const REASON = ['--reason', 'agreed with the bank'] as const;

export const bySettings = (env: Env) => async () => env;

export const bySql = (text: string) => async (well: WellInstallation) => {
  await well.sql(text);
  return {};
};

const byCommand = (...args: readonly string[]) => {
  return async ({ momo }: WellInstallation) => {
    const done = await momo(...args);
    if (done.code !== 0) throw new Error(done.output);
    return {};
  };
};

/** What the last look at a provider found. */
const byCheck = (found: { readonly isUp: boolean; readonly because: Message }) => {
  return async ({ database }: WellInstallation) => {
    const [providerId = ''] = await claimProvidersToCheck(database, { everyMs: 0 });
    await recordCheck(database, {
      providerId,
      isUp: found.isUp,
      problem: found.isUp ? null : found.because,
      refusals: found.isUp ? { deposit: found.because } : {},
      balanceXaf: null,
    });
    return {};
  };
};

/** A row of what waits, for hours. */
const byWaiting = (table: string, columns: Readonly<Record<string, string>>) =>
  bySql(
    `insert into ${table} (${Object.keys(columns).map((name) => `"${name}"`)})
     values (${Object.values(columns)})`,
  );

const SINCE = `now() - interval '9 hours'`;
const WEBHOOK = {
  webhook_id: `'${ID}'`,
  transaction_id: `'${ID}'`,
  position: '1',
  created_at: SINCE,
  url: `'https://example.com'`,
  origin: `'event'`,
};

/** A service with a key, which has stopped: its rows are sealed. */
async function serveWithKey() {
  const { database, url } = await openTestDatabase({ template: 'template0' });
  const env = { DATABASE_URL: url, DATA_DIR: await makeDataDir(), SECRETS_KEY: 'e'.repeat(64) };
  const service = await startServiceProcess({ env });
  await service.end('SIGTERM');
  return { database, env };
}

/** Wrong in what the database contains. */
export const BROKEN_CONTENTS: readonly Broken[] = [
  {
    code: 'quarantine',
    remedy: /momo db accept-restore --look/,
    exitCode: 1,
    breakIt: byCommand('db', 'quarantine', ...REASON),
  },
  {
    code: 'policy',
    remedy: /momo policy apply FILE/,
    exitCode: 1,
    breakIt: bySql(`alter table policy disable trigger user; delete from policy`),
  },
  {
    code: 'short_retention',
    remedy: /momo policy set/,
    exitCode: 1,
    breakIt: async (well) => {
      const agreed = ['--reason', 'below ten years, as our lawyer has agreed'];
      await byCommand('policy', 'set', 'keep_text_months=12', ...agreed)(well);
      return LIVE;
    },
  },
  {
    code: 'seals',
    remedy: /momo seal accept/,
    exitCode: 1,
    breakIt: async () => {
      const { database, env } = await serveWithKey();
      await database.query({ text: `update staff set role = 'viewer'` });
      return env;
    },
  },
  {
    code: 'months_detached',
    remedy: /attach partition/,
    exitCode: 1,
    breakIt: bySql('alter table transitions detach partition transitions_first'),
  },
  {
    code: 'months_missing',
    remedy: /open_months/,
    exitCode: 1,
    breakIt: bySql(`do $$ declare late record; begin
      for late in select part, table_name from months where part not like '%\\_first'
      loop
        execute format('alter table %I detach partition %I', late.table_name, late.part);
        execute format('drop table %I', late.part);
        delete from months where part = late.part;
      end loop;
      update months set to_id = first_id_of(date_trunc('month', now() at time zone 'UTC'));
    end $$`),
  },
  {
    code: 'former_setting',
    remedy: /momo policy set/,
    exitCode: 0,
    breakIt: bySettings({ AMOUNT_MAX_XAF: '5' }),
  },
  { code: 'http_callbacks', remedy: /https address/, exitCode: 1, breakIt: bySettings(LIVE) },
  {
    code: 'secrets',
    remedy: /the key that sealed them/,
    exitCode: 1,
    breakIt: async () => ({ ...(await serveWithKey()).env, SECRETS_KEY: 'f'.repeat(64) }),
  },
  { code: 'unsealed', remedy: /openssl rand -hex 32/, exitCode: 1, breakIt: bySettings(LIVE) },
  { code: 'administrators', remedy: /momo staff add/, exitCode: 1, breakIt: bySettings(LIVE) },
  {
    code: 'no_provider',
    remedy: /momo provider add/,
    exitCode: 1,
    breakIt: bySql('update providers set flag_enabled = false'),
  },
  {
    code: 'provider',
    remedy: /momo provider check/,
    exitCode: 1,
    breakIt: byCheck({ isUp: false, because: { code: 'sim_jobs_away' } }),
  },
  {
    code: 'credentials',
    remedy: /momo provider set <id> --secrets-file -/,
    exitCode: 1,
    breakIt: byCheck({
      isUp: true,
      because: { code: 'system_refused_credentials', params: { system: 'MTN' } },
    }),
  },
  {
    code: 'callback_address',
    remedy: /momo provider callback-address/,
    exitCode: 0,
    breakIt: bySql(`insert into providers (id, adapter, display_name, description, logo, operators,
                                           directions, is_primary, priority)
      values ('campay-mtn', 'campay', 'CamPay', '', 'mtn', '{mtn}', '{deposit}', false, 9);
      insert into channels (id, provider_id, operator, collection_mode, merchant_number)
      values ('campay-mtn', 'campay-mtn', 'mtn', 'merchant_initiated', '677000000')`),
  },
  {
    code: 'line',
    remedy: /momo gateway list/,
    exitCode: 1,
    breakIt: byWaiting('lines', { line: `'${LINE}'`, opened_at: SINCE }),
  },
  {
    code: 'payouts_stopped',
    remedy: /sim-gateway/,
    exitCode: 1,
    breakIt: bySql(`insert into gateways (id, dialect, secret) values ('box', 'signed', 'x');
      insert into gateway_sims (gateway_id, sim, operator, line, agent_at, registration, trouble,
                                actions)
      values ('box', '1', 'mtn', '${LINE}', now(), 'home', 'pin_refused', '{transfer}')`),
  },
  {
    code: 'line_in_doubt',
    remedy: /SIM lines/,
    exitCode: 1,
    breakIt: byWaiting('lines', { line: `'${LINE}'`, opened_at: SINCE, gap_at: SINCE }),
  },
  {
    code: 'float',
    remedy: /Refill it/,
    exitCode: 0,
    breakIt: async (well) => {
      await well.sql(`insert into gateways (id, dialect, secret, last_seen_at)
        values ('box', 'signed', 'x', now());
        insert into gateway_sims (gateway_id, sim, operator, line)
        select 'box', '1', split_part(key, ':', 1), split_part(key, ':', 2)
        from book_accounts where name like 'wallet %' limit 1;
        insert into lines (line, opened_at, balance_cents, balance_at, balance_time)
        select line, now(), 100, now(), now() from gateway_sims`);
      return byCommand('policy', 'set', 'float_low_xaf=9000000', ...REASON)(well);
    },
  },
  {
    code: 'unknown_wallet',
    remedy: /momo books balances/,
    exitCode: 0,
    breakIt: byCommand('policy', 'set', 'float_low_xaf=mtn:+237600000009=1', ...REASON),
  },
  {
    code: 'contradictions',
    remedy: /Contradictions/,
    exitCode: 1,
    breakIt: byWaiting('contradictions', {
      id: `'${ID}'`,
      kind: `'provider'`,
      transaction_id: '(select id from transactions limit 1)',
      evidence: `'x'`,
      remark: `'x'`,
      recorded_at: SINCE,
    }),
  },
  {
    code: 'held',
    remedy: /On hold/,
    exitCode: 0,
    breakIt: byWaiting('open_transactions', {
      transaction_id: `'${ID}'`,
      state: `'requires_manual_resolution'`,
      since: SINCE,
    }),
  },
  {
    code: 'steps',
    remedy: /ROLE=all or worker/,
    exitCode: 1,
    breakIt: bySql(`insert into submissions (transaction_id, provider_id, channel_id, reference,
                                             callback_secret, next_step_at, created_at)
      select t.id, t.provider_id, t.channel_id, '${ID}', 'x', ${SINCE}, ${SINCE}
      from transactions t limit 1
      on conflict (transaction_id) do update set next_step_at = excluded.next_step_at`),
  },
  {
    code: 'texts',
    remedy: /ROLE=all or worker/,
    exitCode: 1,
    breakIt: byWaiting('sms_messages', {
      id: `'${ID}'`,
      gateway_id: `'box'`,
      sender: `'MobileMoney'`,
      body: `'x'`,
      at: SINCE,
      trust: `'trusted'`,
      digest: `'x'`,
      state: `'stored'`,
    }),
  },
  {
    code: 'webhooks_pending',
    remedy: /ROLE=all or worker/,
    exitCode: 1,
    breakIt: byWaiting('open_webhooks', { ...WEBHOOK, due_at: SINCE }),
  },
  {
    code: 'webhooks_undelivered',
    remedy: /momo webhook replay --undelivered/,
    exitCode: 0,
    breakIt: byWaiting('open_webhooks', { ...WEBHOOK, state: `'undelivered'` }),
  },
];
