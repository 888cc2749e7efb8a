import { Command, Option } from 'commander';
import type { Queryable } from '../../db/client.ts';
import { type Gateway, listSimHealth } from '../../db/lines/gateways.ts';
import { findSms, type ListedSms, listSms } from '../../db/receipts/sms.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import type { Dialect } from '../../domain/lines/sms-dialects.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { maskNumbersIn } from '../../domain/msisdn.ts';
import { parseSms } from '../../domain/receipts/sms/parse.ts';
import { SMS_STATES, type SmsState } from '../../domain/receipts/sms-state.ts';
import { noteSentSms } from '../../flows/lines/administer-gateways.ts';
import { reparseSms } from '../../flows/receipts/read-sms.ts';
import { readConfigOrExit, serviceUrl } from '../../settings/config.ts';
import { loadSmsTemplates } from '../../settings/sms-templates.ts';
import { signBody } from '../../signing/gateway-signature.ts';
import { createVault, SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import { fail, parseWhole, say, whoRunsThis } from '../options.ts';
import { openSms, withPreparedDatabase } from '../with-database.ts';

export function smsCommands(): Command {
  const sms = new Command('sms').description(
    'Texts of the operators, as gateways handed them over.',
  );
  sms.addCommand(sendCommand());
  sms.addCommand(listCommand());
  sms.addCommand(reparseCommand());
  sms.addCommand(templateCommand());
  return sms;
}

interface SendOptions extends GatewayText {
  readonly gateway: string;
  readonly url?: string;
}

function sendCommand(): Command {
  return new Command('send')
    .description('Hand a text to the running service in the name of a gateway, for trying.')
    .requiredOption('--gateway <gateway>', 'the name of the gateway')
    .requiredOption('--sim <name>', 'the SIM as the gateway calls it')
    .requiredOption('--sender <name>', 'who sends the text, such as OrangeMoney')
    .requiredOption('--text <text>', 'the text')
    .option('--url <url>', 'where the service is; else PUBLIC_URL, or localhost and PORT')
    .action((options: SendOptions) =>
      withPreparedDatabase(async ({ database, config }) => {
        const { gateway: gatewayId, sim, sender } = options;
        const asked = { gatewayId, sim, sender };
        const gateway = await noteSentSms({ database }, whoRunsThis(), asked);
        if (gateway === null) return fail(`there is no gateway ${gatewayId}`);
        const url = options.url ?? serviceUrl(config);
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const answer = await post(gateway, vault, { ...options, url });
        if (answer === null) return fail(`the service does not answer at ${url}`);
        const { status, body } = answer;
        say(`${status}  ${body}`);
        if (status !== 200) process.exitCode = 1;
        const id = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
        const message = id === undefined ? null : await findSms(database, id);
        if (message !== null) {
          say(describe(message, await listLines(database)), factsOf(message));
        }
      }),
    );
}

const ANSWER_MS = 10_000;

async function post(
  { id, dialect, secret }: Gateway,
  vault: Vault,
  options: SendOptions & { readonly url: string },
): Promise<{ readonly status: number; readonly body: string } | null> {
  const signing = {
    secret: vault.open(secret, SECRET_PLACES.gatewaySecret(id)),
    nowMs: Date.now(),
  };
  const { query, headers, body } = gatewayRequest(dialect, options, signing);
  const url = `${options.url.replace(/\/+$/, '')}/internal/v1/sms/${id}${query}`;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    return { status: answer.status, body: await answer.text() };
  } catch {
    // The reason may contain the address, and in some dialects that contains the secret.
    return null;
  }
}

function listCommand(): Command {
  return new Command('list')
    .description('List the newest texts and what became of them.')
    .addOption(new Option('--state <state>', 'only texts in this state').choices(SMS_STATES))
    .option('--limit <number>', 'how many', parseWhole, 50)
    .action((options: { readonly state?: SmsState; readonly limit: number }) =>
      withPreparedDatabase(async ({ database }) => {
        const limit = Math.min(Math.max(options.limit, 1), 1_000);
        const found = await listSms(database, {
          state: options.state ?? null,
          before: null,
          limit,
        });
        const ownLines = await listLines(database);
        for (const message of found) say(describe(message, ownLines), factsOf(message));
        if (found.length === 0) say('there are no such texts', null);
      }),
    );
}

