import { Command, Option } from 'commander';
import type { Database, Queryable } from '../../db/client.ts';
import { listProviders } from '../../db/providers/channels.ts';
import {
  listProviderHealth,
  type StoredProviderHealth,
} from '../../db/providers/provider-health.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { DIRECTIONS, type Direction } from '../../domain/payment-kinds.ts';
import { describeRefusals } from '../../domain/providers/provider-health.ts';
import {
  type AccountDeps,
  addProvider,
  changeProvider,
  listLackingAddress,
  renewCallbackAddress,
} from '../../flows/providers/administer-accounts.ts';
import { switchProvider } from '../../flows/providers/administer-providers.ts';
import type { AccountSetting, Adapter } from '../../providers/provider.ts';
import { ADAPTERS } from '../../providers/registry.ts';
import type { Config } from '../../settings/config.ts';
import {
  anyOf,
  fail,
  parsePercent,
  parseReason,
  parseWhole,
  REASON,
  REASON_HELP,
  repeat,
  say,
  whoRunsThis,
} from '../options.ts';
import { type AccountOptions, readProviderAccount } from '../read-account.ts';
import { openVault, withPreparedDatabase } from '../with-database.ts';
import { checkCommand } from './provider-check-command.ts';
import { tryCommand } from './provider-try-command.ts';

export function providerCommands(): Command {
  const provider = new Command('provider').description('Accounts with those who move the money.');
  provider.addCommand(adaptersCommand());
  provider.addCommand(addCommand());
  provider.addCommand(setCommand());
  provider.addCommand(listCommand());
  provider.addCommand(switchCommand('enable', 'Let new payments take a provider again.'));
  provider.addCommand(switchCommand('disable', 'Keep new payments away from a provider.'));
  provider.addCommand(checkCommand(ADAPTERS));
  provider.addCommand(callbackAddressCommand());
  provider.addCommand(tryCommand(openAccounts));
  return provider;
}

/** With the adapters of this release. */
export const listOwnLackingAddress = (database: Queryable) =>
  listLackingAddress(database, ADAPTERS);

/** Opens what configuring providers and channels needs. */
export async function openAccounts(opened: {
  readonly database: Database;
  readonly config: Config;
}): Promise<AccountDeps> {
  const { database, config } = opened;
  const vault = await openVault(opened);
  return { database, environment: config.environment, vault, adapters: ADAPTERS };
}

function adaptersCommand(): Command {
  return new Command('adapters')
    .description('List the systems that the service can speak to, and what each needs.')
    .action(() => {
      for (const adapter of ADAPTERS) {
        const operators = adapter.operators.join(', ');
        say(`${adapter.name}  for ${operators}  ${abilitiesOf(adapter).join(', ')}`);
        for (const setting of adapter.settings) say(settingText(setting));
        if (adapter.settings.length === 0) say('  needs no settings', null);
      }
    });
}

function abilitiesOf({ abilities }: Adapter): readonly string[] {
  return [
    abilities.collect ? 'prompts players' : 'customer-initiated deposits only',
    abilities.payOut ? 'pays out' : 'no payouts',
  ];
}

function settingText({ name, secret, fallback, description }: AccountSetting): string {
  const given = fallback === null ? 'required' : `default ${fallback === '' ? 'empty' : fallback}`;
  return `  ${name}  ${secret ? 'secret' : 'open'}  ${given}  ${description}`;
}

interface AddOptions extends AccountOptions {
  readonly adapter?: string;
  readonly accountOf?: string;
  readonly name: string;
  readonly description: string;
  readonly operator: Operator;
  readonly direction?: readonly Direction[];
  readonly primary: boolean;
  readonly priority: number;
  readonly depositFee: number;
  readonly withdrawalFee: number;
  readonly feeMessage: string;
}

