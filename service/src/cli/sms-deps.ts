import type { Database } from '../db/client.ts';
import type { ReadSmsDeps } from '../flows/receipts/read-sms.ts';
import type { Config } from '../settings/config.ts';
import { loadSmsTemplates } from '../settings/sms-templates.ts';

/** What reading texts needs; the running service looks for new webhooks by itself. */
export function openSms(opened: {
  readonly database: Database;
  readonly config: Config;
}): ReadSmsDeps {
  const { database, config } = opened;
  return {
    database,
    templates: loadSmsTemplates(config.smsTemplatesDir),
    lateWindowMs: config.latePaymentWindowHours * 3_600_000,
    onQueued: () => {},
  };
}
