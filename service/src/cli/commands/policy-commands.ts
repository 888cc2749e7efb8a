import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { listPolicyRows, type PolicyRow } from '../../db/access/policy.ts';
import {
  POLICY_NAMES,
  type PolicyValues,
  policyKey,
  policyName,
  readChange,
  textOf,
  toContent,
} from '../../domain/access/policy.ts';
import { type Plain, POLICY_FIELDS } from '../../domain/access/policy-fields.ts';
import { nearestOf } from '../../domain/nearest-name.ts';
import { changePolicy, type PolicyChanged } from '../../flows/access/change-policy.ts';
import { findPolicyValues, isAsSealed } from '../../flows/access/policy.ts';
import { requireRowSeal } from '../../flows/row-key.ts';
import { createVault } from '../../signing/sealed-text.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import { openSeal, withPreparedDatabase } from '../with-database.ts';

/** The money policy; the person who runs `momo` changes it alone. */
export function policyCommands(): Command {
  const policy = new Command('policy').description(
    'The money policy: limits, waiting times, how long data is kept.',
  );
  policy
    .command('show', { isDefault: true })
    .description('Show every value that holds.')
    .action(show);
  policy
    .command('set')
    .description('Change values; they hold in every process within a second.')
    .argument('<name=value...>', 'such as payouts_per_number_and_day=5 or amount_max_xaf=1000000')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((pairs: readonly string[], { reason }: { readonly reason: string }) =>
      change(readPairs(pairs), reason),
    );
  policy
    .command('apply')
    .description('Change what a JSON file says, such as `momo policy show --json` writes.')
    .argument('<file>', 'an object of names and values')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((file: string, { reason }: { readonly reason: string }) =>
      change(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Plain>, reason),
    );
  policy.command('history').description('List who changed what, and why.').action(history);
  return policy;
}

function readPairs(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = pair, value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      return [name, value];
    }),
  );
}

function show(): Promise<void> {
  return withPreparedDatabase(async (opened) => {
    const { environment } = opened.config;
    const seal = await openSeal(opened);
    const found = await findPolicyValues(opened.database, { environment, seal });
    if (found.kind === 'problem') return fail(`the policy cannot be used: ${found.problem}`);
    const { revision, values } = found;
    say(`revision ${revision}`, toContent(values));
    for (const line of linesOf(values)) say(line, null);
  });
}

function linesOf(values: PolicyValues): readonly string[] {
  const width = Math.max(...POLICY_NAMES.map(({ length }) => length));
  return POLICY_NAMES.map((name) => {
    const key = policyKey(name);
    return `${name.padEnd(width)}  ${key === null ? '' : textOf(values[key])}`;
  });
}

function change(texts: Readonly<Record<string, Plain>>, reason: string): Promise<void> {
  return withPreparedDatabase(async (opened) => {
    const read = readChange(texts);
    if (read.kind === 'invalid') return fail(...read.problems, ...hintsFor(texts));
    const { database, config } = opened;
    const vault = createVault(config.secretsKey, config.otherSecretsKeys);
    const seal = await requireRowSeal({ database, vault });
    const deps = { database, environment: config.environment, seal };
    report(await changePolicy(deps, whoRunsThis(), { change: read.change, reason }));
  });
}

function hintsFor(texts: Readonly<Record<string, Plain>>): readonly string[] {
  return Object.keys(texts).flatMap((name) => {
    const key = policyKey(name);
    if (key !== null) return [`${policyName(key)}: ${POLICY_FIELDS[key].description}`];
    const nearest = nearestOf(name.toLowerCase(), POLICY_NAMES);
    return nearest === null ? [] : [`did you mean ${nearest}?`];
  });
}

function report(changed: PolicyChanged): void {
  switch (changed.kind) {
    case 'done': {
      const content = Object.entries(toContent(changed.changed));
      const facts = { revision: changed.revision, ...Object.fromEntries(content) };
      say(`revision ${changed.revision}`, facts);
      for (const [name, value] of content) say(`${name}  ${textOf(value)}`, null);
      return;
    }
    case 'short_retention':
      return fail(
        `${changed.names.join(' and ')}: what proves the accounts would be kept for less than ten years`,
        'say "below ten years" in the reason if a lawyer has agreed (docs/compliance.md)',
      );
    case 'unchanged':
      return say('nothing to change');
    case 'untrusted':
      return fail(
        `the stored policy is not what the service wrote: ${changed.problem}`,
        '"momo policy apply FILE" with every value replaces it',
      );
    case 'waits':
    case 'change_waits':
      return fail('a change of the policy waits: see "momo change list"');
  }
}

function history(): Promise<void> {
  return withPreparedDatabase(async (opened) => {
    const seal = await openSeal(opened);
    const rows = await listPolicyRows(opened.database, { limit: null });
    for (const [index, row] of rows.entries()) {
      const changes = changesOf(row, rows[index + 1]);
      const { revision, at, changed_by, agreed_by, reason } = row;
      const isTrue = isAsSealed(row, seal);
      const facts = { revision, at, changed_by, agreed_by, reason, changes, isTrue };
      const agreed = agreed_by === null ? '' : `, agreed by ${agreed_by}`;
      say(`${revision}  ${at.toISOString()}  ${changed_by}${agreed}: ${reason}`, facts);
      if (!isTrue) say('  NOT as the service wrote it', null);
      for (const [name, value] of Object.entries(changes)) say(`  ${name}  ${textOf(value)}`, null);
    }
  });
}

/** The fields that a revision changed; the first one set them all. */
function changesOf({ content }: PolicyRow, before: PolicyRow | undefined) {
  return Object.fromEntries(
    Object.entries(content).filter(([name, value]) => before?.content[name] !== value),
  );
}
