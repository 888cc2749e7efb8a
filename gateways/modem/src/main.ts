#!/usr/bin/env -S node --max-semi-space-size=1 --max-old-space-size=64
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from './config.ts';
import { runGateway } from './gateway.ts';
import { createLog } from './log.ts';
import { checkGateway } from './setup/check.ts';
import type { Finding } from './setup/finding.ts';
import { recordScenario } from './setup/record.ts';
import { type PinWord, speakForPin } from './setup/speak-for-pin.ts';

const USAGE = `usage: momo-modem run|check|record|pin --config FILE

run     reads the SIMs in the modems and does what the service wants done
check   says step by step what works, and what to do about what does not; with --trust-menus
        recorded menus that no check can see are used again after unknown screens
record  walks a USSD menu with you and writes the draft of a scenario
pin     says why the PIN of a wallet is not said any more; a person who knows adds
        accepted or refused (what the screen after it meant), or
        --i-know-how-many-tries-are-left, and --port for one of several modems
`;

interface Words extends PinWord {
  readonly trustsMenus: boolean;
}

const COMMANDS: Readonly<Record<string, (config: Config, words: Words) => Promise<number>>> = {
  run: async (config) => {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const log = createLog((line) => process.stdout.write(line));
    await runGateway(config, { log, stopping: stop.signal });
    return 0;
  },
  check: async (config, words) => {
    const report = ({ what, remedy }: Finding) => {
      process.stdout.write(remedy === null ? `ok   ${what}\n` : `!!   ${what}\n     → ${remedy}\n`);
    };
    const problems = await checkGateway(config, report, words);
    return problems === 0 ? 0 : 1;
  },
  record: async (config) => {
    const keyboard = createInterface({ input: process.stdin, output: process.stdout });
    const gone = once(keyboard, 'close').then(() => {
      throw new ConfigError('the input has ended: record needs a person at the keyboard');
    });
    gone.catch(() => {});
    try {
      const ask = (question: string) => Promise.race([keyboard.question(question), gone]);
      await recordScenario(config, { ask, say });
    } finally {
      keyboard.close();
    }
    return 0;
  },
  pin: async (config, word) => {
    await speakForPin(config, word, say);
    return 0;
  },
};

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The modem agent. Its exit code is 2 for problems that a person has to correct. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: 'string', default: '/etc/momo-modem.json' },
      port: { type: 'string' },
      'i-know-how-many-tries-are-left': { type: 'boolean', default: false },
      'trust-menus': { type: 'boolean', default: false },
    },
  });
  const [name = '', meant = null, ...more] = positionals;
  const isKnown = Object.hasOwn(COMMANDS, name) && more.length === 0;
  const command = isKnown && (meant === null || name === 'pin') ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    const knowsTriesLeft = values['i-know-how-many-tries-are-left'];
    const words = {
      port: values.port ?? null,
      meant,
      knowsTriesLeft,
      trustsMenus: values['trust-menus'],
    };
    return await command(readConfig(values.config), words);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`momo-modem: ${error.message}\n`);
    return 2;
  }
}

process.exitCode = await main();
