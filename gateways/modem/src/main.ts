#!/usr/bin/env -S node --max-semi-space-size=1 --max-old-space-size=64
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from './config.ts';
import { runGateway } from './gateway.ts';
import { createLog } from './log.ts';
import { checkGateway } from './setup/check.ts';
import { recordScenario } from './setup/record.ts';

const USAGE = `usage: momo-modem run|check|record --config FILE

run     reads the SIMs in the modems and does what the service wants done
check   says step by step what works, and what to do about what does not
record  walks a USSD menu with you and writes the draft of a scenario
`;

const COMMANDS: Readonly<Record<string, (config: Config) => Promise<number>>> = {
  run: async (config) => {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const log = createLog((line) => process.stdout.write(line));
    await runGateway(config, { log, stopping: stop.signal });
    return 0;
  },
  check: async (config) => {
    const problems = await checkGateway(config, ({ what, remedy }) => {
      process.stdout.write(remedy === null ? `ok   ${what}\n` : `!!   ${what}\n     → ${remedy}\n`);
    });
    return problems === 0 ? 0 : 1;
  },
  record: async (config) => {
    const keyboard = createInterface({ input: process.stdin, output: process.stdout });
    try {
      const say = (text: string) => void process.stdout.write(`${text}\n`);
      await recordScenario(config, { ask: (question) => keyboard.question(question), say });
    } finally {
      keyboard.close();
    }
    return 0;
  },
};

/** The modem agent. Its exit code is 2 for problems that a person has to correct. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { config: { type: 'string', default: '/etc/momo-modem.json' } },
  });
  const [name = '', ...more] = positionals;
  const command = Object.hasOwn(COMMANDS, name) && more.length === 0 ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    return await command(readConfig(values.config));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`momo-modem: ${error.message}\n`);
    return 2;
  }
}

process.exitCode = await main();
