import type { Command } from 'commander';
import { EXAMPLES } from './examples.ts';
import { JSON_OPTION } from './options.ts';

/**
 * What every command has: an example in its help, `--json`, and an end that its caller decides, so
 * that wrong use has an exit code of its own.
 */
export function finishCommands(program: Command): void {
  for (const { command, path } of listCommands(program)) {
    command.exitOverride().showHelpAfterError();
    if (command.commands.length > 0) continue;
    if (path !== 'completion') {
      command.option(JSON_OPTION, 'for programs: one JSON object on each line');
    }
    command.addHelpText('after', `\nExample:\n  momo ${EXAMPLES[path] ?? path}`);
  }
  program.addHelpText('after', `\n${EXIT_CODES}`);
}

const EXIT_CODES = `Exit codes: 0 done; 1 not done, and the error says why; 2 not understood.
Settings come from the environment and .env, as for the service.`;

interface NamedCommand {
  readonly command: Command;
  /** `key issue`; empty for the program itself. */
  readonly path: string;
}

export function listCommands(command: Command, path = ''): readonly NamedCommand[] {
  const below = command.commands.flatMap((one) =>
    listCommands(one, path === '' ? one.name() : `${path} ${one.name()}`),
  );
  return [{ command, path }, ...below];
}
