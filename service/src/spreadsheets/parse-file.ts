import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { FILE_PROBLEMS, type FileProblemCode } from './file-problem.ts';

export type ParsedFile =
  | { readonly kind: 'parsed'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'unreadable'; readonly problem: FileProblemCode };

export interface ParseLimits {
  readonly bytes: number;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  readonly answerBytes: number;
}

export const PARSE_LIMITS: ParseLimits = {
  bytes: 40 * 2 ** 20,
  memoryMb: 768,
  timeoutMs: 60_000,
  answerBytes: 200 * 2 ** 20,
};

/** Reads a CSV or XLSX file in a process of its own, which is ended when it takes too much. */
export async function parseFile(
  file: Buffer,
  limits: ParseLimits = PARSE_LIMITS,
): Promise<ParsedFile> {
  if (file.length > limits.bytes) {
    return { kind: 'unreadable', problem: 'file_too_large' };
  }
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${limits.memoryMb}`, join(import.meta.dirname, 'parse-process.ts')],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {} },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.timeoutMs);
  // It may end before it has read all of it.
  child.stdin.on('error', () => {});
  child.stdin.end(file);
  const [answer, said, code] = await Promise.all([
    collect(child.stdout, limits.answerBytes, () => child.kill('SIGKILL')),
    collect(child.stderr, 10_000, () => {}),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  clearTimeout(timer);
  if (code === 0) return { kind: 'parsed', rows: JSON.parse(answer) as string[][] };
  // Any other end means that it reached a limit.
  const problem = FILE_PROBLEMS.find((one) => code === 1 && one === said) ?? 'file_too_slow';
  return { kind: 'unreadable', problem };
}

async function collect(
  stream: AsyncIterable<unknown>,
  most: number,
  tooMuch: () => void,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else tooMuch();
  }
  return Buffer.concat(chunks).toString('utf8');
}
