import { Argument, Command } from 'commander';
import type { OpenAccounts } from './commands/channel-commands.ts';
import type { ListLackingAddress } from './commands/doctor/look-at-database.ts';
import { finishCommands, listCommands } from './finish-commands.ts';

type OpenGroup = () => Promise<Command>;

/** Imported on demand: it loads the adapters, which most commands do without. */
const openAccounts: OpenAccounts = async (opened) =>
  (await import('./commands/provider-commands.ts')).openAccounts(opened);

const listLackingAddress: ListLackingAddress = async (database) =>
  (await import('./commands/provider-commands.ts')).listOwnLackingAddress(database);

/**
 * The groups by name. Each is imported only on demand: importing all takes three times as long to
 * start as one, and a script may run many commands.
 */
export const GROUPS: Readonly<Record<string, OpenGroup>> = {
  agreement: async () =>
    (await import('./commands/agreement-commands.ts')).agreementCommands(openAccounts),
  audit: async () => (await import('./commands/audit/audit-commands.ts')).auditCommands(),
  backup: async () => (await import('./commands/database/backup-commands.ts')).backupCommand(),
  books: async () =>
    (await import('./commands/books/books-commands.ts')).booksCommands(openAccounts),
  change: async () =>
    (await import('./commands/agreement-commands.ts')).changeCommands(openAccounts),
  channel: async () =>
    (await import('./commands/channel-commands.ts')).channelCommands(openAccounts),
  completion: async () => completionCommand(),
  db: async () =>
    (await import('./commands/database/database-commands.ts')).databaseCommands(openAccounts),
  doctor: async () =>
    (await import('./commands/doctor/doctor-command.ts')).doctorCommand(listLackingAddress),
  gateway: async () => (await import('./commands/gateway-commands.ts')).gatewayCommands(),
  'gateway-key': async () => (await import('./commands/gateway-commands.ts')).gatewayKeyCommands(),
  key: async () => (await import('./commands/key-commands.ts')).keyCommands(),
  line: async () => (await import('./commands/line-commands.ts')).lineCommands(),
  link: async () => (await import('./commands/checkouts/link-commands.ts')).linkCommands(),
  numbers: async () => (await import('./commands/books/report-commands.ts')).numbersCommands(),
  person: async () => (await import('./commands/retention/person-commands.ts')).personCommands(),
  policy: async () => (await import('./commands/policy-commands.ts')).policyCommands(),
  provider: async () => (await import('./commands/provider-commands.ts')).providerCommands(),
  report: async () => (await import('./commands/retention/person-commands.ts')).reportCommands(),
  restore: async () => (await import('./commands/database/backup-commands.ts')).restoreCommand(),
  retention: async () =>
    (await import('./commands/retention/retention-commands.ts')).retentionCommands(),
  sandbox: async () => (await import('./commands/database/database-commands.ts')).sandboxCommands(),
  seal: async () => (await import('./commands/seal-commands.ts')).sealCommands(),
  secrets: async () => (await import('./commands/seal-commands.ts')).secretsCommands(),
  'signing-key': async () =>
    (await import('./commands/signing-key-commands.ts')).signingKeyCommands(),
  sms: async () => (await import('./commands/sms-commands.ts')).smsCommands(),
  sender: async () => (await import('./commands/sender-commands.ts')).senderCommands(),
  staff: async () => (await import('./commands/staff-commands.ts')).staffCommands(),
  start: async () => startCommand(),
  statement: async () =>
    (await import('./commands/books/statement-commands.ts')).statementCommands(),
  webhook: async () => (await import('./commands/webhook-commands.ts')).webhookCommands(),
};

/**
 * Opens the group that the first argument names. Help and unknown names open all groups, to list
 * them or to suggest one.
 */
export function openGroups(name = ''): Promise<readonly Command[]> {
  const named = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined;
  const wanted = named === undefined ? Object.values(GROUPS) : [named];
  return Promise.all(wanted.map((open) => open()));
}

/** Runs the service in this process; with several processes, each child runs this command too. */
function startCommand(): Command {
  return new Command('start')
    .description('Start the service; SIGTERM or Ctrl-C stops it.')
    .action(async () => {
      await import('../app/main.ts');
    });
}

/** Prints a script with which a shell completes command names and options. */
function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script that lets the shell complete commands and options.')
    .addArgument(new Argument('<shell>', 'for which shell').choices(['bash', 'zsh']))
    .action(async (shell: string) => {
      const program = new Command('momo');
      for (const group of await openGroups()) program.addCommand(group);
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
