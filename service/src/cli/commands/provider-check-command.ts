import { Command } from 'commander';
import type { Queryable } from '../../db/client.ts';
import { listChannels } from '../../db/providers/channels.ts';
import { LACKS_ADDRESS } from '../../domain/contents-checks.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { describeRefusals } from '../../domain/providers/provider-health.ts';
import { listPayoutStops } from '../../flows/lines/list-line-problems.ts';
import { listLackingAddress } from '../../flows/providers/administer-accounts.ts';
import { createConnectors } from '../../flows/providers/connectors.ts';
import type { Adapter, Exchange, HealthAnswer } from '../../providers/provider.ts';
import { createVault } from '../../signing/sealed-text.ts';
import { fail, say } from '../options.ts';
import { withPreparedDatabase } from '../with-database.ts';

/** A person waits; a system that takes longer is of no use to players either. */
const CHECK_MS = 10_000;

export function checkCommand(adapters: readonly Adapter[]): Command {
  return new Command('check')
    .description('Sign in to the account and say whether it works; no money moves.')
    .argument('<id>', 'the provider')
    .action((id: string) =>
      withPreparedDatabase(async ({ database, config }) => {
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const connectors = createConnectors({ database, vault, adapters });
        const connected = await connectors.find(id);
        if (connected === null) return fail(`there is no provider ${id} that could be asked`);
        const keep = (exchange: Exchange) => say(exchangeText(exchange));
        const answer = await connected.connector.check({ timeoutMs: CHECK_MS, keep });
        await connectors.close();
        say(answerText(id, answer));
        const lacking = await listLackingAddress(database, adapters);
        if (lacking.includes(id)) say(`  ${id} ${LACKS_ADDRESS}`);
        const isStopped = await sayPayoutStops(database, id);
        const isRefused = answer.kind === 'up' && Object.keys(answer.refuses ?? {}).length > 0;
        if (answer.kind === 'down' || isRefused || isStopped) process.exitCode = 1;
      }),
    );
}

/** Says what stops the payouts of the lines of a provider, if anything does. */
async function sayPayoutStops(database: Queryable, providerId: string): Promise<boolean> {
  const channels = await listChannels(database);
  const own = channels.filter((channel) => channel.providerId === providerId);
  const lines = new Set(own.map(({ merchantNumber }) => normaliseLine(merchantNumber)));
  const stops = (await listPayoutStops(database)).filter(({ line }) => lines.has(line));
  for (const { line, sentence } of stops) say(`  ${line} pays nothing out: ${sentence}`);
  return stops.length > 0;
}

function exchangeText({ request, status, error, latencyMs }: Exchange): string {
  return `  ${request}  ${status ?? error ?? 'no answer'}  ${Math.round(latencyMs)} ms`;
}

function answerText(id: string, answer: HealthAnswer): string {
  if (answer.kind === 'down') return `${id} is down: ${sentenceOf(answer.problem)}`;
  const { balanceXaf, refuses = {} } = answer;
  const up = `${id} is up${balanceXaf === null ? '' : `, balance ${balanceXaf} XAF`}`;
  return [up, ...describeRefusals(refuses).map(sentenceOf)].join('\n  ');
}
