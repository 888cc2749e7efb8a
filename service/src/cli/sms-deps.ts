import type { ReadSmsDeps } from '../flows/receipts/read-sms.ts';
import { loadSmsTemplates } from '../settings/sms-templates.ts';
import { type CommandDeps, openPolicy } from './with-database.ts';

/** What reading texts needs; the running service looks for new webhooks by itself. */
export async function openSms(opened: CommandDeps): Promise<ReadSmsDeps> {
  const { database, config } = opened;
  return {
    database,
    templates: loadSmsTemplates(config.operatorsDir),
    policy: await openPolicy(opened),
    onQueued: () => {},
  };
}