function describe(message: ListedSms, ownLines: readonly string[]): string {
  const { id, at, gatewayId, sim, line, sender, trust, state, reason, template, seen } = message;
  const source = `${gatewayId}/${sim ?? 'no SIM'}  ${line ?? 'no line'}`;
  const reported = seen > 1 ? `  reported ${seen} times` : '';
  const why = [reason && sentenceOf(reason), template].filter((part) => part !== null).join(', ');
  return [
    `${at.toISOString()}  ${state}  ${trust}  ${source}  ${maskNumbersIn(sender, ownLines)}${reported}`,
    `  ${id}${why === '' ? '' : `  ${why}`}`,
    `  ${maskNumbersIn(message.body, ownLines).replaceAll(/\s+/g, ' ')}`,
  ].join('\n');
}

/** Without the text and its sender, which may contain people's numbers. */
function factsOf({ id, at, gatewayId, sim, line, trust, state, reason, template }: ListedSms) {
  const why = reason && sentenceOf(reason);
  return { id, at, gateway: gatewayId, sim, line, trust, state, reason: why, template };
}

async function listLines(database: Queryable): Promise<readonly string[]> {
  return (await listSimHealth(database)).map(({ line }) => line);
}

function reparseCommand(): Command {
  return new Command('reparse')
    .description('Read texts again that no template explained, with the templates of now.')
    .action(() =>
      withPreparedDatabase(async (opened) => {
        const { read, payments } = await reparseSms(await openSms(opened), whoRunsThis());
        say(`read ${read} again: ${payments} are payments now`);
      }),
    );
}

function templateCommand(): Command {
  const template = new Command('template').description('How the texts of operators are read.');
  return template.addCommand(
    new Command('try')
      .description('Say what the templates read in a text; nothing is stored.')
      .requiredOption('--sender <name>', 'who sends the text, such as OrangeMoney')
      .requiredOption('--text <text>', 'the text')
      .option('--line <number>', 'our line that got it', normaliseLine)
      .action(({ line, ...message }: TriedText) => {
        const { operatorsDir } = readConfigOrExit();
        const context = { ownLines: line === undefined ? [] : [line], line: line ?? null };
        const reading = parseSms(loadSmsTemplates(operatorsDir), message, context);
        for (const [name, value] of Object.entries(reading)) {
          if (value !== null) say(`${name}: ${JSON.stringify(value)}`);
        }
        if (reading.kind === 'review' || reading.kind === 'nothing') process.exitCode = 1;
      }),
  );
}

interface TriedText {
  readonly sender: string;
  readonly text: string;
  readonly line?: string;
}

interface GatewayText {
  readonly sim: string;
  readonly sender: string;
  readonly text: string;
}

interface SignedGatewayRequest {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request with which a gateway of this dialect delivers a text just received. */
function gatewayRequest(
  dialect: Dialect,
  message: GatewayText,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): SignedGatewayRequest {
  const { sim, sender, text } = message;
  const receivedAt = new Date(nowMs).toISOString();
  switch (dialect) {
    case 'android': {
      const payload = { message: text, sender, recipient: sim, receivedAt };
      return signed({ event: 'sms:received', payload }, { secret, nowMs });
    }
    case 'signed':
      return signed({ type: 'sms', sim, sender, text, received_at: receivedAt }, { secret, nowMs });
    case 'kannel': {
      const query = new URLSearchParams({ key: secret, from: sender, smsc: sim });
      return {
        query: `?${query.toString()}`,
        headers: { 'content-type': 'text/plain' },
        body: text,
      };
    }
  }
}

function signed(
  content: unknown,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): SignedGatewayRequest {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = signBody(secret, { raw: Buffer.from(body), timestamp });
  const headers = {
    'content-type': 'application/json',
    'x-signature': signature,
    'x-timestamp': timestamp,
  };
  return { query: '', headers, body };
}
