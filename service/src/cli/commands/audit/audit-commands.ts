import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import { findAuditHead } from '../../../db/access/audit.ts';
import {
  type AuditAnchor,
  formatAnchor,
  parseAnchors,
} from '../../../domain/access/audit-anchor.ts';
import type { Acknowledged, OperatorMove } from '../../../domain/upkeep/others.ts';
import { verifyAudit } from '../../../flows/access/verify-audit.ts';
import type { Others } from '../../../flows/upkeep/compare-others.ts';
import { type ProofReport, proveAll } from '../../../flows/upkeep/prove-all.ts';
import { noteSuccess } from '../../../settings/last-success.ts';
import { scrub } from '../../../settings/log.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import { fail, repeat, say } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';

/** A nightly job must end, whatever the other side does. */
const DEADLINE_MS = 10_000;

/** Appends the anchor to a file, and returns when it is on disk. */
async function appendAnchor(file: string, anchor: AuditAnchor): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.writeFile(`${formatAnchor(anchor)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Posts the anchor; returns the problem, or `null` on success. */
async function postAnchor(url: URL, anchor: AuditAnchor): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: formatAnchor(anchor),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    if (!(error instanceof Error)) return 'no answer';
    return error.cause instanceof Error ? error.cause.message : error.message;
  }
}

export function auditCommands(): Command {
  const audit = new Command('audit').description(
    'Whether all that is stored holds, and the log of what people did.',
  );
  audit.addCommand(proveCommand());
  audit.addCommand(verifyCommand());
  audit.addCommand(anchorCommand());
  return audit;
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('Check every line of the audit log; names each that is not as it was written.')
    .option('--anchors <file>', 'compare with what `audit anchor` has stored; - for standard input')
    .action(async ({ anchors: file }: { readonly anchors?: string }) => {
      const anchors = file === undefined ? [] : await readAnchors(file);
      if (anchors === null) return fail(`${file} does not hold one anchor on each line`);
      await withPreparedDatabase(async ({ database }) => {
        const { lines, broken } = await verifyAudit(database, anchors);
        if (broken.length === 0) {
          const compared = file === undefined ? '' : `, compared with ${anchors.length} anchors`;
          say(`the audit log is intact: ${lines} lines${compared}`);
          return;
        }
        for (const { line, problem } of broken) {
          say(`the audit log is broken at line ${line}: ${problem}`, { line, problem });
        }
        process.exitCode = 1;
      });
    });
}

interface AnchorOptions {
  readonly file?: string;
  readonly post?: URL;
}

function anchorCommand(): Command {
  return new Command('anchor')
    .description('Print the last line of the audit log, and store it outside of the database.')
    .option('--file <file>', 'add it to this file, best on another machine')
    .option('--post <url>', 'post it as JSON to this address', parseUrl)
    .action(async ({ file, post }: AnchorOptions) => {
      const { head, dataDir } = await withPreparedDatabase(async ({ database, config }) => ({
        head: await findAuditHead(database),
        dataDir: config.dataDir,
      }));
      if (head === null) return fail('the audit log is empty');
      const anchor = { line: head.id, hash: head.hash, at: head.at.toISOString() };
      say(formatAnchor(anchor));
      if (file !== undefined) await appendAnchor(file, anchor);
      const problem = post === undefined ? null : await postAnchor(post, anchor);
      if (problem !== null) return fail(`the anchor was not taken by ${post?.host}: ${problem}`);
      // One that was only printed is kept by no machine.
      if (file !== undefined || post !== undefined) await noteSuccess(dataDir, 'audit-anchor');
    });
}

function parseUrl(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new InvalidArgumentError('Give an http or https address.');
}

interface ProveOptions {
  readonly stopped?: true;
  readonly anchors?: string;
  readonly clients?: string;
  readonly receivers?: string;
  readonly operators?: string;
  readonly log?: readonly string[];
}

function proveCommand(): Command {
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
        say(describeProof(report), report);
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

export function describeProof(report: ProofReport): string {
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

/** The lines of the files in turn, without loading them into memory. */
async function* readLines(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  }
}

/** A file with a JSON object on each line, as `--json` writes them. */
async function* readObjects<T extends object>(file: string): AsyncGenerator<T> {
  let position = 0;
  for await (const line of readLines([file])) {
    position += 1;
    if (line.trim() === '') continue;
    yield parseObject(line, `${file}, line ${position}`) as T;
  }
}

function parseObject(line: string, position: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Error(`${position} is no JSON`);
  }
}

/** The stored output of `audit anchor`, or `null` if the file holds anything else. */
async function readAnchors(file: string): Promise<readonly AuditAnchor[] | null> {
  return parseAnchors(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
}
