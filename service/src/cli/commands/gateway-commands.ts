import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import {
  type ListedGateway,
  listGateways,
  listSimHealth,
  type SimHealth,
} from '../../db/lines/gateways.ts';
import { assert } from '../../domain/assert.ts';
import { findLineProblem } from '../../domain/lines/line-health.ts';
import { DIALECTS, type Dialect } from '../../domain/lines/sms-dialects.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { ONE_PERSON } from '../../flows/access/policy.ts';
import { forgetSim, revokeGatewayKey } from '../../flows/lines/administer-gateways.ts';
import { issueGatewayKey, placeSim } from '../../flows/lines/change-gateways.ts';
import { CHECKOUT } from '../../settings/checkout.ts';
import { serviceUrl } from '../../settings/config.ts';
import { fail, say, whoRunsThis } from '../options.ts';
import { openVault, withPreparedDatabase } from '../with-database.ts';

const GATEWAY = '<gateway>';
const GATEWAY_HELP = 'the name of the gateway, as in the address that it calls';
const SIM = '--sim <name>';
const SIM_HELP = 'the SIM as the gateway calls it';

export function gatewayKeyCommands(): Command {
  const keys = new Command('gateway-key').description('Secrets of those who hand us the SMS.');
  keys.addCommand(issueCommand());
  keys.addCommand(revokeCommand());
  return keys;
}

