import { FileProblem } from './file-problem.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

// A separate process for one uploaded file, so that its cost stays its own. It gets the file on its
// standard input and writes the cells as JSON, or a problem's code on standard error.

const MOST_ROWS = 250_000;
const ZIP = Buffer.from([0x50, 0x4b]);

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const file = Buffer.concat(chunks);
try {
  const isXlsx = file.subarray(0, 2).equals(ZIP);
  const rows = isXlsx ? readXlsx(file) : readCsv(decode(file));
  if (rows.length > MOST_ROWS) throw new FileProblem('file_too_long');
  process.stdout.write(JSON.stringify(rows));
} catch (error) {
  process.stderr.write(error instanceof FileProblem ? error.code : 'file_unreadable');
  process.exitCode = 1;
}

/** Portals write UTF-8, or the older encoding of Windows. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
