import { Command } from 'commander';

/** The service in this process; several of them start this command again, and find their parent. */
export function startCommand(): Command {
  return new Command('start')
    .description('Start the service; SIGTERM or Ctrl-C stops it.')
    .action(async () => {
      await import('../app/main.ts');
    });
}
