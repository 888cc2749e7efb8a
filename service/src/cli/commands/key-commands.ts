import { Command, InvalidArgumentError, Option } from 'commander';
import { listApiKeys } from '../../db/access/access.ts';
import { isOwnApplication } from '../../domain/access/own-application.ts';
import { normaliseLoosely } from '../../domain/msisdn.ts';
import {
  changeSeller,
  issueKey,
  revokeKey,
  rotateWebhookSecret,
  vouchForApiKey,
} from '../../flows/access/administer-keys.ts';
import { ONE_PERSON } from '../../flows/access/policy.ts';
import { findCallbackProblem, isAuthenticationOff } from '../../settings/config.ts';
import {
  fail,
  parseHours,
  parseReason,
  REASON,
  REASON_HELP,
  say,
  whoRunsThis,
} from '../options.ts';
import { type CommandDeps, openPolicy, openVault, withPreparedDatabase } from '../with-database.ts';

/** Long enough for a platform to deploy the new one. */
const OVERLAP_HOURS = 24;

const NO_EFFECT =
  'Authentication is off, so the service ignores every key: this one has no effect until SPORTSBOOK_API_KEY is set and the service is started again.';

export function keyCommands(): Command {
  const key = new Command('key').description('API keys of the applications that call the service.');

  key
    .command('issue')
    .description('Issue a key; it is shown once and cannot be shown again.')
    .requiredOption(
      '--application <name>',
      'whose key it is; created when the name is new',
      parseApplicationName,
    )
    .action((options: { application: string }) =>
      withPreparedDatabase(async (opened) => {
        const { database, config } = opened;
        const vault = await openVault(opened);
        const deps = { database, environment: config.environment, vault };
        const issued = await issueKey(deps, whoRunsThis(), options.application);
        say(`API key         ${issued.key}`, {
          api_key: issued.key,
          webhook_secret: issued.webhookSecret,
        });
        const secret = issued.webhookSecret ?? '(as it was shown with the first key)';
        say(`Webhook secret  ${secret}`, null);
        const effect = isAuthenticationOff(config) ? NO_EFFECT : 'The key works at once.';
        say(`\nKeep what is shown now: it is not shown again. ${effect}`, null);
      }),
    );

  key
    .command('list')
    .description('List all keys by their public prefix.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const keys = await listApiKeys(database);
        for (const { prefix, application, created_at, revoked_at } of keys) {
          const state = revoked_at === null ? 'active' : `revoked ${revoked_at.toISOString()}`;
          const facts = { prefix, application, created_at, revoked_at };
          say(`${prefix}  ${application}  issued ${created_at.toISOString()}  ${state}`, facts);
        }
        if (keys.length === 0) say('no keys have been issued', null);
      }),
    );

  key
    .command('revoke')
    .description('Revoke a key; it stops working within two seconds.')
    .argument('<prefix>', 'the public part of the key')
    .action((prefix: string) =>
      withPreparedDatabase(async ({ database }) => {
        const found = await revokeKey({ database }, whoRunsThis(), { prefix, reason: null });
        if (!found) return fail(`there is no key ${prefix}`);
        say(`revoked ${prefix}`);
      }),
    );

  key
    .command('vouch')
    .description('Vouch for a key that an administrator issued in the console.')
    .argument('<prefix>', 'the public part of the key')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((prefix: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const vouched = await vouchForApiKey({ database }, whoRunsThis(), { prefix, reason });
        if (vouched !== 'done') return fail(`there is no key ${prefix}`);
        say(`vouched for ${prefix}`);
      }),
    );

  return key.addCommand(rotateSecretCommand()).addCommand(pageCommand());
}

interface PageOptions {
  readonly name?: string;
  readonly support?: string;
  readonly checkouts?: 'on' | 'off';
  readonly callback?: string;
}

function pageCommand(): Command {
  return new Command('page')
    .description('Say what the pages of checkouts show of an application, and allow them in live.')
    .argument('<application>', 'who is paid', parseApplicationName)
    .option('--name <name>', 'the name that buyers read, at most 60 characters')
    .option('--support <number>', 'the number that buyers may call', parseSupportNumber)
    .addOption(new Option('--checkouts <state>', 'pages in live').choices(['on', 'off']))
    .option('--callback <url>', 'where events of links made by staff go; none for nowhere')
    .action((application: string, { name, support, checkouts, callback }: PageOptions) =>
      withPreparedDatabase(async (opened) => {
        const { database } = opened;
        const url = callback === 'none' ? null : callback;
        const problem = await findAddressProblem(opened, url);
        if (problem !== null) return fail(`the address of --callback ${problem}`);
        const seller = await changeSeller({ database }, whoRunsThis(), {
          application,
          ...(name !== undefined && { displayName: name.slice(0, 60) }),
          ...(support !== undefined && { supportNumber: support }),
          ...(checkouts !== undefined && { takesCheckouts: checkouts === 'on' }),
          ...(url !== undefined && { callbackUrl: url }),
        });
        if (seller === null) return fail(`there is no application ${application}`);
        const { displayName, supportNumber, takesCheckouts, callbackUrl } = seller;
        const pages = takesCheckouts ? 'served in live' : 'served in the sandbox only';
        say(`${displayName ?? application}  ${supportNumber ?? 'no number'}  pages ${pages}`, {
          display_name: displayName,
          support_number: supportNumber,
          takes_checkouts: takesCheckouts,
          callback_url: callbackUrl,
        });
      }),
    );
}

/** The rules of an address that a platform gives with a checkout. */
async function findAddressProblem(
  opened: CommandDeps,
  url: string | null | undefined,
): Promise<string | null> {
  if (url === null || url === undefined) return null;
  if (!URL.canParse(url) || url.length > 2083) return 'must be an absolute http or https URL';
  const { recent } = await openPolicy(opened);
  return findCallbackProblem(opened.config, await recent(), url);
}

function parseSupportNumber(text: string): string {
  const number = normaliseLoosely(text);
  if (number.kind === 'valid') return number.msisdn;
  throw new InvalidArgumentError('give a number of Cameroon');
}

function rotateSecretCommand(): Command {
  return new Command('rotate-secret')
    .description('Make a new webhook secret; the one of before signs as well for a while.')
    .argument('<application>', 'whose webhooks it signs', parseApplicationName)
    .option('--overlap-hours <hours>', 'for how long both sign', parseHours, OVERLAP_HOURS)
    .action((application: string, { overlapHours }: { overlapHours: number }) =>
      withPreparedDatabase(async (opened) => {
        const { database } = opened;
        const deps = { database, vault: await openVault(opened), policy: ONE_PERSON };
        const asked = { application, overlapHours, reason: null };
        const made = await rotateWebhookSecret(deps, whoRunsThis(), asked);
        if (made.kind !== 'rotated') {
          return fail(`${application} has no webhook secret: issue a key for it`);
        }
        const until = made.formerUntil.toISOString();
        say(`Webhook secret  ${made.webhookSecret}`, {
          webhook_secret: made.webhookSecret,
          former_until: until,
        });
        say(
          `\nKeep what is shown now: it is not shown again. Both secrets sign until ${until}.`,
          null,
        );
      }),
    );
}

function parseApplicationName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100) {
    throw new InvalidArgumentError('A name has 1 to 100 characters.');
  }
  if (isOwnApplication(name)) {
    throw new InvalidArgumentError(`${name} is of the service itself, and has no key.`);
  }
  return name;
}
