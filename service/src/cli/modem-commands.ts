import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { fail } from './options.ts';

/** The modem agent, which is also installed alone, on its own computer. */
const MAIN = join(import.meta.dirname, '../../../gateways/modem/src/main.ts');

const APART = 'the modem agent is a package of its own here: install it and use momo-modem';

const COMMANDS: readonly (readonly [name: string, description: string])[] = [
  ['run', 'Read the SIMs in the modems, and do by USSD what the service wants done.'],
  ['check', 'Say step by step what works of a modem, and what to do about what does not.'],
  ['record', 'Walk a USSD menu by hand and write the draft of a scenario.'],
];

const TRIES_KNOWN = '--i-know-how-many-tries-are-left';

export function modemCommands(): readonly Command[] {
  const plain = COMMANDS.map(([name, description]) =>
    commandOf(name, description).action(({ config }: Configured) => runAgent([name], config)),
  );
  return [...plain, pinCommand()];
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
