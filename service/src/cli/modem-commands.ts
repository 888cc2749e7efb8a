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

export function modemCommands(): readonly Command[] {
  return COMMANDS.map(([name, description]) =>
    new Command(name)
      .description(description)
      .option('--config <file>', 'its configuration', '/etc/momo-modem.json')
      .action(async ({ config }: { readonly config: string }) => {
        if (!existsSync(MAIN)) return fail(APART);
        const args = [MAIN, name, '--config', config];
        const program = spawn(process.execPath, args, { stdio: 'inherit' });
        for (const signal of ['SIGINT', 'SIGTERM'] as const) {
          process.once(signal, () => program.kill(signal));
        }
        const [code] = (await once(program, 'exit')) as [number | null];
        process.exitCode = code ?? 1;
      }),
  );
}
