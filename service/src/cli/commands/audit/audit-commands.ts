import { open } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { findAuditHead } from '../../../db/access/audit.ts';
import { type AuditAnchor, formatAnchor } from '../../../domain/access/audit-anchor.ts';
import { verifyAudit } from '../../../flows/access/verify-audit.ts';
import { fail, say } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';
import { proveCommand } from './prove-command.ts';
import { readAnchors } from './read-lines.ts';

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
      const head = await withPreparedDatabase(({ database }) => findAuditHead(database));
      if (head === null) return fail('the audit log is empty');
      const anchor = { line: head.id, hash: head.hash, at: head.at.toISOString() };
      say(formatAnchor(anchor));
      if (file !== undefined) await appendAnchor(file, anchor);
      const problem = post === undefined ? null : await postAnchor(post, anchor);
      if (problem !== null) fail(`the anchor was not taken by ${post?.host}: ${problem}`);
    });
}

function parseUrl(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new InvalidArgumentError('Give an http or https address.');
}
