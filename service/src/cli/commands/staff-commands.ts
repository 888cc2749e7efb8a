import { Command, InvalidArgumentError, Option } from 'commander';
import { findStaffByEmail, listStaff, type StaffRow } from '../../db/access/staff.ts';
import type { Database } from '../../db/client.ts';
import { STAFF_ROLES, type StaffRole } from '../../domain/access/staff-role.ts';
import { MAX_TOKEN_HOURS, RESETS, type Reset } from '../../domain/access/staff-session.ts';
import {
  addStaff,
  changeStaff,
  resetStaff,
  vouchForPerson,
} from '../../flows/access/administer-staff.ts';
import { ONE_PERSON } from '../../flows/access/policy.ts';
import { issueScriptToken } from '../../flows/access/sessions.ts';
import { createPasswords } from '../../signing/password.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import { withPreparedDatabase } from '../with-database.ts';

const EMAIL = '--email <email>';
const ONCE = '\nIt is not shown again, and has to be changed at the first sign-in.';

export function staffCommands(): Command {
  const staff = new Command('staff').description('The people who may sign in to the console.');
  staff.addCommand(addCommand());
  staff.addCommand(disableCommand());
  for (const what of RESETS) staff.addCommand(resetCommand(what));
  staff.addCommand(vouchCommand());
  staff.addCommand(listCommand());
  staff.addCommand(tokenCommand());
  return staff;
}

function addCommand(): Command {
  return new Command('add')
    .description('Let a person in; their temporary password is shown once.')
    .requiredOption(EMAIL, 'what they sign in with', parseEmail)
    .requiredOption('--name <name>', 'how they appear in history and audit', parseName)
    .addOption(
      new Option('--role <role>', 'what they may do').choices(STAFF_ROLES).default('viewer'),
    )
    .action((options: { email: string; name: string; role: StaffRole }) =>
      withPreparedDatabase(async ({ database }) => {
        const deps = { database, passwords: createPasswords(), policy: ONE_PERSON };
        const result = await addStaff(deps, whoRunsThis(), options);
        if (result.kind === 'email_taken') return fail(`${options.email} is there already`);
        say(`Temporary password  ${result.oneTimePassword}\n${ONCE}`, {
          one_time_password: result.oneTimePassword,
        });
      }),
    );
}

function disableCommand(): Command {
  return new Command('disable')
    .description('Lock a person out at once and end all their sessions.')
    .requiredOption(EMAIL, 'whom')
    .option(REASON, REASON_HELP, parseReason)
    .action((options: { email: string; reason?: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const person = await findPerson(database, options.email);
        if (person === null) return;
        const change = { role: null, disabled: true, reason: options.reason ?? null };
        const result = await changeStaff(
          { database, policy: ONE_PERSON },
          whoRunsThis(),
          person.id,
          change,
        );
        if (result.kind === 'refused') return fail('one administrator must remain');
        say(`disabled ${person.email}`);
      }),
    );
}

function vouchCommand(): Command {
  return new Command('vouch')
    .description('Vouch for an account that an administrator made or reset in the console.')
    .requiredOption(EMAIL, 'whose')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((options: { email: string; reason: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const person = await findPerson(database, options.email);
        if (person === null) return;
        const asked = { id: person.id, reason: options.reason };
        await vouchForPerson({ database }, whoRunsThis(), asked);
        say(`vouched for ${person.email}`);
      }),
    );
}

const RESET_COMMANDS = {
  password: {
    name: 'reset-password',
    help: 'New temporary password, unlocked, signed out everywhere; second factors stay.',
  },
  factors: {
    name: 'reset-factors',
    help: 'For a lost phone: no second factor is left, signed out everywhere; the password stays.',
  },
  sessions: { name: 'end-sessions', help: 'End every session and every token of a person.' },
} as const satisfies Record<Reset, { readonly name: string; readonly help: string }>;

function resetCommand(what: Reset): Command {
  const { name, help } = RESET_COMMANDS[what];
  return new Command(name)
    .description(help)
    .requiredOption(EMAIL, 'whom')
    .option(REASON, REASON_HELP, parseReason)
    .action((options: { email: string; reason?: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const person = await findPerson(database, options.email);
        if (person === null) return;
        const deps = { database, passwords: createPasswords() };
        const asked = { id: person.id, what, reason: options.reason ?? null };
        const result = await resetStaff(deps, whoRunsThis(), asked);
        if (result.kind !== 'reset') return;
        const { oneTimePassword } = result;
        if (oneTimePassword === null) return say(`done for ${person.email}`);
        say(`Temporary password  ${oneTimePassword}\n${ONCE}`, {
          one_time_password: oneTimePassword,
        });
      }),
    );
}

function listCommand(): Command {
  return new Command('list').description('List everybody who may sign in.').action(() =>
    withPreparedDatabase(async ({ database }) => {
      const people = await listStaff(database);
      for (const { email, name, role, has_second_factor, disabled_at } of people) {
        const factor = has_second_factor ? 'second factor' : 'no second factor';
        const state = disabled_at === null ? 'active' : `disabled ${disabled_at.toISOString()}`;
        const facts = { email, name, role, has_second_factor, disabled_at };
        say(`${email}  ${name}  ${role}  ${factor}  ${state}`, facts);
      }
      if (people.length === 0) say('nobody may sign in', null);
    }),
  );
}

function tokenCommand(): Command {
  return new Command('token')
    .description('Make a bearer token with which a script acts as this person.')
    .requiredOption(EMAIL, 'as whom')
    .addOption(
      new Option('--role <role>', 'what it may do, at most what the person may')
        .choices(STAFF_ROLES)
        .default('viewer'),
    )
    .option('--hours <hours>', 'how long it is good for', parseHours, 12)
    .option('--label <text>', 'what it is for')
    .action((options: { email: string; role: StaffRole; hours: number; label?: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const { email, role, hours, label = null } = options;
        const wanted = { email, role, hours, label };
        const result = await issueScriptToken({ database }, whoRunsThis(), wanted);
        if (result.kind === 'not_found') return fail(`nobody who may sign in has ${email}`);
        if (result.kind === 'role_not_had') {
          return fail(`${email} is ${result.role}, so their script cannot be ${role}`);
        }
        say(`Token       ${result.token}`, { token: result.token, expires_at: result.expiresAt });
        say(`Good until  ${result.expiresAt.toISOString()}`, null);
        say('\nSend it as "Authorization: Bearer …". It is not shown again.', null);
      }),
    );
}

async function findPerson(database: Database, email: string): Promise<StaffRow | null> {
  const person = await findStaffByEmail(database, email);
  if (person === null) fail(`nobody has the email ${email}`);
  return person;
}

function parseEmail(text: string): string {
  const email = text.trim();
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254) {
    throw new InvalidArgumentError('This is no email address.');
  }
  return email;
}

function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100) {
    throw new InvalidArgumentError('A name has 1 to 100 characters.');
  }
  return name;
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > MAX_TOKEN_HOURS) {
    throw new InvalidArgumentError(`A whole number from 1 to ${MAX_TOKEN_HOURS}.`);
  }
  return hours;
}
