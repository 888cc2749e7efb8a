import { Command, Option } from 'commander';
import type { Database } from '../../db/client.ts';
import { listChannels } from '../../db/providers/channels.ts';
import type { ChannelSetup } from '../../db/providers/provider-setup.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { COLLECTION_MODES, type CollectionMode } from '../../domain/payment-kinds.ts';
import type { Channel } from '../../domain/providers/channel.ts';
import { ONE_PERSON } from '../../flows/access/policy.ts';
import { type AccountDeps, addChannel } from '../../flows/providers/administer-accounts.ts';
import { changeChannel } from '../../flows/providers/administer-providers.ts';
import type { Config } from '../../settings/config.ts';
import {
  fail,
  parseReason,
  parseWhole,
  REASON,
  REASON_HELP,
  say,
  whoRunsThis,
} from '../options.ts';
import { withPreparedDatabase } from '../with-database.ts';

/** Opens what a change needs, on the command's database. */
export type OpenAccounts = (opened: {
  readonly database: Database;
  readonly config: Config;
}) => Promise<AccountDeps>;

export function channelCommands(openAccounts: OpenAccounts): Command {
  const channel = new Command('channel').description('The ways that money takes to a provider.');
  channel.addCommand(addCommand(openAccounts));
  channel.addCommand(listCommand());
  channel.addCommand(setCommand(openAccounts));
  channel.addCommand(switchCommand(openAccounts, 'enable'));
  channel.addCommand(switchCommand(openAccounts, 'disable'));
  return channel;
}

/** Removes an optional value. No number, limit, template or merchant has this name. */
const NONE = 'none';

interface SetupOptions {
  readonly mode?: CollectionMode;
  readonly merchantNumber?: string;
  readonly merchantName?: string;
  readonly ussdTemplate?: string;
  readonly illustrationUrl?: string;
  readonly illustrationAlt?: string;
  readonly min?: number | typeof NONE;
  readonly max?: number | typeof NONE;
}

type AddOptions = SetupOptions &
  Required<Pick<SetupOptions, 'mode' | 'merchantNumber'>> & {
    readonly provider: string;
    readonly operator: Operator;
  };

function addCommand(openAccounts: OpenAccounts): Command {
  const command = new Command('add')
    .description('Add a channel, switched on: payments may take it at once.')
    .argument('<id>', 'small letters, digits and hyphens, such as mtn-main-prompt')
    .requiredOption('--provider <id>', 'whose channel it is')
    .addOption(
      new Option('--operator <operator>', 'whose money').choices(OPERATORS).makeOptionMandatory(),
    )
    .addOption(modeOption().makeOptionMandatory())
    .requiredOption(MERCHANT_NUMBER, MERCHANT_NUMBER_HELP);
  return withOptional(command).action((id: string, options: AddOptions) =>
    withPreparedDatabase(async (opened) => {
      const result = await addChannel(await openAccounts(opened), whoRunsThis(), {
        id,
        providerId: options.provider,
        operator: options.operator,
        collectionMode: options.mode,
        merchantNumber: options.merchantNumber,
        merchantDisplayName: orNull(options.merchantName ?? NONE),
        ussdTemplate: orNull(options.ussdTemplate ?? NONE),
        illustrationUrl: orNull(options.illustrationUrl ?? NONE),
        illustrationAlt: orNull(options.illustrationAlt ?? NONE),
        minAmountXaf: orNull(options.min ?? NONE),
        maxAmountXaf: orNull(options.max ?? NONE),
      });
      if (result.kind === 'invalid') return fail(...result.problems);
      if (result.kind === 'exists') return fail(`there is a channel ${id} already`);
      say(`added ${id}`);
    }),
  );
}

function setCommand(openAccounts: OpenAccounts): Command {
  const command = new Command('set')
    .description('Change a channel in what is given; payments that exist keep what they have.')
    .argument('<id>', 'the channel')
    .addOption(modeOption())
    .option(MERCHANT_NUMBER, MERCHANT_NUMBER_HELP)
    .requiredOption(REASON, REASON_HELP, parseReason);
  return withOptional(command).action(
    async (id: string, options: SetupOptions & { readonly reason: string }) => {
      const changes = toChanges(options);
      if (Object.keys(changes).length === 0) {
        return fail('nothing was given that is to be changed');
      }
      await change(openAccounts, { id, changes, reason: options.reason, done: 'changed' });
    },
  );
}

