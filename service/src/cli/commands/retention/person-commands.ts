import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { normaliseLoosely } from '../../../domain/msisdn.ts';
import { erasePerson } from '../../../flows/upkeep/erase-person.ts';
import { exportPerson } from '../../../flows/upkeep/export-person.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../../options.ts';
import { openPolicy, withPreparedDatabase } from '../../with-database.ts';

export function personCommands(): Command {
  const person = new Command('person').description('What is kept about a person, by phone number.');
  person.addCommand(exportCommand());
  person.addCommand(eraseCommand());
  return person;
}

function exportCommand(): Command {
  return new Command('export')
    .description('Write everything that is kept about a number into one JSON file.')
    .argument('<number>', 'phone number', parseNumber)
    .requiredOption('--output <file>', 'a file that does not exist yet')
    .action((msisdn: string, { output }: { readonly output: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const found = await exportPerson({ database, at: new Date() }, msisdn, whoRunsThis());
        const text = `${JSON.stringify(found, null, 2)}\n`;
        // Never overwrites a file, and only this user can read it.
        await writeFile(output, text, { flag: 'wx', mode: 0o600 });
        for (const [kind, rows] of Object.entries(found.kept)) {
          say(`${kind}: ${rows.length}`, { kind, rows: rows.length });
        }
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .description('Take away name, number and words of a person; payments stay without them.')
    .argument('<number>', 'phone number', parseNumber)
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((msisdn: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async (opened) => {
        const { database, config } = opened;
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const deps = { database, vault, policy: await openPolicy(opened) };
        const erasure = await erasePerson(deps, { msisdn, reason }, whoRunsThis());
        if (erasure.kind === 'refused') {
          return fail('nothing was erased while this is so:', ...erasure.problems);
        }
        for (const [kind, rows] of Object.entries(erasure.counts)) {
          say(`${kind}: ${rows}`, { kind, rows });
        }
      }),
    );
}

function parseNumber(text: string): string {
  const read = normaliseLoosely(text);
  if (read.kind === 'valid') return read.msisdn;
  throw new InvalidArgumentError(read.reason);
}
