import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePhpTypes } from '../sdk/tools/generate-php-types.ts';
import { generateTypes } from '../sdk/tools/generate-types.ts';
import { describeComparisons, readRecordedComparisons } from '../service/bench/against/figures.ts';
import { describeRuns, readRecordedRuns } from '../service/bench/runs.ts';
import { describeScenarios, readRecorded } from '../service/faults/figures.ts';
import { createPayments } from '../service/src/app/compose.ts';
import { createServer } from '../service/src/app/compose-server.ts';
import { errorCatalogue, markdownTable } from '../service/src/contract/error-catalogue.ts';
import type { Database } from '../service/src/db/client.ts';
import { newPolicy, policyName, textOf, unsetPolicy } from '../service/src/domain/access/policy.ts';
import { POLICY_FIELDS, POLICY_KEYS } from '../service/src/domain/access/policy-fields.ts';
import { stateMachineDocument } from '../service/src/domain/transactions/state-diagram.ts';
import { CHECKOUT } from '../service/src/settings/checkout.ts';
import { readConfig } from '../service/src/settings/config.ts';
import { createLogger } from '../service/src/settings/log.ts';
import type { Setting } from '../service/src/settings/setting-kinds.ts';
import { SETTINGS } from '../service/src/settings/settings.ts';
import { createVault } from '../service/src/signing/sealed-text.ts';
import { createMetrics } from '../service/src/telemetry/metrics.ts';
import { dumpBaseline } from './baseline.ts';
import { postmanCollection } from './postman-collection.ts';

export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/**
 * Every generated file of the repository, from the code and a database that was made by all
 * migrations and not by the baseline. `npm run generate` writes them, a test compares.
 */
export async function generateFiles(migrated: Database): Promise<readonly GeneratedFile[]> {
  const openApi = await openApiDocument(migrated);
  return [
    { path: '.env.example', content: envExample() },
    { path: 'service/migrations/baseline.sql', content: await dumpBaseline(migrated) },
    { path: 'docs/state-machine.md', content: stateMachineDocument() },
    { path: 'docs/errors.md', content: errorCatalogue() },
    { path: 'docs/policy.md', content: policyDocument() },
    {
      path: 'docs/reliability.md',
      content: withSections('docs/reliability.md', [
        ['## The list', describeScenarios(readRecorded())],
      ]),
    },
    {
      path: 'docs/performance.md',
      content: withSections('docs/performance.md', [
        ['### Wanted and got', describeRuns(readRecordedRuns())],
        ['## Beside other releases', describeComparisons(readRecordedComparisons())],
      ]),
    },
    { path: 'docs/openapi.json', content: openApi },
    { path: 'docs/postman-collection.json', content: postmanCollection(openApi) },
    { path: 'sdk/php/src/Types.php', content: generatePhpTypes(openApi) },
    { path: 'sdk/src/openapi.ts', content: await generateTypes(openApi) },
  ].map(({ path, content }) => ({ path: join(CHECKOUT, path), content }));
}

/** A document of which only what stands below some headings is made from figures. */
function withSections(
  path: string,
  sections: readonly (readonly [heading: string, lines: readonly string[]])[],
): string {
  let all: readonly string[] = readFileSync(join(CHECKOUT, path), 'utf8').split('\n');
  for (const [heading, lines] of sections) {
    const first = all.indexOf(heading) + 1;
    if (first === 0) throw new Error(`${path} has no ${heading}`);
    const [marks = ''] = heading.split(' ');
    const next = all
      .slice(first)
      .findIndex((line) => /^#+ /.test(line) && !line.startsWith(`${marks}#`));
    const rest = next === -1 ? [] : all.slice(first + next);
    all = [...all.slice(0, first), ...lines, ...rest];
  }
  return all.join('\n');
}

function envExample(): string {
  const settings = Object.values<Setting<unknown>>(SETTINGS).filter((one) => !one.isForTests);
  const blocks = settings.map(({ name, description, fallback, secret }) => {
    const file = secret ? `\n# A secret: may be given as ${name}_FILE=/path/to/file instead.` : '';
    return `# ${description}${file}\n#${name}=${fallback}`;
  });
  return [
    '# Settings of the Mobile Money Payment Service. Copy to .env and uncomment what you change;',
    '# the values shown are the defaults. Settings of the environment win over this file, and ENV_FILE',
    '# names another one. Generated from service/src/settings/settings.ts by `npm run generate`.',
    '',
    blocks.join('\n\n'),
    '',
  ].join('\n');
}

function policyDocument(): string {
  const [unset, live] = [unsetPolicy('live'), newPolicy('live')];
  const rows = POLICY_KEYS.map((key) => {
    const { description, form } = POLICY_FIELDS[key];
    const cells = [
      `\`${policyName(key)}\``,
      description,
      form,
      textOf(live[key]),
      textOf(unsetPolicy('sandbox')[key]),
      textOf(unset[key]),
    ];
    return cells.map((cell) => cell.replaceAll('|', '\\|'));
  });
  return [
    '# The money policy',
    '',
    'What a company decides about its money: one row of the database, sealed and audited, with its',
    'history. Administrators change it in the console under "Rules", and people who run the service with',
    '`momo policy`; a change holds in every process within a second. In live a change that protects less',
    'takes two people, one that protects more takes one ([0096](decisions/0096-money-policy.md)).',
    '[operations.md](operations.md#the-money-policy) has the commands. Generated from',
    '`service/src/domain/access/policy-fields.ts` by `npm run generate`.',
    '',
    '"Upgraded" is what an installation of release 0.2 gets for a setting that it did not have.',
    '',
    ...markdownTable(['Name', 'Meaning', 'Form', 'New live', 'Sandbox', 'Upgraded live'], rows),
    '',
  ].join('\n');
}

async function openApiDocument(database: Database): Promise<string> {
  const reading = readConfig({});
  if (reading.kind === 'invalid') throw new Error(reading.problems.join('; '));
  const app = await createServer({
    config: reading.config,
    log: createLogger({ logLevel: 'silent' }),
    database,
    metrics: createMetrics(database),
    payments: createPayments({
      database,
      config: reading.config,
      vault: createVault(reading.config.secretsKey),
      onQueued: () => {},
    }),
    onQueued: () => {},
    onSubmitted: () => {},
    isStopping: () => false,
  });
  const document = app.swagger();
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
