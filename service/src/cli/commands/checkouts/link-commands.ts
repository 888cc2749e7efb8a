import { Command, InvalidArgumentError, Option } from 'commander';
import { listLinks, type StoredLink } from '../../../db/checkouts/checkouts.ts';
import {
  DEFAULT_EXPIRES_IN_SECONDS,
  MAX_EXPIRES_IN_SECONDS,
} from '../../../domain/checkouts/checkout.ts';
import { linkText, MAX_LINK_REFERENCE } from '../../../domain/checkouts/link.ts';
import { formatXaf, MIN_AMOUNT_XAF } from '../../../domain/money.ts';
import { cancelLink, makeLink } from '../../../flows/checkouts/make-link.ts';
import { type Config, serviceUrl } from '../../../settings/config.ts';
import {
  fail,
  parseReason,
  parseWhole,
  REASON,
  REASON_HELP,
  say,
  whoRunsThis,
} from '../../options.ts';
import { openPolicy, withPreparedDatabase } from '../../with-database.ts';

export function linkCommands(): Command {
  return new Command('link')
    .description('Payment links: pages on which a buyer pays, made by hand.')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(cancelCommand());
}

interface LinkOptions {
  readonly description?: string;
  readonly hours: number;
  readonly reference?: string;
  readonly language: 'fr' | 'en';
}

const HOUR_S = 3_600;
const MAX_HOURS = MAX_EXPIRES_IN_SECONDS / HOUR_S;
const MAX_LISTED = 100;

function createCommand(): Command {
  return new Command('create')
    .description('Make a link for an application, and print it with a text for the buyer.')
    .argument('<application>', 'who is paid')
    .argument('<amount>', 'in whole francs', parseAmount)
    .option('--description <text>', 'what is paid for, as the buyer reads it', parseDescription)
    .option('--hours <hours>', 'for how long', parseValidHours, DEFAULT_EXPIRES_IN_SECONDS / HOUR_S)
    .option('--reference <text>', 'a number of your own; one is made without it', parseReference)
    .addOption(
      new Option('--language <language>', 'of the page').choices(['fr', 'en']).default('fr'),
    )
    .action((application: string, amountXaf: number, options: LinkOptions) =>
      withPreparedDatabase(async (opened) => {
        const { database, config } = opened;
        const { description = null, hours, reference = null, language: lang } = options;
        const { environment, publicUrl } = config;
        const deps = { database, policy: await openPolicy(opened), environment, publicUrl };
        const asked = { application, amountXaf, description, reference, lang };
        const expiresInSeconds = hours * HOUR_S;
        const made = await makeLink(deps, whoRunsThis(), { ...asked, expiresInSeconds });
        if (made.kind === 'amount_refused') return fail('the policy takes no such amount');
        if (made.kind !== 'made') return fail(REFUSALS[made.kind]);
        const { url } = sayLink(config, made.link);
        say(`\n${linkText(lang, { ...made.link, ...made.link.checkout, url })}`, null);
      }),
    );
}

const REFUSALS = {
  application_not_found: 'there is no application of this name',
  link_reference_taken: 'something else of this application has this reference',
  checkouts_not_allowed: 'this application has no pages in live: momo key page allows them',
  checkouts_need_address: 'PUBLIC_URL must say where buyers reach the pages',
} as const;

function listCommand(): Command {
  return new Command('list')
    .description('List the newest links with what was paid, newest first.')
    .action(() =>
      withPreparedDatabase(async ({ database, config }) => {
        const links = await listLinks(database, { before: null, limit: MAX_LISTED });
        for (const link of links) sayLink(config, link);
        if (links.length === 0) say('there are no links', null);
        if (links.length === MAX_LISTED) say(`(the newest ${MAX_LISTED} only)`, null);
      }),
    );
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('Cancel an open link; a payment under way may still arrive as a surplus.')
    .argument('<id>', 'its id, as the list has it', parseId)
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const deps = { database, onQueued: () => {} };
        const cancelled = await cancelLink(deps, whoRunsThis(), { id, reason });
        if (cancelled.kind === 'not_found') return fail(`there is no link ${id}`);
        if (cancelled.kind === 'not_open') return fail(`the link is ${cancelled.state} already`);
        say(`cancelled ${id}`);
      }),
    );
}

function sayLink(config: Config, link: StoredLink): { readonly url: string } {
  const { checkout, attempts, application, maker } = link;
  const { id, reference, amountXaf, description, state, expiresAt } = checkout;
  const url = `${serviceUrl(config)}/pay/${checkout.token}`;
  const idsOf = (wanted: 'paid' | 'surplus') =>
    attempts.filter(({ outcome }) => outcome === wanted).map((one) => one.id);
  const [paidBy = null, surplus] = [idsOf('paid')[0], idsOf('surplus')];
  const facts = { id, url, application, reference, amount_xaf: amountXaf, description, state };
  say(
    `${id}  ${state}  ${formatXaf(amountXaf)}  ${application}  ${reference}  until ${expiresAt.toISOString()}  by ${maker}`,
    { ...facts, expires_at: expiresAt, made_by: maker, paid_by: paidBy, surplus },
  );
  say(`  ${url}`, null);
  if (paidBy !== null) say(`  paid by ${paidBy}`, null);
  if (surplus.length > 0) say(`  surplus ${surplus.join(' ')}`, null);
  return { url };
}

function parseAmount(text: string): number {
  const amountXaf = parseWhole(text);
  if (amountXaf >= MIN_AMOUNT_XAF) return amountXaf;
  throw new InvalidArgumentError(`Give at least ${MIN_AMOUNT_XAF} francs.`);
}

function parseDescription(text: string): string {
  if (text.trim() !== '' && text.length <= 140) return text;
  throw new InvalidArgumentError('A description has 1 to 140 characters.');
}

function parseReference(text: string): string {
  if (text.trim() !== '' && text.length <= MAX_LINK_REFERENCE) return text;
  throw new InvalidArgumentError(`A reference has 1 to ${MAX_LINK_REFERENCE} characters.`);
}

function parseValidHours(text: string): number {
  const hours = parseWhole(text);
  if (hours >= 1 && hours <= MAX_HOURS) return hours;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_HOURS}.`);
}

function parseId(text: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text;
  throw new InvalidArgumentError('An id is a UUID.');
}
