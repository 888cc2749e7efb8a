import { Command } from 'commander';
import type { Acknowledged, OperatorMove } from '../../../domain/upkeep/others.ts';
import type { Others } from '../../../flows/upkeep/compare-others.ts';
import { type ProofReport, proveAll } from '../../../flows/upkeep/prove-all.ts';
import { scrub } from '../../../settings/log.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import { fail, repeat, say } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';
import { readAnchors, readLines, readObjects } from './read-lines.ts';

interface ProveOptions {
  readonly stopped?: true;
  readonly anchors?: string;
  readonly clients?: string;
  readonly receivers?: string;
  readonly operators?: string;
  readonly log?: readonly string[];
}

export function proveCommand(): Command {
  return new Command('all')
    .description('Look for everything that may never be so; names each thing that is.')
    .option('--stopped', 'the service does not run: what is due may wait')
    .option('--anchors <file>', 'compare with what `audit anchor` has stored; - for standard input')
    .option('--clients <file>', 'answers to creates that clients got, as JSON lines')
    .option('--receivers <file>', 'webhooks that receivers got: JSON lines with their `body`')
    .option('--operators <file>', 'money that operators moved, as JSON lines')
    .option('--log <file>', 'a log that must have no secret; may be repeated', repeat)
    .action(async (options: ProveOptions) => {
      const anchors = options.anchors === undefined ? [] : await readAnchors(options.anchors);
      if (anchors === null) return fail(`${options.anchors} does not hold one anchor on each line`);
      await withPreparedDatabase(async ({ database, config }) => {
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const others = openOthers(options);
        const isStopped = options.stopped ?? false;
        const order = { isStopped, anchors, others };
        const report = await proveAll({ database, vault, scrub }, order);
        say(asText(report), report);
        if (!report.holds) process.exitCode = 1;
      });
    });
}

function openOthers({ clients, receivers, operators, log }: ProveOptions): Others {
  return {
    ...(clients === undefined ? {} : { clients: readObjects<Acknowledged>(clients) }),
    ...(receivers === undefined ? {} : { receivers: readBodies(receivers) }),
    ...(operators === undefined ? {} : { operators: readObjects<OperatorMove>(operators) }),
    ...(log === undefined ? {} : { logs: readLines(log) }),
  };
}

async function* readBodies(file: string): AsyncGenerator<string> {
  for await (const { body } of readObjects<{ readonly body: string }>(file)) yield body;
}

function asText(report: ProofReport): string {
  const { holds, at, transactions, sealsChecked, proofs, findings } = report;
  const partly = proofs.filter(
    ({ name, count }) => count > findings.filter(({ proof }) => proof === name).length,
  );
  return [
    holds ? 'everything holds' : 'not everything holds',
    `${transactions} transactions, as they were at ${at.toISOString()}`,
    ...proofs.map(({ name, count }) => `  ${count === 0 ? 'ok  ' : 'FAIL'}  ${name}`),
    ...(sealsChecked ? [] : ['seals were not compared: there is no key that made them']),
    ...findings.map(({ subject, problem }) => `${subject}: ${problem}`),
    ...partly.map(({ name, count }) => `${name}: ${count} in all, of which the first are listed`),
  ].join('\n');
}