function addCommand(): Command {
  const command = new Command('add')
    .description('Add a provider; it takes no payments before it has a channel.')
    .argument('<id>', 'small letters, digits and hyphens, such as mtn-main')
    .option('--adapter <name>', 'see `momo provider adapters`')
    .option('--account-of <id>', 'use the account of this provider, for another operator')
    .requiredOption('--name <name>', 'as platforms show it to players')
    .option('--description <text>', 'a sentence for platforms', '')
    .addOption(
      new Option('--operator <operator>', 'whose players it serves')
        .choices(OPERATORS)
        .makeOptionMandatory(),
    )
    .option('--direction <direction>', 'may be repeated; all that are possible', anyOf(DIRECTIONS))
    .option('--primary', 'preferred over providers that are not', false)
    .option('--priority <number>', '1 before 2', parseWhole, 1)
    .option(DEPOSIT_FEE, DEPOSIT_FEE_HELP, parsePercent, 0)
    .option(WITHDRAWAL_FEE, WITHDRAWAL_FEE_HELP, parsePercent, 0)
    .option(FEE_MESSAGE, FEE_MESSAGE_HELP, '');
  return withAccount(command).action(async (id: string, options: AddOptions) => {
    if (options.adapter === undefined && options.accountOf === undefined) {
      return fail('a new account needs --adapter, and one that is there already --account-of');
    }
    const reading = await readProviderAccount(options);
    if (reading.kind === 'unreadable') return fail(...reading.problems);
    await withPreparedDatabase(async (opened) => {
      const result = await addProvider(await openAccounts(opened), whoRunsThis(), {
        id,
        adapter: options.adapter ?? null,
        accountOf: options.accountOf ?? null,
        displayName: options.name.trim(),
        description: options.description.trim(),
        operators: [options.operator],
        directions: options.direction ?? null,
        isPrimary: options.primary,
        priority: options.priority,
        depositFeePercent: options.depositFee,
        withdrawalFeePercent: options.withdrawalFee,
        depositFeeMessage: options.feeMessage.trim(),
        ...reading.account,
      });
      if (result.kind === 'invalid') return fail(...result.problems);
      if (result.kind === 'exists') return fail(`there is a provider ${id} already`);
      warnOfOpenSecrets(opened.config, reading.account.secrets);
      say(`added ${id}: try it with "provider check ${id}", then give it a channel`);
    });
  });
}

interface SetOptions extends AccountOptions {
  readonly name?: string;
  readonly description?: string;
  readonly primary?: boolean;
  readonly priority?: number;
  readonly depositFee?: number;
  readonly withdrawalFee?: number;
  readonly feeMessage?: string;
  readonly reason: string;
}

const DEPOSIT_FEE = '--deposit-fee <percent>';
const DEPOSIT_FEE_HELP = 'what a deposit costs the player, as platforms show it';
const WITHDRAWAL_FEE = '--withdrawal-fee <percent>';
const WITHDRAWAL_FEE_HELP = 'what a withdrawal costs the player';
const FEE_MESSAGE = '--fee-message <text>';
const FEE_MESSAGE_HELP = 'the fee on deposits as a sentence; made of the percentage when empty';

function setCommand(): Command {
  const command = new Command('set')
    .description('Change a provider in what is given; running services follow in two seconds.')
    .argument('<id>', 'the provider')
    .option('--name <name>', 'as platforms show it to players')
    .option('--description <text>', 'a sentence for platforms')
    .option('--primary', 'prefer it over providers that are not')
    .option('--no-primary', 'use it after the primary ones')
    .option('--priority <number>', '1 before 2', parseWhole)
    .option(DEPOSIT_FEE, DEPOSIT_FEE_HELP, parsePercent)
    .option(WITHDRAWAL_FEE, WITHDRAWAL_FEE_HELP, parsePercent)
    .option(FEE_MESSAGE, FEE_MESSAGE_HELP)
    .requiredOption(REASON, REASON_HELP, parseReason);
  return withAccount(command).action(async (id: string, options: SetOptions) => {
    const reading = await readProviderAccount(options);
    if (reading.kind === 'unreadable') return fail(...reading.problems);
    const { account } = reading;
    const terms = toTerms(options);
    const isEmpty = [terms, account.settings, account.secrets].every(
      (part) => Object.keys(part).length === 0,
    );
    if (isEmpty) return fail('nothing was given that is to be changed');
    await withPreparedDatabase(async (opened) => {
      const asked = { id, terms, account, reason: options.reason };
      const result = await changeProvider(await openAccounts(opened), whoRunsThis(), asked);
      if (result.kind === 'not_found') return fail(`there is no provider ${id}`);
      if (result.kind === 'invalid') return fail(...result.problems);
      warnOfOpenSecrets(opened.config, account.secrets);
      say(`changed ${id}`);
    });
  });
}