function issueCommand(): Command {
  return new Command('issue')
    .description('Give a gateway a secret, shown once; one that it had stops working.')
    .argument(GATEWAY, GATEWAY_HELP)
    .addOption(
      new Option('--dialect <dialect>', 'how it hands over messages')
        .choices(DIALECTS)
        .makeOptionMandatory(),
    )
    .action((gatewayId: string, { dialect }: { readonly dialect: Dialect }) =>
      withPreparedDatabase(async (opened) => {
        const { database, config } = opened;
        const vault = await openVault(opened);
        const asked = { gatewayId, dialect, reason: null };
        const deps = { database, vault, policy: ONE_PERSON };
        const issued = await issueGatewayKey(deps, whoRunsThis(), asked);
        if (issued.kind === 'invalid') return fail(...issued.problems.map(sentenceOf));
        assert(issued.kind === 'issued', 'momo waits for no second person');
        if (config.secretsKey === null) {
          console.error('momo: warning: SECRETS_KEY is not set, so the secret is stored unsealed');
        }
        const plain = `${serviceUrl(config)}/internal/v1/sms/${gatewayId}`;
        // Kannel sends user and password of an address in a header.
        const address =
          dialect === 'kannel'
            ? `${plain.replace('://', '://kannel:<secret>@')}?from=%p&smsc=%i&ts=%T`
            : plain;
        const { secret, replaced } = issued;
        say(`Secret   ${secret}`, { secret, address, replaced });
        say(`Address  ${address}`, null);
        say('\nKeep what is shown now: it is not shown again.', null);
        if (replaced) say('The secret that the gateway had no longer works.', null);
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Believe nothing more that a gateway sends; its lines become unavailable.')
    .argument(GATEWAY, GATEWAY_HELP)
    .action((gatewayId: string) =>
      withPreparedDatabase(async ({ database }) => {
        const { kind } = await revokeGatewayKey({ database }, whoRunsThis(), {
          gatewayId,
          reason: null,
        });
        if (kind === 'not_found') return fail(`there is no gateway ${gatewayId}`);
        say(`${kind === 'revoked' ? 'revoked' : 'was revoked before:'} ${gatewayId}`);
      }),
    );
}

export function gatewayCommands(): Command {
  const gateway = new Command('gateway').description('Phones and modems that get the SMS.');
  gateway.addCommand(listCommand());
  gateway.addCommand(simCommand());
  gateway.addCommand(forgetSimCommand());
  for (const command of modemCommands()) gateway.addCommand(command);
  return gateway;
}

function listCommand(): Command {
  return new Command('list')
    .description('List the gateways, when each was last seen, and their SIMs.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const gateways = await listGateways(database);
        const sims = await listSimHealth(database);
        for (const gateway of gateways) {
          say(gatewayText(gateway), {
            gateway: gateway.id,
            dialect: gateway.dialect,
            revoked_at: gateway.revokedAt,
            last_seen_at: gateway.lastSeenAt,
          });
          const own = sims.filter(({ gatewayId }) => gatewayId === gateway.id);
          for (const sim of own) {
            const alone = gateway.onlySim === sim.sim ? '  only SIM' : '';
            say(simText(sim) + alone, {
              gateway: gateway.id,
              sim: sim.sim,
              operator: sim.operator,
              line: sim.line,
              is_only: alone !== '',
            });
          }
          if (own.length === 0) say('  no SIMs', null);
        }
        if (gateways.length === 0) say('there are no gateways', null);
      }),
    );
}

function gatewayText({ id, dialect, revokedAt, lastSeenAt }: ListedGateway): string {
  const state = revokedAt === null ? 'active' : `revoked ${revokedAt.toISOString()}`;
  const seen = lastSeenAt === null ? 'never seen' : `last seen ${lastSeenAt.toISOString()}`;
  return `${id}  ${dialect}  ${state}  ${seen}`;
}

/** The line is one of our own numbers, so it is shown whole. */
function simText(sim: SimHealth): string {
  const { storeUsed, storeSize, line, operator } = sim;
  const store =
    storeUsed === null || storeSize === null
      ? 'store unknown'
      : `store ${storeUsed} of ${storeSize}`;
  const problem = findLineProblem(line, [sim], { isOpened: true });
  return `  ${sim.sim}  ${operator}  ${line}  ${store}  ${problem === null ? 'works' : sentenceOf(problem)}`;
}

interface SimOptions {
  readonly sim: string;
  readonly operator: Operator;
  readonly line: string;
  readonly only: boolean;
}

function simCommand(): Command {
  return new Command('sim')
    .description('Say which of our lines a SIM of a gateway is.')
    .argument(GATEWAY, GATEWAY_HELP)
    .requiredOption(SIM, SIM_HELP)
    .addOption(
      new Option('--operator <operator>', 'whose SIM it is')
        .choices(OPERATORS)
        .makeOptionMandatory(),
    )
    .requiredOption('--line <number>', 'the number that players pay, or a merchant code')
    .option(
      '--only',
      'the gateway holds no other SIM: texts that name none came to this one',
      false,
    )
    .action((gatewayId: string, { sim, operator, line, only }: SimOptions) =>
      withPreparedDatabase(async ({ database }) => {
        const asked = { gatewayId, sim, operator, line, isOnly: only, reason: null };
        const deps = { database, policy: ONE_PERSON };
        const assigned = await placeSim(deps, whoRunsThis(), asked);
        if (assigned.kind === 'not_found') return fail(`there is no gateway ${gatewayId}`);
        if (assigned.kind === 'invalid') return fail(...assigned.problems.map(sentenceOf));
        assert(assigned.kind === 'placed', 'momo waits for no second person');
        const alone = only ? ', and its only SIM' : '';
        say(`${sim} of ${gatewayId} is the ${operator} line ${assigned.line}${alone}`);
      }),
    );
}

function forgetSimCommand(): Command {
  return new Command('forget-sim')
    .description('Take a SIM away; what it gets is held from then on.')
    .argument(GATEWAY, GATEWAY_HELP)
    .requiredOption(SIM, SIM_HELP)
    .action((gatewayId: string, { sim }: { readonly sim: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const found = await forgetSim({ database }, whoRunsThis(), { gatewayId, sim });
        if (!found) return fail(`there is no SIM ${sim} of a gateway ${gatewayId}`);
        say(`forgot ${sim} of ${gatewayId}`);
      }),
    );
}

/** The modem agent, which is also installed alone, on its own computer. */
const MAIN = join(CHECKOUT, 'gateways/modem/src/main.ts');

const APART = 'the modem agent is a package of its own here: install it and use momo-modem';

const COMMANDS: readonly (readonly [name: string, description: string])[] = [
  ['run', 'Read the SIMs in the modems, and do by USSD what the service wants done.'],
  ['record', 'Walk a USSD menu by hand and write the draft of a scenario.'],
];

const TRIES_KNOWN = '--i-know-how-many-tries-are-left';

function modemCommands(): readonly Command[] {
  const plain = COMMANDS.map(([name, description]) =>
    commandOf(name, description).action(({ config }: Configured) => runAgent([name], config)),
  );
  return [...plain, checkCommand(), pinCommand()];
}

const MENUS_TRUSTED = '--trust-menus';

function checkCommand(): Command {
  const description = 'Say step by step what works of a modem, and what to do about what does not.';
  return commandOf('check', description)
    .option(MENUS_TRUSTED, 'use recorded menus again that no check can see')
    .action(({ trustMenus = false, config }: Configured & { readonly trustMenus?: boolean }) =>
      runAgent(['check', ...(trustMenus ? [MENUS_TRUSTED] : [])], config),
    );
}

interface Configured {
  readonly config: string;
}

function commandOf(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--config <file>', 'its configuration', '/etc/momo-modem.json');
}

interface PinOptions extends Configured {
  readonly port?: string;
  readonly iKnowHowManyTriesAreLeft?: boolean;
}

function pinCommand(): Command {
  return commandOf('pin', 'Say why the PIN of a wallet is not said any more, or decide about it.')
    .argument('[meant]', 'what the screen after the PIN meant: accepted or refused')
    .option('--port <port>', 'the modem, if several have a PIN that is not said')
    .option(TRIES_KNOWN, 'say the PIN once more after two refusals: a third wrong one may block it')
    .action((meant: string | undefined, options: PinOptions) => {
      const { port, iKnowHowManyTriesAreLeft: isKnown = false } = options;
      const word = [...(meant === undefined ? [] : [meant]), ...(isKnown ? [TRIES_KNOWN] : [])];
      return runAgent(
        ['pin', ...word, ...(port === undefined ? [] : ['--port', port])],
        options.config,
      );
    });
}

async function runAgent(words: readonly string[], config: string): Promise<void> {
  if (!existsSync(MAIN)) return fail(APART);
  const args = [MAIN, ...words, '--config', config];
  const program = spawn(process.execPath, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => program.kill(signal));
  }
  const [code] = (await once(program, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
