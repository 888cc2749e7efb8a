import { Command } from 'commander';

/** Runs the service in this process; with several processes, each child runs this command too. */
export function startCommand(): Command {
  return new Command('start')
    .description('Start the service; SIGTERM or Ctrl-C stops it.')
    .action(async () => {
      await import('../app/main.ts');
    });
}