function toTerms(options: SetOptions) {
  const { name, description, primary, priority } = options;
  const { depositFee, withdrawalFee, feeMessage } = options;
  return {
    ...(name === undefined ? {} : { displayName: name.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(primary === undefined ? {} : { isPrimary: primary }),
    ...(priority === undefined ? {} : { priority }),
    ...(depositFee === undefined ? {} : { depositFeePercent: depositFee }),
    ...(withdrawalFee === undefined ? {} : { withdrawalFeePercent: withdrawalFee }),
    ...(feeMessage === undefined ? {} : { depositFeeMessage: feeMessage.trim() }),
  };
}

function withAccount(command: Command): Command {
  return command
    .option(
      '--set <name=value>',
      'an open setting of the account, may be repeated; empty for its default',
      repeat,
    )
    .option('--secrets-file <file>', 'the secrets as a JSON object; - for standard input');
}

function warnOfOpenSecrets({ secretsKey }: Config, secrets: object): void {
  if (secretsKey !== null || Object.keys(secrets).length === 0) return;
  console.error('momo: warning: SECRETS_KEY is not set, so the secrets are stored unsealed');
}

function listCommand(): Command {
  return new Command('list')
    .description('List the providers, best first, and how they are.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const providers = await listProviders(database);
        const health = await listProviderHealth(database);
        for (const provider of providers) {
          const { id, adapter, displayName, operators, directions, isPrimary, priority } = provider;
          const rank = `${isPrimary ? 'primary' : 'backup'} ${priority}`;
          const flag = provider.flagEnabled ? 'enabled' : 'disabled';
          const state = stateOf(health.find(({ providerId }) => providerId === id));
          say(
            `${id}  ${adapter}  ${displayName}  ${operators.join('+')}  ${directions.join('+')}` +
              `  ${rank}  ${flag}  ${state}`,
            { id, adapter, displayName, operators, directions, isPrimary, priority, flag, state },
          );
        }
        if (providers.length === 0) say('there are no providers', null);
      }),
    );
}

function stateOf(row: StoredProviderHealth | undefined): string {
  if (row === undefined) return 'not looked at yet';
  const { isUp, problem, refusals, balanceXaf, checkedAt } = row;
  const balance = balanceXaf === null ? '' : `  balance ${balanceXaf} XAF`;
  const health = isUp
    ? ['up', ...describeRefusals(refusals).map(sentenceOf)].join('; ')
    : `down: ${problem === null ? 'no reason is known' : sentenceOf(problem)}`;
  return `${health}${balance}  at ${checkedAt.toISOString()}`;
}

function switchCommand(name: 'enable' | 'disable', description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'the provider')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const asked = { id, enabled: name === 'enable', reason };
        const result = await switchProvider({ database }, whoRunsThis(), asked);
        if (result.kind === 'not_found') return fail(`there is no provider ${id}`);
        say(`${name}d ${id}`);
      }),
    );
}

function callbackAddressCommand(): Command {
  return new Command('callback-address')
    .description(
      'Make a new address for the callbacks of an account; the one before ends in a day.',
    )
    .argument('<id>', 'the provider')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async (opened) => {
        const deps = { database: opened.database, adapters: ADAPTERS };
        const result = await renewCallbackAddress(deps, whoRunsThis(), { id, reason });
        if (result.kind === 'not_found') return fail(`there is no provider ${id}`);
        if (result.kind === 'not_needed') {
          return fail(`${id} gets an address with each payment and needs none for the account`);
        }
        say(`${opened.config.publicUrl ?? ''}${result.path}`);
      }),
    );
}
