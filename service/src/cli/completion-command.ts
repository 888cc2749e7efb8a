import { Argument, Command } from 'commander';
import { finishCommands, listCommands } from './finish-commands.ts';

/** Prints a script with which a shell completes command names and options. */
export function completionCommand(openAll: () => Promise<readonly Command[]>): Command {
  return new Command('completion')
    .description('Print a script that lets the shell complete commands and options.')
    .addArgument(new Argument('<shell>', 'for which shell').choices(['bash', 'zsh']))
    .action(async (shell: string) => {
      const program = new Command('momo');
      for (const group of await openAll()) program.addCommand(group);
      finishCommands(program);
      console.log(completionScript(program, shell));
    });
}

function completionScript(program: Command, shell: string): string {
  const cases = listCommands(program).map(({ command, path }) => {
    const options = command.options.map(({ long }) => long).filter((long) => long !== undefined);
    const names = command.commands.map((one) => one.name());
    return `    "${path}") words="${[...names, ...options, '--help'].join(' ')}" ;;`;
  });
  // zsh reads bash completions after this.
  const start = shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : [];
  return [
    ...start,
    '_momo() {',
    '  local words path="" word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) break ;; esac',
    '    path="${path:+$path }$word"',
    '  done',
    '  case "$path" in',
    ...cases,
    '    *) words="--help" ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -F _momo momo',
  ].join('\n');
}