const MERCHANT_NUMBER = '--merchant-number <number>';
const MERCHANT_NUMBER_HELP = 'whom players pay, or who pays out: a code or a phone number';

function modeOption(): Option {
  return new Option('--mode <mode>', 'who starts a deposit').choices(COLLECTION_MODES);
}

function withOptional(command: Command): Command {
  const trim = (text: string) => text.trim();
  const parseLimit = (text: string) => (text === NONE ? text : parseWhole(text));
  return command
    .option('--merchant-name <name>', `as the operator shows it, or ${NONE}`, trim)
    .option(
      '--ussd-template <code>',
      `what players dial, such as *126*{merchant}*{amount}#, or ${NONE}`,
      trim,
    )
    .option('--illustration-url <https>', `picture of the dialling steps, or ${NONE}`, trim)
    .option('--illustration-alt <text>', `its text alternative, or ${NONE}`, trim)
    .option('--min <xaf>', `smallest amount, or ${NONE}`, parseLimit)
    .option('--max <xaf>', `largest amount, or ${NONE}`, parseLimit);
}

function toChanges(options: SetupOptions): Partial<ChannelSetup> {
  const { mode, merchantNumber, merchantName, ussdTemplate, min, max } = options;
  const { illustrationUrl, illustrationAlt } = options;
  return {
    ...(mode === undefined ? {} : { collectionMode: mode }),
    ...(merchantNumber === undefined ? {} : { merchantNumber }),
    ...(merchantName === undefined ? {} : { merchantDisplayName: orNull(merchantName) }),
    ...(ussdTemplate === undefined ? {} : { ussdTemplate: orNull(ussdTemplate) }),
    ...(illustrationUrl === undefined ? {} : { illustrationUrl: orNull(illustrationUrl) }),
    ...(illustrationAlt === undefined ? {} : { illustrationAlt: orNull(illustrationAlt) }),
    ...(min === undefined ? {} : { minAmountXaf: orNull(min) }),
    ...(max === undefined ? {} : { maxAmountXaf: orNull(max) }),
  };
}

/** Not done while options are read: there commander takes `null` for a missing value. */
function orNull<T>(value: T | typeof NONE): T | null {
  return value === NONE ? null : value;
}

function switchCommand(openAccounts: OpenAccounts, name: 'enable' | 'disable'): Command {
  return new Command(name)
    .description(name === 'enable' ? 'Let new payments take it.' : 'Keep new payments away.')
    .argument('<id>', 'the channel')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) => {
      const changes = { enabled: name === 'enable' };
      return change(openAccounts, { id, changes, reason, done: `${name}d` });
    });
}

function change(
  openAccounts: OpenAccounts,
  asked: {
    readonly id: string;
    readonly changes: Partial<ChannelSetup>;
    readonly reason: string;
    readonly done: string;
  },
): Promise<void> {
  return withPreparedDatabase(async (opened) => {
    const deps = { ...(await openAccounts(opened)), policy: ONE_PERSON };
    const result = await changeChannel(deps, whoRunsThis(), asked);
    if (result.kind === 'not_found') return fail(`there is no channel ${asked.id}`);
    if (result.kind === 'invalid') return fail(...result.problems.map(sentenceOf));
    say(`${asked.done} ${asked.id}`);
  });
}

function listCommand(): Command {
  return new Command('list').description('List the channels.').action(() =>
    withPreparedDatabase(async ({ database }) => {
      const channels = await listChannels(database);
      for (const channel of channels) say(channelText(channel), channel);
      if (channels.length === 0) say('there are no channels', null);
    }),
  );
}

function channelText(channel: Channel): string {
  const { id, providerId, operator, collectionMode, merchantNumber, ussdTemplate } = channel;
  return [
    id,
    providerId,
    operator,
    collectionMode,
    merchantNumber,
    channel.merchantDisplayName ?? 'no name',
    ussdTemplate ?? 'no code',
    `${channel.minAmountXaf ?? 'any'} to ${channel.maxAmountXaf ?? 'any'} XAF`,
    channel.enabled ? 'enabled' : 'disabled',
  ].join('  ');
}
