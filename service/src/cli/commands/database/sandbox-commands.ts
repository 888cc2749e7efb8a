import { Command, InvalidArgumentError } from 'commander';
import { moveClock } from '../../../db/clock.ts';
import { fail, say } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';

export function sandboxCommands(): Command {
  const sandbox = new Command('sandbox').description('Try out what takes time, in the sandbox.');
  sandbox.addCommand(clockCommand());
  return sandbox;
}

function clockCommand(): Command {
  return new Command('clock')
    .description('Show the clock of the sandbox, or move it forward: to the end of a day, say.')
    .option('--forward <hours>', 'by how many hours, at most 744', parseHours)
    .action(({ forward = 0 }: { readonly forward?: number }) =>
      withPreparedDatabase(async ({ database, config }) => {
        if (config.environment === 'live') return fail('the clock of live is not moved');
        const at = (await moveClock(database, { hours: forward })).toISOString();
        say(`it is ${at}`, { at });
      }),
    );
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,3}$/.test(text) && hours <= 744) return hours;
  throw new InvalidArgumentError('Give whole hours, at most 744: the clock never goes back.');
}
