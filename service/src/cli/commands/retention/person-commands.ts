import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { listAudit } from '../../../db/access/audit.ts';
import { fieldsOf, parseJson } from '../../../domain/json.ts';
import { erasePerson } from '../../../flows/upkeep/persons/erase-person.ts';
import { exportPerson } from '../../../flows/upkeep/persons/export-person.ts';
import {
  ANSWERED_REQUESTS,
  type Person,
  recordRequest,
  reportPersons,
} from '../../../flows/upkeep/persons/person-requests.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import {
  fail,
  parseNumber,
  parseReason,
  parseWhole,
  REASON,
  REASON_HELP,
  say,
  whoRunsThis,
} from '../../options.ts';
import { openPolicy, withPreparedDatabase } from '../../with-database.ts';
import { parseDay } from '../books/report-commands.ts';

export function personCommands(): Command {
  const person = new Command('person').description('What is kept about a person, by phone number.');
  person.addCommand(exportCommand());
  person.addCommand(eraseCommand());
  person.addCommand(answerCommand('rectify', 'Record a request for a correction, and the answer.'));
  person.addCommand(
    answerCommand('object', 'Record an objection to the use of data, and the answer.'),
  );
  person.addCommand(requestsCommand());
  return person;
}

const ASKED_ON = '--asked-on <day>';
const ASKED_ON_HELP = 'the day of the request, YYYY-MM-DD, for the register in the audit log';
const PLAYER = '--player <id>';

interface ExportOptions {
  readonly output: string;
  readonly player?: string;
  readonly askedOn?: string;
}

function exportCommand(): Command {
  return new Command('export')
    .description('Write everything that is kept about a number or a player into one JSON file.')
    .argument('[number]', 'phone number', parseNumber)
    .option(PLAYER, 'the player’s id at the platform, in place of a number', parsePlayer)
    .requiredOption('--output <file>', 'a file that does not exist yet')
    .option(ASKED_ON, ASKED_ON_HELP, parseDay)
    .action(async (msisdn: string | undefined, { output, player, askedOn }: ExportOptions) => {
      const person = personOf(msisdn, player);
      if (person === null) return fail('give a number or --player, one of them');
      await withPreparedDatabase(async ({ database, config }) => {
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const asked = { person, day: askedOn ?? null };
        const deps = { database, vault, at: new Date() };
        const found = await exportPerson(deps, asked, whoRunsThis());
        const text = `${JSON.stringify(found, null, 2)}\n`;
        // Never overwrites a file, and only this user can read it.
        await writeFile(output, text, { flag: 'wx', mode: 0o600 });
        for (const [kind, rows] of Object.entries(found.kept)) {
          say(`${kind}: ${rows.length}`, { kind, rows: rows.length });
        }
      });
    });
}

function personOf(msisdn: string | undefined, playerId: string | undefined): Person | null {
  if (msisdn !== undefined && playerId === undefined) return { kind: 'number', msisdn };
  return playerId === undefined || msisdn !== undefined ? null : { kind: 'player', playerId };
}

function eraseCommand(): Command {
  return new Command('erase')
    .description('Take away name, number and words of a person; payments stay without them.')
    .argument('<number>', 'phone number', parseNumber)
    .option(ASKED_ON, ASKED_ON_HELP, parseDay)
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((msisdn: string, { reason, askedOn }: { reason: string; askedOn?: string }) =>
      withPreparedDatabase(async (opened) => {
        const { database, config } = opened;
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const deps = { database, vault, policy: await openPolicy(opened) };
        const order = { msisdn, reason, day: askedOn ?? null };
        const erasure = await erasePerson(deps, order, whoRunsThis());
        if (erasure.kind === 'refused') {
          return fail('nothing was erased while this is so:', ...erasure.problems);
        }
        for (const [kind, rows] of Object.entries(erasure.counts)) {
          say(`${kind}: ${rows}`, { kind, rows });
        }
      }),
    );
}

interface AnswerOptions {
  readonly player?: string;
  readonly askedOn: string;
  readonly reason: string;
}

function answerCommand(kind: keyof typeof ANSWERED_REQUESTS, description: string): Command {
  return new Command(kind)
    .description(description)
    .argument('[number]', 'phone number', parseNumber)
    .option(PLAYER, 'the player’s id at the platform, in place of a number', parsePlayer)
    .requiredOption(ASKED_ON, ASKED_ON_HELP, parseDay)
    .requiredOption(REASON, 'what was asked and answered, for the audit log', parseReason)
    .action(async (msisdn: string | undefined, { player, askedOn, reason }: AnswerOptions) => {
      const person = personOf(msisdn, player);
      if (person === null) return fail('give a number or --player, one of them');
      await withPreparedDatabase(async ({ database, config }) => {
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const request = { person, kind, day: askedOn, reason };
        await recordRequest({ database, vault }, request, whoRunsThis());
        say('recorded in the audit log');
      });
    });
}

const MAX_REQUESTS = 1_000;

function requestsCommand(): Command {
  return new Command('requests')
    .description('List what persons asked for and when it was done, from the audit log.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const entries = await listAudit(database, {
          q: null,
          actorId: null,
          from: null,
          to: null,
          before: null,
          kind: 'person',
          limit: MAX_REQUESTS,
        });
        for (const { at, action, subject, after, actor, reason } of entries) {
          const day = fieldsOf(parseJson(after ?? ''))['asked_on'];
          const asked = typeof day === 'string' ? day : '-';
          const done = at.toISOString();
          const facts = { asked_on: asked, done_at: done, action, subject, actor, reason };
          say(`${asked}\t${done}\t${action}\t${subject}\t${actor}\t${reason ?? ''}`, facts);
        }
      }),
    );
}

export function reportCommands(): Command {
  const report = new Command('report').description('Figures for those who must report.');
  report
    .command('persons')
    .description('List numbers and players whose deposits or withdrawals sum to an amount.')
    .requiredOption('--above <xaf>', 'from this sum on, in either direction', parseWhole)
    .requiredOption('--days <number>', 'how far back', parseWhole)
    .action(({ above: aboveXaf, days }: { readonly above: number; readonly days: number }) =>
      withPreparedDatabase(async ({ database }) => {
        const persons = await reportPersons({ database }, { aboveXaf, days }, whoRunsThis());
        if (persons.length === 0) say('no sum is that large', null);
        for (const one of persons) {
          const { kind, who, deposits, depositsXaf, withdrawals, withdrawalsXaf } = one;
          const into = `deposits ${deposits}: ${depositsXaf} XAF`;
          const out = `withdrawals ${withdrawals}: ${withdrawalsXaf} XAF`;
          say(`${kind}\t${who}\t${into}\t${out}`, {
            kind,
            who,
            deposits,
            deposits_xaf: depositsXaf,
            withdrawals,
            withdrawals_xaf: withdrawalsXaf,
          });
        }
      }),
    );
  return report;
}

function parsePlayer(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('The id of a player is a UUID.');
}
